import type {
  ConversationPage,
  ConversationState,
  ConversationSummary,
  NoticeEntry,
  UserEntry,
} from '../../protocol/conversation/entry.ts';
import type { NumberedEvent, TurnResult } from '../../protocol/conversation/event.ts';
import type { SearchAnswer } from '../../protocol/conversation/search.ts';
import type { Caller } from '../registry/policy.ts';
import type { CompactEnd } from './compaction/compactor.ts';
import type { BackgroundTask } from './store-port.ts';
import type { NoticeInput } from './turn-scope.ts';

export interface SendInput {
  conversationId: string;
  /** Chosen by the sender; the same id is accepted once. */
  clientId: string;
  text: string;
  /** Ids of stored pictures. */
  images: string[];
  files: { path: string }[];
  /** `now` joins the turn that runs, where there is one, after its current step. Default `queue`. */
  when?: 'queue' | 'now' | undefined;
}

/** How a turn came out, for the CLI. */
export interface TurnReport {
  conversationId: string;
  turnId: string;
  result: TurnResult;
  text: string;
  toolCalls: { name: string; ok: boolean; code?: string }[];
  /** Set when the turn failed. */
  failure?: { code: string; message: string };
}

/** What a stop of everything ended. */
export interface StopTotals {
  turns: number;
  waiting: number;
  background: number;
}

/** What the window, the CLI and channels do with conversations. One active turn per conversation, the rest waits. */
export interface Conversations {
  list(search: string): ConversationSummary[];
  create(): ConversationState;
  /** Throws a RemoteError `unknown_conversation`. */
  open(conversationId: string): ConversationState;
  /** Entries before a place, oldest first. Throws a RemoteError `unknown_conversation`. */
  page(conversationId: string, before: number): ConversationPage;
  /** Everything said and done in all conversations, newest first. */
  search(query: string, before: number | null): SearchAnswer;
  remove(conversationId: string): Promise<void>;
  rename(conversationId: string, title: string): void;
  /** Resolves when the message is stored; the turn runs on. `caller` is frozen here. */
  send(input: SendInput, caller: Caller): Promise<UserEntry>;
  /** Resolves at the end of the turn that answers this message. */
  finished(entry: UserEntry): Promise<TurnReport>;
  /**
   * Takes back a message that waits for the running turn: it leaves the store and never runs. Throws a RemoteError
   * `unknown_conversation`, or `not_queued` when its own turn has begun.
   */
  unqueue(conversationId: string, id: string): void;
  /**
   * Ends the running turn and everything it started within two seconds, and clears its queue; with a turn, ends that one
   * alone, whether it runs or waits.
   */
  stop(conversationId: string, turnId?: string): Promise<boolean>;
  /** Every conversation and background task: what `/stop` does. */
  stopAll(): Promise<StopTotals>;
  /**
   * Runs a task beside the conversations: a conversation of its own with nothing in it but the task, without a person
   * to ask. Answers when the task is stored; whoever started it is told of its end in the conversation it came from.
   */
  background(input: Omit<SendInput, 'when'>, caller: Caller): Promise<{ conversationId: string; title: string }>;
  tasks(limit: number): BackgroundTask[];
  /** Summarises the conversation now, or after what runs in it. */
  compact(conversationId: string): Promise<CompactEnd>;
  /** A fresh session: the model forgets what was said here; nothing is deleted. Waits for what runs. */
  startSession(conversationId: string): Promise<void>;
  isBusy(conversationId: string): boolean;
  /** A line of the host. Stored with the conversation, which is created by it when it is new. */
  note(conversationId: string, line: NoticeInput): NoticeEntry;
  readToolResult(conversationId: string, callId: string): string | null;
  /** Turns running now, and approvals waiting. */
  activity(): { running: string[]; needsYou: string[] };
  onEvent(listener: (event: NumberedEvent) => void): () => void;
  onChange(listener: (change: { summary: ConversationSummary } | { removed: string }) => void): () => void;
  /** Refuses new turns, stops the running ones, flushes. */
  close(): Promise<void>;
}
