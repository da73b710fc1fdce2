import type { Caller } from '../registry/policy.ts';

/** Something only the owner may decide. */
export interface Question {
  kind: 'directory_grant' | 'sandbox_change';
  /** Same kind, key and origin while pending: the same question, no second card. */
  key: string;
  title: string;
  exact: string;
  reason: string;
  caller: Caller;
  turnId: string;
  /** Carries out what was approved; its text is shown. Runs at most once. */
  apply(): Promise<string>;
}

/** Where an answer came from; compared with where the question went. */
export interface Answerer {
  channel: string;
  conversationId: string;
  trust: Caller['trust'];
  /** False for a process the host started, or one without a terminal: always refused. */
  inPerson: boolean;
  /** Channels with several people say who; absent on the local ones. */
  user?: string;
}

export type AnswerResult = { status: 'approved' | 'denied' | 'expired' | 'failed'; text: string };

/** Pending questions: single use, 60 s, bound to their origin, in memory alone. */
export interface Approvals {
  /** Shows a card; `existing` when the same question is already waiting. Does not wait for the answer. */
  ask(question: Question): { id: string; existing: boolean };
  /**
   * Checks id, time, origin and answerer before anything is consumed. Rejects with a RemoteError that leaves a live
   * question alive: `unknown_token`, `expired`, `wrong_origin`, `not_owner`, `not_in_person`.
   */
  answer(id: string, allow: boolean, answerer: Answerer): Promise<AnswerResult>;
  pending(): { id: string; conversationId: string; turnId: string; expiresAt: number }[];
  /** Drops what a conversation was asked, for example when it is deleted. */
  drop(conversationId: string): void;
}
