import type { z } from 'zod';
import type { ActionReport } from '../../protocol/conversation/action-report.ts';
import type { ImageRef, Outcome, Remedy, Usage } from '../../protocol/conversation/message.ts';
import type { WorkerState } from '../../protocol/conversation/worker.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Caller, PolicyClass } from './policy.ts';

/** Where a capability comes from. */
export type CapabilitySource = 'builtin' | 'skill' | 'mcp' | 'plugin' | 'operator';

/** The shelf a tool stands on, as in the tool reference. */
export type Category =
  | 'system'
  | 'filesystem'
  | 'search'
  | 'git'
  | 'web'
  | 'computer'
  | 'harness'
  | 'delegation'
  | 'skills'
  | 'config'
  | 'meta'
  | 'memory'
  | 'jobs'
  | 'reminders'
  | 'media'
  | 'channel';

/** A picture made by a tool, not yet stored. `data` is the encoded file. */
export interface ToolPicture {
  data: Uint8Array;
  mime: ImageRef['mime'];
  width: number;
  height: number;
  role: 'before' | 'after' | 'result';
  alt?: string;
  /** Where an action landed, in pixels of this picture. */
  point?: { x: number; y: number };
  /** False keeps it out of the request to the model (a "before" picture the model has already seen). */
  forModel: boolean;
}

/** What a tool gives back. A refusal is a value, never an exception. */
export type ToolResult = ToolSuccess | ToolFailure;

/** Both kinds of result may say more exactly what was done. */
interface Told {
  /** Card title in the past tense, for example "Clicked Save in Text Editor"; absent: the title of the call. */
  title?: string;
  /** Of an action on the screen. */
  report?: ActionReport;
  /** Of a call that delegates: how each worker ended. */
  workers?: WorkerState[];
  /** Tokens that model calls of the tool itself used. */
  usage?: Usage;
}

export interface ToolSuccess extends Told {
  ok: true;
  /** For the model. */
  text: string;
  pictures?: ToolPicture[];
  /** Absent means performed. */
  outcome?: Extract<Outcome, 'performed' | 'unverified'>;
  /** Code of a success that did nothing, for example `already_allowed`. */
  code?: string;
  /** Third-party text is in `text`; the loop frames it as data. */
  external?: boolean;
}

export interface ToolFailure extends Told {
  ok: false;
  /** Stable, listed in the docs. */
  code: string;
  /** A sentence for the model and the owner. */
  text: string;
  /** What to do about it, where something can be done. */
  remedy?: Remedy;
  /** Default `failed`; a gate answers `refused`, input that never went out `not_delivered`. */
  outcome?: Extract<Outcome, 'refused' | 'failed' | 'not_delivered' | 'stopped' | 'unverified' | 'unknown'>;
  pictures?: ToolPicture[];
  data?: JsonObject;
  external?: boolean;
}

/** What every call gets besides its input. A tool must not keep it after it has returned. */
export interface ToolContext {
  readonly caller: Caller;
  readonly turnId: string;
  readonly callId: string;
  /** Aborted by Stop, by the turn's end and by quitting. A tool must settle soon after. */
  readonly signal: AbortSignal;
  /** Live output for the card; never throws. Text is data. */
  report(text: string): void;
  /** How the workers of this call stand, for the card; the newest list counts. Absent where nobody can look. */
  showWorkers?(workers: WorkerState[]): void;
}

/** Why a capability is not offered or may not run; `text` is for whoever asked. */
export interface Gate {
  code: string;
  text: string;
  remedy?: Remedy;
}

/** One thing the agent can do. Downstream code cannot tell a built-in from a plugin's. */
export interface Capability {
  readonly name: string;
  readonly source: CapabilitySource;
  readonly category: Category;
  /** The server or plugin it belongs to, as the owner named it; absent for built-in tools. */
  readonly group?: string;
  readonly policy: PolicyClass;
  readonly ownerOnly: boolean;
  readonly description: string;
  /** Extra guidance shown by tool_help. */
  readonly help: CapabilityHelp;
  /** JSON schema of the input for this caller (it may differ by turn). */
  inputSchema(caller: Caller): JsonObject;
  /** Verb and object in words for the card, for example "Read notes.txt". */
  title(input: JsonObject): string;
  /** Null when offered; else why not. Checked at advertisement and again at dispatch. */
  available(): Gate | null;
  /** Null when this caller is offered the tool this turn. Default: same as `authorize`. */
  advertise(caller: Caller): Gate | null;
  /** The tool's own gate at dispatch, after policy. */
  authorize(caller: Caller): Gate | null;
  /** The loop's backstop for one call, ms; absent means 660 000. A tool has shorter limits of its own. */
  readonly deadlineMs?: number;
  /** Checks the input; a failure names the field and nothing runs. Must not throw. */
  prepare(input: unknown): PreparedCall | ToolFailure;
}

/** A call whose input is valid. `run` may throw only for bugs; the loop turns that into an error result. */
export interface PreparedCall {
  ok: true;
  run(context: ToolContext): Promise<ToolResult>;
}

/** What tool_help adds to the description. */
export interface CapabilityHelp {
  whenToUse?: string;
  examples?: { description: string; input: JsonObject }[];
  failureModes?: { code: string; text: string }[];
  requiresSetup?: string;
}

/** A zod object schema with described fields. */
export type InputSchema = z.ZodObject;
