import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import type { Badge, Probe } from '../../protocol/helper/operations.ts';
import type { ComputerState, ControlResult } from '../../protocol/ipc/shapes.ts';
import type { ConfigStore } from '../config/config-port.ts';
import type { Gate, ToolResult } from '../registry/capability.ts';
import { accessibilityWords, type KnownAccessibility } from './accessibility-words.ts';
import { createBadgeKeeper } from './badge-keeper.ts';
import { callerRefusal } from './caller-rules.ts';
import { pauseWords, resumeWords, stopWords } from './control-words.ts';
import type { HelperLink } from './helper-link.ts';
import type { HelperSupervisor } from './helper-supervisor.ts';
import type { ComputerInput } from './input.ts';
import type { HelperPrograms } from './install/helper-programs.ts';
import { InstallError } from './install/install-error.ts';
import type { Installation } from './install/installation.ts';
import { createOperatorHolds } from './operator-holds.ts';
import { type HostPlatform, platformRefusal, shortcutModifier } from './platform.ts';
import type { ComputerService, ProbeReport } from './ports.ts';
import { postureRule } from './posture.ts';
import { recordCall } from './recorder/record-call.ts';
import { Refusal, refusalText, remedyFor, toFailure } from './refusal.ts';
import { createSessions, type SharedSessionPorts } from './sessions.ts';
import type { ShortcutPort } from './shortcut-port.ts';
import { createShortcuts } from './shortcuts.ts';
import { validate } from './validate.ts';

export interface ServicePorts extends Omit<SharedSessionPorts, 'config' | 'changed' | 'learned'> {
  config: ConfigStore;
  installation: Installation;
  programs: HelperPrograms;
  /** Development builds only: nothing is installed. */
  inPlace: boolean;
  supervisor: HelperSupervisor;
  platform: HostPlatform;
  /** Version of the helper this build carries. */
  helperVersion: string;
  shortcuts: ShortcutPort;
  /** Shows the sign in a window of the app; null where the helper draws it. */
  showBadgeWindow: ((badge: Badge | null) => void) | null;
}

type Context = Parameters<ComputerService['act']>[1];

