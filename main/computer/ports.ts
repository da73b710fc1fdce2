import type { Remedy } from '../../protocol/conversation/message.ts';
import type { Probe } from '../../protocol/helper/operations.ts';
import type { ComputerState, ControlResult } from '../../protocol/ipc/shapes.ts';
import type { Gate, ToolContext, ToolResult } from '../registry/capability.ts';
import type { Caller } from '../registry/policy.ts';
import type { ComputerInput } from './input.ts';

/** What the `computer_use` tool needs. */
export interface ComputerUse {
  /** Null when the tool is offered: the platform is supported, the helper is there, the owner switched it on. */
  unavailable(): Gate | null;
  /** Null when this caller may use it; the same rules are checked again inside `act`. */
  callerGate(caller: Caller): Gate | null;
  /** What the schema tells the model this turn. */
  guidance(): { posture: string; shortcut: 'cmd' | 'ctrl'; accessibility: string };
  /** Refusals are results, never exceptions. */
  act(
    input: ComputerInput,
    context: Pick<ToolContext, 'caller' | 'turnId' | 'signal'> & { callId?: string },
  ): Promise<ToolResult>;
}

/** What the permissions page and the doctor show. A failure names its remedy. */
export type ProbeReport =
  | { ok: true; helperVersion: string; probe: Probe }
  | { ok: false; code: string; text: string; remedy?: Remedy };

/** Computer use as the rest of the host sees it. */
export interface ComputerService extends ComputerUse {
  state(): ComputerState;
  /** After anything of `state` changed. Returns the function that stops listening. */
  onChange(listener: (state: ComputerState) => void): () => void;
  /**
   * Writes `computer_use.enabled`; it counts at once, and switching off ends every session. Rejects with a `code`
   * and a sentence when computer use cannot work here, or with the ConfigError of the write.
   */
  enable(enabled: boolean): Promise<ComputerState>;
  /**
   * Installs, updates or repairs the helper; `state().helper` tells how far it is. Rejects with an InstallError, or with
   * the Refusal of a system that has no helper.
   */
  install(): Promise<ComputerState>;
  /** Ends an installation; what was downloaded stays for the next one. */
  cancelInstall(): ComputerState;
  /** Switches off, ends every session and every helper, and removes all their files. */
  remove(): Promise<ComputerState>;
  /** Removes what an installation that was killed left behind. Call it once the home is owned. */
  tidy(): Promise<void>;
  /** All sessions. Answers within six seconds, also while an action runs. */
  pause(): Promise<ControlResult>;
  resume(): Promise<ControlResult>;
  /**
   * The owner's Stop: ends the session, releases what is held, and refuses further calls of the same turn. Resolves
   * when the helper is gone; no input event follows.
   */
  stop(conversationId: string): Promise<void>;
  /** The same for every conversation, for those who cannot name one: the shortcut, `/stop`. */
  stopAll(): Promise<ControlResult>;
  /** The conversation is over: ends its session and forgets it. */
  end(conversationId: string): Promise<void>;
  /** Starts the count of actions again and lifts a Stop. A call from a new turn does the same by itself. */
  newOwnerMessage(conversationId: string): void;
  /** Starts a helper just to ask it what the system allows. Never prompts. Works while computer use is off. */
  probe(): Promise<ProbeReport>;
  /** The same after the system has shown its questions; only after a press of the owner. */
  requestPermissions(): Promise<ProbeReport>;
  /** Ends everything; nothing can be started afterwards. */
  close(): Promise<void>;
}
