import type { ConversationState, ConversationSummary, UserEntry } from '../../protocol/conversation/entry.ts';
import type { NumberedEvent, TurnResult } from '../../protocol/conversation/event.ts';
import type { Caller } from '../registry/policy.ts';

export interface SendInput {
  conversationId: string;
  /** Chosen by the sender; the same id is accepted once. */
  clientId: string;
  text: string;
  /** Ids of stored pictures. */
  images: string[];
  files: { path: string }[];
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

/** What the window, the CLI and channels do with conversations. One active turn per conversation, the rest waits. */
export interface Conversations {
  list(search: string): ConversationSummary[];
  create(): ConversationState;
  /** Throws a RemoteError `unknown_conversation`. */
  open(conversationId: string): ConversationState;
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
  stopAll(): Promise<number>;
  readToolResult(conversationId: string, callId: string): string | null;
  /** Turns running now, and approvals waiting. */
  activity(): { running: string[]; needsYou: string[] };
  onEvent(listener: (event: NumberedEvent) => void): () => void;
  onChange(listener: (change: { summary: ConversationSummary } | { removed: string }) => void): () => void;
  /** Refuses new turns, stops the running ones, flushes. */
  close(): Promise<void>;
}
