import type { Millis } from '../../protocol/conversation/entry.ts';

/** A conversation as the review addresses it. */
export interface ReviewSelector {
  channel: string;
  chatId: string;
  thread: string;
}

/** How far a conversation is reviewed. */
export interface ReviewState extends ReviewSelector {
  conversationId: string;
  /** More than one person can post there. */
  shared: boolean;
  /** When the owner first said something that is not reviewed yet; null: nothing waits. */
  pendingSince: Millis | null;
  lastReviewedMessageId: number;
  lastReviewedAt: Millis | null;
  lastFailedAt: Millis | null;
  lastFailure: string | null;
}

/** A message of the owner in person. */
export interface ReviewMessage {
  seq: number;
  at: Millis;
  text: string;
}

/** What a review cost and how it ended: `nothing`, `changed`, `aborted`, or a code of a failure. */
export interface ReviewRecord {
  id: string;
  conversationId: string;
  startedAt: Millis;
  endedAt: Millis | null;
  result: string;
  /** Rows added, changed or archived. */
  changed: number;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
}

/** The state of reviews, of one agent and owner. Synchronous, as everything of the store. */
export interface ReviewStore {
  /** Notes that the owner said something here. */
  touch(selector: ReviewSelector, conversationId: string, at: Millis, shared: boolean): void;
  /** Conversations with something to review, the longest waiting first. */
  pending(limit: number): ReviewState[];
  /** Nothing waits there after all. */
  idle(selector: ReviewSelector): void;
  /** One atomic update: true when nobody else holds the claim, or it has expired. */
  claim(selector: ReviewSelector, claimId: string, now: Millis, until: Millis): boolean;
  /** Messages of the owner in person after the last reviewed one, oldest first. */
  messages(conversationId: string, after: number, limit: number): ReviewMessage[];
  /** Advances the cursor and gives the claim back; false when the claim is somebody else's by now. */
  succeed(selector: ReviewSelector, claimId: string, now: Millis, last: number, pendingSince: Millis | null): boolean;
  fail(selector: ReviewSelector, claimId: string, now: Millis, code: string): void;
  /** Gives the claim back as if nothing had been tried. */
  release(selector: ReviewSelector, claimId: string): void;
  begin(record: Pick<ReviewRecord, 'id' | 'conversationId' | 'startedAt'>): void;
  end(id: string, end: Omit<ReviewRecord, 'id' | 'conversationId' | 'startedAt'>): void;
  /** Newest first. */
  records(limit: number): ReviewRecord[];
  /** Newest over all conversations. */
  lastReviewedAt(): Millis | null;
}
