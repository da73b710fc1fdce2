import { z } from 'zod';

/** Kinds of remembered facts, in the order the page shows them. */
export const MEMORY_CATEGORY_NAMES = [
  'identity',
  'preference',
  'goal',
  'project',
  'environment',
  'instruction',
  'correction',
  'episode',
  'job_run_summary',
] as const;
export type MemoryCategoryName = (typeof MEMORY_CATEGORY_NAMES)[number];

/** One remembered fact on the Memory page. */
export interface MemoryItem {
  id: string;
  scope: 'conversation' | 'owner' | 'agent' | 'job';
  scopeId: string;
  /** Where it was written, when that conversation still exists. */
  conversation: { id: string; title: string } | null;
  category: MemoryCategoryName;
  key: string;
  value: string;
  /** The profile file it is a line of. */
  profile: 'USER.md' | 'MEMORY.md' | null;
  archived: boolean;
  archiveReason: string | null;
  /** Whose words: only the owner's are ever taken without a frame. */
  trust: 'owner' | 'guest' | 'external';
  source: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface MemoryState {
  enabled: boolean;
  /** False when the review interval is 0. */
  reviews: boolean;
  reviewing: boolean;
  lastReviewedAt: number | null;
  /** Conversations in which something waits for a review. */
  waiting: number;
  lastReview: {
    at: number;
    /** `changed`, `nothing`, `running`, `cut`, or a code of docs/memory.md. */
    result: string;
    changed: number;
    model: string | null;
    inputTokens: number | null;
    outputTokens: number | null;
    costUsd: number | null;
  } | null;
  profiles: { file: string; bytes: number; cap: number }[];
  problem: string | null;
}

const id = z.string().min(1).max(100);

export const memoryList = z.object({ search: z.string().max(500), archived: z.boolean() });
export const memoryOne = z.object({ id });
export const memoryChange = z.object({
  id,
  key: z.string().max(1_000),
  value: z.string().max(100_000),
  category: z.enum(MEMORY_CATEGORY_NAMES),
});
export const memoryArchive = z.object({ id, archived: z.boolean() });
export const memoryExport = z.object({ format: z.enum(['json', 'markdown']) });