export function createComputerService(ports: ServicePorts): ComputerService {
  const { config, installation, programs, platform } = ports;
  const listeners = new Set<(state: ComputerState) => void>();
  const holds = createOperatorHolds();
  const computerUse = () => config.current().computerUse;
  const changed = () => {
    badges.update(sessions.all().map(({ session }) => session));
    const now = state();
    for (const listener of listeners) listener(now);
  };
  let known: KnownAccessibility | null = null;
  const learned = (now: KnownAccessibility) => {
    known = now;
  };
  const sessions = createSessions({ ...ports, config: computerUse, changed, learned });
  const shortcuts = createShortcuts({
    port: ports.shortcuts,
    platform: platform.os as ChordPlatform,
    config: computerUse,
    run: {
      pause: () => void (state().session === 'paused' ? resume() : pause()).then(heard),
      stop: () => void stopAll().then(heard),
    },
    changed,
    log: ports.log,
  });
  const heard = ({ result }: ControlResult) => ports.log.info('computer.shortcut', { result });
  const badges = createBadgeKeeper({ shortcuts: shortcuts.states, showWindow: ports.showBadgeWindow });
  const pause = async () => pauseWords(await sessions.pause());
  const resume = async () => resumeWords(await sessions.resume());
  const stopListening = config.onChange((now) => {
    if (!now.computerUse.enabled) void sessions.endAll('disabled');
    void shortcuts.update();
    changed();
  });
  const stopWatching = installation.onChange(() => changed());
  void shortcuts.update();

  async function stopAll(): Promise<ControlResult> {
    const conversations = sessions.all().map(({ conversationId }) => conversationId);
    const count = conversations.length + Number(sessions.anyOrphanedPause());
    for (const conversationId of conversations) holds.hold(conversationId);
    await sessions.endAll('stopped');
    return stopWords(count);
  }

  /** Never sent by the agent: it would hold or stop itself. */
  function ownChords(): string[] {
    return [computerUse().pauseShortcut, computerUse().stopShortcut].filter((chord) => chord !== '');
  }

  function cannotWork(): Refusal | null {
    const refusal = platformRefusal(platform);
    if (refusal) return refusal;
    return programs.usable() ? null : new Refusal('helper_not_installed');
  }

  function state(): ComputerState {
    const unsupported = platformRefusal(platform);
    const shown = sessions.all().find(({ session }) => session.acting) ?? sessions.all().at(-1);
    const paused = shown?.session.paused ?? sessions.anyOrphanedPause();
    return {
      supported: unsupported === null,
      unsupportedReason: unsupported?.message ?? null,
      enabled: computerUse().enabled,
      installed: programs.usable(),
      helperVersion: ports.helperVersion,
      helper: helperState(unsupported !== null),
      needsRestart: !ports.inPlace && installation.needsRestart(),
      session: paused ? 'paused' : !shown ? 'none' : shown.session.acting ? 'acting' : 'idle',
      posture: config.current().sandbox.mode,
      conversationId: shown?.conversationId ?? null,
      shortcuts: shortcuts.states(),
    };
  }

  function helperState(isUnsupported: boolean): ComputerState['helper'] {
    const found = installation.state();
    if (isUnsupported) return { ...found, state: 'unsupported', source: null, bytes: null };
    return ports.inPlace ? { ...found, state: 'development' } : found;
  }

  /** Puts the helper in place and has it answer once; nothing is done twice. */
  async function install(): Promise<void> {
    const unsupported = platformRefusal(platform);
    if (unsupported) throw unsupported;
    if (ports.inPlace) return;
    if (installation.state().state === 'error') await sessions.endAll('helper_installed');
    await installation.install(async () => {
      const link = await ports.supervisor.launch('probe').catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new InstallError('install_start_failed', `The helper was installed, but it does not start: ${reason}`);
      });
      await link.end();
    });
  }

  /** The order of the checks is that of computer-use 5.6; what needs the helper follows in the session. */
  async function act(input: ComputerInput, { caller, turnId, callId, signal }: Context): Promise<ToolResult> {
    const { conversationId } = caller;
    if (sessions.isPaused(conversationId)) throw new Refusal('paused');
    if (holds.isHeld(conversationId, turnId)) throw new Refusal('operator_stopped');
    const refused = callerRefusal(caller, computerUse().enabled);
    if (refused) throw refused;
    if (holds.enter(conversationId, turnId)) sessions.find(conversationId)?.renewBudget();
    const request = validate(input, platform.os as ChordPlatform, ownChords());
    if (request.traits.changes && config.current().sandbox.mode === 'strict') throw new Refusal('strict_mode');
    const impossible = cannotWork();
    if (impossible) throw impossible;
    const session = sessions.open(conversationId);
    const call = { session: session.id, conversationId, turnId, callId: callId ?? '' };
    return recordCall(ports.recorder, call, request, () => session.perform(request, signal));
  }

  async function askHelper(ask: (link: HelperLink) => Promise<Probe>): Promise<ProbeReport> {
    try {
      const unsupported = platformRefusal(platform);
      if (unsupported) throw unsupported;
      const link = await ports.supervisor.launch('probe');
      try {
        const { capabilities, helperVersion } = link.hello;
        const answer = await ask(link);
        learned({ capabilities, probe: answer });
        return { ok: true, helperVersion, probe: answer };
      } finally {
        await link.end();
      }
    } catch (error) {
      return probeFailure(error);
    }
  }

  return {
    unavailable() {
      // Switching it on brings the helper: before that, its absence is not the reason.
      const refusal = platformRefusal(platform) ?? (computerUse().enabled ? cannotWork() : new Refusal('not_enabled'));
      return refusal && toGate(refusal);
    },
    callerGate(caller) {
      const refusal = callerRefusal(caller, computerUse().enabled);
      return refusal && toGate(refusal);
    },
    guidance: () => ({
      posture: postureRule(config.current().sandbox.mode),
      shortcut: shortcutModifier(platform.os),
      accessibility: accessibilityWords(known, platform.os),
    }),
    act: (input, context) =>
      act(input, context).catch((error: unknown) => {
        if (error instanceof Refusal) return toFailure(error);
        throw error;
      }),
    state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enable(enabled) {
      if (enabled && installation.state().state !== 'installed') await install();
      const impossible = enabled ? cannotWork() : null;
      if (impossible) throw impossible;
      await config.write({ 'computer_use.enabled': enabled });
      if (!enabled) await sessions.endAll('disabled');
      return state();
    },
    async install() {
      await install();
      return state();
    },
    cancelInstall() {
      installation.cancel();
      return state();
    },
    async remove() {
      await config.write({ 'computer_use.enabled': false });
      await sessions.endAll('disabled');
      await ports.supervisor.endAll();
      await installation.remove();
      return state();
    },
    tidy: () => installation.tidy(),
    pause,
    resume,
    stopAll,
    async stop(conversationId) {
      holds.hold(conversationId);
      await sessions.end(conversationId, 'stopped');
    },
    async end(conversationId) {
      holds.forget(conversationId);
      await sessions.end(conversationId, 'conversation_end');
    },
    newOwnerMessage(conversationId) {
      holds.forget(conversationId);
      sessions.find(conversationId)?.renewBudget();
    },
    probe: () => askHelper((link) => link.probe()),
    requestPermissions: () => askHelper((link) => link.requestPermissions()),
    async close() {
      stopListening();
      shortcuts.close();
      stopWatching();
      installation.cancel();
      await sessions.endAll('quit');
      await ports.supervisor.close();
    },
  };
}

function toGate(refusal: Refusal): Gate {
  const remedy = remedyFor(refusal.code);
  const text = refusalText(refusal.code, refusal.message);
  return { code: refusal.code, text, ...(remedy ? { remedy } : {}) };
}

function probeFailure(error: unknown): ProbeReport {
  if (error instanceof Refusal) return { ok: false, ...toGate(error) };
  return { ok: false, code: 'helper_fault', text: refusalText('helper_fault', 'The helper did not answer.') };
}
