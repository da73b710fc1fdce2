import type { Badge } from '../../protocol/helper/operations.ts';
import type { Clock, Log } from '../agent/ports.ts';
import type { Config } from '../config/config-port.ts';
import type { ToolResult } from '../registry/capability.ts';
import type { KnownAccessibility } from './accessibility-words.ts';
import type { CaptureBreaker } from './capture-breaker.ts';
import type { HelperSupervisor } from './helper-supervisor.ts';
import type { InputSeat } from './input-seat.ts';
import type { Recorder } from './recorder/recorder-port.ts';
import type { ActionRequest } from './validate.ts';

export interface SessionPorts {
  conversationId: string;
  supervisor: HelperSupervisor;
  breaker: CaptureBreaker;
  seat: InputSeat;
  clock: Clock;
  log: Log;
  config(): Config['computerUse'];
  recorder: Recorder;
  /** True when nobody can go on with this conversation: the terminal it came from is closed. */
  isAbandoned(conversationId: string): boolean;
  /** What a started helper says of accessibility here. */
  learned(known: KnownAccessibility): void;
  /** Something that `state()` shows has changed. */
  changed(): void;
  /** The session must not be used any more. Called once, before its helper is ended. */
  dropped(): void;
}

/** The helper's answer to Pause or Resume: unproven, or the name of an action that still finishes. */
export type Acknowledged = { ok: true; inFlight: string | null } | { ok: false };

/** Computer use of one conversation. Its methods never wait for a running action, `perform` apart. */
export interface Session {
  readonly id: string;
  readonly acting: boolean;
  /** A call runs, perhaps before or after its action. */
  readonly busy: boolean;
  readonly paused: boolean;
  /** Its helper is there: it can see and act. */
  readonly driving: boolean;
  /** Throws a Refusal. Aborting ends the session: what is held is released and nothing more is sent. */
  perform(request: ActionRequest, signal: AbortSignal): Promise<ToolResult>;
  /** A new message of the owner: the count of actions starts again. */
  renewBudget(): void;
  /** The sign on the screen. A sign that cannot be shown holds nothing up. */
  showBadge(badge: Badge | null): void;
  pause(): Promise<Acknowledged>;
  resume(): Promise<Acknowledged>;
  /** Unregisters it, lets the helper release what it holds, ends it. Resolves when the helper is gone. */
  end(reason: string): Promise<void>;
  /** Resolves when no process of this session is left. */
  gone(): Promise<void>;
}
