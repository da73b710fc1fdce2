import type { JsonObject } from '../json.ts';
import type { ActionReport } from './action-report.ts';
import type { FileRef, ImageRef, Outcome, Remedy, Usage } from './message.ts';
import type { WorkerState } from './worker.ts';

/** Milliseconds since 1970, UTC. */
export type Millis = number;

/** What the user said. */
export interface UserEntry {
  kind: 'user';
  id: string;
  turnId: string;
  at: Millis;
  text: string;
  images: ImageRef[];
  files: FileRef[];
  /** `queued` while an earlier turn still runs. */
  status: 'queued' | 'sent';
  /** The same message run again by the host after the owner approved what its first turn had asked for. */
  resumed?: true;
  /** Said to a turn that was running: it joins that turn after its current step and has no turn of its own. */
  steers?: true;
  /** Asked with /ultra: many workers, a broad decomposition. */
  ultra?: true;
}

/** What the agent said. `text` is Markdown and must never be rendered as HTML. */
export interface AssistantEntry {
  kind: 'assistant';
  id: string;
  turnId: string;
  at: Millis;
  text: string;
  reasoning: string;
  status: 'streaming' | 'done' | 'stopped' | 'failed';
  /** Who answered, for example `anthropic/claude-…` or `direct`. */
  model: string;
}

/** One tool call: the card. `id` is the call id. */
export interface ToolEntry {
  kind: 'tool';
  id: string;
  turnId: string;
  at: Millis;
  name: string;
  /** Verb and object in words, for example "Run ls -la"; made by the host from the arguments, or from what was done. */
  title: string;
  arguments: JsonObject;
  status: 'running' | 'waiting' | 'done';
  /** The last 64 KiB of what the tool has printed while running. */
  liveOutput: string;
  /** Present when done. */
  outcome?: Outcome;
  /** Stable code of a refusal or failure. */
  code?: string;
  /** Result as the model got it, at most 32 KiB here; `truncated` says that there is more in the store. */
  text: string;
  truncated: boolean;
  images: ToolImage[];
  remedy?: Remedy;
  /** Present for an action on the screen. */
  report?: ActionReport;
  /** Present for a call that delegates to workers, while they run and after. */
  workers?: WorkerState[];
  startedAt: Millis;
  endedAt?: Millis;
}

/** A picture of a tool result with its role. `point` is where an action landed, in pixels of this picture. */
export interface ToolImage {
  image: ImageRef;
  role: 'before' | 'after' | 'result';
  point?: { x: number; y: number };
}

/** A question to the owner. The token that answers it never leaves the host: the window answers by `id`. */
export interface ApprovalEntry {
  kind: 'approval';
  id: string;
  turnId: string;
  at: Millis;
  /** One sentence: what will happen. */
  title: string;
  /** The exact thing: a canonical path, a setting change as +/- lines, a command. Shown in mono. */
  exact: string;
  /** The agent's words, shown as such. */
  reason: string;
  expiresAt: Millis;
  status: 'pending' | 'approved' | 'denied' | 'expired' | 'failed';
}

/** A line of the host itself: stopped, interrupted, model changed, an error with its remedy. */
export interface NoticeEntry {
  kind: 'notice';
  id: string;
  turnId?: string;
  at: Millis;
  tone: 'info' | 'warn' | 'error';
  code?: string;
  text: string;
  remedy?: Remedy;
  /** The slash command this line answers, as it was written. */
  command?: string;
}

/**
 * Where the model's memory of the conversation begins anew. What is above stays readable and searchable; `session` is
 * a fresh start, `compacted` goes on from a summary.
 */
export interface DividerEntry {
  kind: 'divider';
  id: string;
  /** Never set: a divider is of no turn. */
  turnId?: string;
  at: Millis;
  reason: 'session' | 'compacted';
  /** What the model goes on from; a model wrote it: data. */
  summary?: string;
}

/** One row of the conversation. */
export type Entry = UserEntry | AssistantEntry | ToolEntry | ApprovalEntry | NoticeEntry | DividerEntry;

/** What a turn is doing now. */
export type TurnPhase = 'model' | 'tools' | 'approval';

/** The running turn, or none. */
export interface RunningTurn {
  turnId: string;
  startedAt: Millis;
  step: number;
  phase: TurnPhase;
  stopping: boolean;
}

/** All the window knows of one conversation. `seq` is the number of the last event applied. */
export interface ConversationState {
  conversationId: string;
  title: string;
  seq: number;
  entries: Entry[];
  turn: RunningTurn | null;
  /** Sum over the whole conversation, entries that are not held here included. */
  usage: Usage;
  /** Sums of the turns held here, by turn id. */
  totals: Record<string, TurnTotal>;
  /** Where the next older page ends: handed to `conversation.page`. Null when the first entry is held. */
  before: number | null;
  /** The conversation is being summarised for the model. */
  compacting: boolean;
}

/** What one turn has used so far. */
export interface TurnTotal {
  usage: Usage;
  /** Model calls. */
  steps: number;
}

/** One row of the conversation list. */
export interface ConversationSummary {
  id: string;
  title: string;
  updatedAt: Millis;
  messageCount: number;
  running: boolean;
  needsYou: boolean;
  /** A task that runs by itself beside the conversations. */
  background?: BackgroundState;
}

/** How a background task stands; `interrupted` when the app ended under it. */
export type BackgroundState = 'running' | 'completed' | 'failed' | 'stopped' | 'interrupted';

/** Entries before a place, oldest first. */
export interface ConversationPage extends Pick<ConversationState, 'entries' | 'totals' | 'before'> {}
