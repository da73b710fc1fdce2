import type { Millis } from './entry.ts';

/** Hits of one answer. */
export const SEARCH_PAGE = 50;

/** A message found by the history search. */
export interface SearchHit {
  conversationId: string;
  title: string;
  kind: 'user' | 'assistant' | 'tool';
  /** Id of the entry. */
  id: string;
  at: Millis;
  /** A piece of the text around the first word found, on one line. Data. */
  excerpt: string;
  /** What was found in the excerpt: from and to, UTF-16 units. */
  marks: [number, number][];
}

/** Newest first. `before` goes into the next question for older ones; null when there are none. */
export interface SearchAnswer {
  hits: SearchHit[];
  before: number | null;
}
