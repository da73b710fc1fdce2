import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Question } from '../../main/approvals/ports.ts';
import type { ComputerUse } from '../../main/computer/ports.ts';
import type { Config } from '../../main/config/config-port.ts';
import { openConfig as openSettings } from '../../main/config/open-config.ts';
import { createModelRouting } from '../../main/models/routes/routing-settings.ts';
import type { ToolResult } from '../../main/registry/capability.ts';
import { DEFERRAL_DEFAULTS } from '../../main/registry/deferral/settings.ts';
import type { Caller } from '../../main/registry/policy.ts';
import { createRegistry, type Registry } from '../../main/registry/registry.ts';
import { createChildEnvironment } from '../../main/sandbox/child-environment.ts';
import { createGrants } from '../../main/sandbox/grants.ts';
import type { Places } from '../../main/sandbox/places.ts';
import { createPrograms } from '../../main/sandbox/programs/programs.ts';
import { createSandbox } from '../../main/sandbox/sandbox.ts';
import { createSkills } from '../../main/skills/create-skills.ts';
import { allTools } from '../../main/tools/all-tools.ts';
import type { ToolReach } from '../../main/tools/reach.ts';
import { createSearchPool } from '../../main/tools/search/pool.ts';
import { keptLog, realClock, realIds } from './clock-and-ids.ts';
import { openMemoryWorld } from './memory-world.ts';

/** The owner at the window of the app. */
export const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: 'conversation-1',
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

/** The built-in tools with real files, processes and threads, in a home of their own. */
export interface ToolWorld {
  /** Canonical; the OS home, the state directory and a place outside are in it. */
  directory: string;
  osHome: string;
  home: string;
  workspace: string;
  outside: string;
  places: Places;
  sandbox: Config['sandbox'];
  env: Record<string, string | undefined>;
  reach: ToolReach;
  registry: Registry;
  questions: Question[];
  log: ReturnType<typeof keptLog>;
  call(name: string, input: unknown, options?: CallOptions): Promise<ToolResult>;
  /** Path, kind, mode and content of everything in a folder. */
  snapshot(folder?: string): Record<string, string>;
  close(): Promise<void>;
}

interface CallOptions {
  caller?: Caller;
  signal?: AbortSignal;
  report?: (text: string) => void;
}

export function openToolWorld(): ToolWorld {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'fermix-tools-')));
  const osHome = join(directory, 'ada');
  const home = join(osHome, '.fermix');
  const workspace = join(home, 'workspace');
  const outside = join(directory, 'outside');
  const run = join(home, 'run');
  for (const folder of [workspace, outside, run]) mkdirSync(folder, { recursive: true });
  const places: Places = { platform: process.platform, osHome, home, startDirectory: '/', userData: null };
  const config = openConfig(workspace);
  const env: Record<string, string | undefined> = { PATH: process.env['PATH'], USER: 'ada', LANG: 'C.UTF-8' };
  const log = keptLog();
  const questions: Question[] = [];
  const registry = createRegistry();
  const deps = { places, config, env, log };
  const memory = openMemoryWorld();
  const skills = createSkills({
    home,
    bundled: null,
    plugins: () => [],
    toolNames: () => new Set(registry.all().map((one) => one.name)),
    usage: { count: () => undefined, all: () => [] },
    clock: realClock,
    log,
  });
  const reach: ToolReach = {
    sandbox: createSandbox(deps),
    grants: createGrants(deps),
    environment: createChildEnvironment(deps),
    programs: createPrograms({ clock: realClock, ids: realIds, log, temporaryDirectory: run }),
    search: createSearchPool({ clock: realClock }),
    approvals: {
      ask(question) {
        const existing = questions.some((one) => one.key === question.key);
        if (!existing) questions.push(question);
        return { id: question.key, existing };
      },
    },
    registry,
    computer: switchedOff,
    memory: memory.tools,
    workers: nobody,
    routing: createModelRouting(openSettings({ home, env: {} })),
    skills,
    ids: realIds,
    deferral: () => DEFERRAL_DEFAULTS,
  };
  for (const capability of allTools(reach)) registry.register(capability);
  return {
    ...{ directory, osHome, home, workspace, outside, places, sandbox: config.current().sandbox, env, reach, registry },
    ...{ questions, log },
    async call(name, input, { caller = OWNER, signal = new AbortController().signal, report = () => undefined } = {}) {
      const surface = registry.snapshot(caller);
      const gate = surface.authorize(name);
      if (gate) return { ok: false, code: gate.code, text: gate.text, outcome: 'refused' };
      const prepared = surface.find(name)?.prepare(input);
      if (!prepared) throw new Error(`no tool ${name}`);
      return prepared.ok ? await prepared.run({ caller, turnId: 'turn', callId: 'call', signal, report }) : prepared;
    },
    snapshot: (folder = directory) => snapshot(folder),
    async close() {
      await Promise.all([reach.programs.close(), reach.search.close()]);
      memory.close();
      skills.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const switchedOff: ComputerUse = {
  unavailable: () => ({ code: 'not_enabled', text: 'Computer use is off.' }),
  callerGate: () => null,
  guidance: () => ({ posture: '', shortcut: 'ctrl', accessibility: '' }),
  act: () => Promise.resolve({ ok: false, code: 'not_enabled', text: 'Computer use is off.' }),
};

/** Settings in memory; only the folders an owner has allowed are written by tools. */
function openConfig(workspace: string) {
  const sandbox: Config['sandbox'] = {
    mode: 'standard',
    workspaceRoot: workspace,
    allowedRoots: [],
    blockedRoots: [],
    env: { mode: 'selected', allow: [], deny: [] },
  };
  return {
    current: () => ({ sandbox }) as Config,
    write(changes: Record<string, unknown>): Promise<void> {
      sandbox.allowedRoots = changes['sandbox.allowed_roots'] as string[];
      return Promise.resolve();
    },
  };
}

function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    seen[name] = `${stats.mode.toString(8)} ${content(path, stats)}`;
  }
  return seen;
}

function content(path: string, stats: ReturnType<typeof lstatSync>): string {
  if (stats?.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return stats?.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : dirname(path);
}

/** No model to run a worker with: the route is refused before one begins. */
const nobody: ToolReach['workers'] = {
  async run() {
    const message = 'There is no model here.';
    return { ok: false, route: { kind: 'no_model', provider: '', stage: 'before_response', message } };
  },
};
