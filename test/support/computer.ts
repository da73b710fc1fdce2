import type { Log } from '../../main/agent/ports.ts';
import { createComputer } from '../../main/computer/create-computer.ts';
import type { ComputerInput } from '../../main/computer/input.ts';
import type { ComputerService } from '../../main/computer/ports.ts';
import type { Recorder } from '../../main/computer/recorder/recorder-port.ts';
import type { Config, ConfigStore } from '../../main/config/config-port.ts';
import type { ToolResult } from '../../main/registry/capability.ts';
import { DEFERRAL_DEFAULTS } from '../../main/registry/deferral/settings.ts';
import type { Caller } from '../../main/registry/policy.ts';
import { createFakeDesktop, type FakeDesktop, type FakeHelper, linkedHelpers } from './linked-helper.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { memorySettings } from './memory-world.ts';

/** The owner at the window, in conversation `c1`. */
export const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: 'c1',
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

export interface ComputerSetup {
  clock: ManualClock;
  desktop: FakeDesktop;
  helpers: FakeHelper[];
  service: ComputerService;
  encoder: ReturnType<typeof createComputer>['encoder'];
  config: Config;
  lines: { event: string; fields: Record<string, unknown> }[];
  /** Tells those that listen that `config` changed. */
  configChanged(): void;
  act(
    input: ComputerInput,
    more?: { caller?: Partial<Caller>; turnId?: string; signal?: AbortSignal },
  ): Promise<ToolResult>;
}

/** The whole host side of computer use, with helpers in this process and a clock that stands still. */
export function setUpComputer(
  options: {
    width?: number;
    height?: number;
    platform?: { os: string; arch: string };
    isAbandoned?: (conversationId: string) => boolean;
    recorder?: Recorder;
  } = {},
): ComputerSetup {
  const clock = createManualClock();
  const desktop = createFakeDesktop(options.width, options.height);
  const { starter, helpers } = linkedHelpers(desktop);
  const { config, store, changed } = memoryConfig();
  const lines: ComputerSetup['lines'] = [];
  let counter = 0;
  const { service, encoder } = createComputer({
    clock,
    ids: { next: (prefix) => `${prefix}_${++counter}`, secret: () => 'secret' },
    log: memoryLog(lines),
    config: store,
    home: '/nowhere',
    helperDirectory: '/nowhere',
    helperInPlace: true,
    environment: {},
    platform: options.platform ?? { os: 'linux', arch: 'x64' },
    appVersion: '0.0.0',
    appPid: 1,
    ...(options.isAbandoned ? { isAbandoned: options.isAbandoned } : {}),
    ...(options.recorder ? { recorder: options.recorder } : {}),
    starter,
    programs: {
      usable: () => true,
      open: async () => ({ node: '/nowhere/node', entry: '/nowhere/index.mjs', directory: '/nowhere' }),
      greeted: () => undefined,
    },
  });
  return {
    clock,
    desktop,
    helpers,
    service,
    encoder,
    config,
    lines,
    configChanged: changed,
    act: (input, more = {}) =>
      service.act(input, {
        caller: { ...OWNER, ...more.caller },
        turnId: more.turnId ?? 't1',
        signal: more.signal ?? new AbortController().signal,
      }),
  };
}

function memoryLog(lines: ComputerSetup['lines']): Log {
  const add = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields });
  return { info: add, warn: add, error: add };
}

/** A config in memory; only `computer_use.enabled` can be written. */
export function memoryConfig(): { config: Config; store: ConfigStore; changed(): void } {
  const config: Config = {
    agentName: 'Fermix',
    providers: {},
    routing: {
      subagent: { provider: null, model: null, effort: null },
      cron: { provider: null, model: null, effort: null },
      meeting: { provider: null, model: null, effort: null },
      fallbackOrder: null,
    },
    sandbox: {
      mode: 'standard',
      workspaceRoot: '/nowhere',
      allowedRoots: [],
      blockedRoots: [],
      env: { mode: 'selected', allow: [], deny: [] },
    },
    computerUse: {
      enabled: true,
      display: 0,
      screenshotAfter: true,
      maxActions: 80,
      maxRetainedScreenshots: 3,
      courtesy: 'yield',
      courtesyIdleMs: 1000,
      pauseShortcut: 'ctrl+alt+shift+p',
      stopShortcut: 'ctrl+alt+shift+s',
      recordingDays: 7,
      background: false,
    },
    memory: memorySettings('/home/ada/.fermix'),
    toolSearch: DEFERRAL_DEFAULTS,
    compaction: { enabled: true, threshold: 0.8, reasoningEffort: 'low' },
    desktop: { theme: 'system', imageDays: 30, traceDays: 14 },
  };
  const listeners = new Set<(config: Config) => void>();
  const changed = () => {
    for (const listener of listeners) listener(config);
  };
  const store: ConfigStore = {
    path: '/nowhere/config.toml',
    current: () => config,
    async write(changes) {
      config.computerUse.enabled = changes['computer_use.enabled'] === true;
      changed();
    },
    reload: async () => undefined,
    changedOutside: async () => [],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { config, store, changed };
}
