import type { Millis } from '../../protocol/conversation/entry.ts';

/** Where a row is valid. `scopeId`: `<channel>:<chat>:<thread>`, the owner's id, the agent's id, or `job:<id>`. */
export interface MemoryScope {
  scopeType: 'conversation' | 'owner' | 'agent' | 'job';
  scopeId: string;
}

/** Kinds of facts; the last two are written by the host alone. */
export const MEMORY_CATEGORIES = [
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
export type MemoryCategory = (typeof MEMORY_CATEGORIES)[number];

/** Which generated file a row is a line of. */
export type PromoteTarget = 'user_md' | 'memory_md' | 'none';

/** Whose word a row is: `external` was written after outside text had been read. Only `owner` is ever unframed. */
export type MemoryTrust = 'owner' | 'guest' | 'external';

/** What stands behind a row beside a conversation. */
export interface MemorySourceRef {
  id: string;
  type: string;
  name: string;
  description: string;
}

/** One remembered fact. */
export interface MemoryRow extends MemoryScope {
  /** Place in the order of writing; the last tie-break of every sort. */
  seq: number;
  id: string;
  category: MemoryCategory;
  key: string;
  value: string;
  /** 0..1. */
  confidence: number;
  target: PromoteTarget;
  archived: boolean;
  archiveReason: string | null;
  source: MemorySourceRef | null;
  /** The conversation it was written in, or the session of the review. */
  sessionId: string | null;
  runId: string | null;
  trust: MemoryTrust;
  createdAt: Millis;
  updatedAt: Millis;
}

/** A row on its way in; the same key in the same scope is overwritten and shown again when it was archived. */
export type MemoryInput = Omit<
  MemoryRow,
  'seq' | 'id' | 'archived' | 'archiveReason' | 'createdAt' | 'updatedAt' | 'source'
> & {
  source?: MemorySourceRef | null;
};

/** A found row with its bm25 rank: the smaller, the better. */
export type Ranked<T> = T & { rank: number; at: Millis; seq: number };

/** A found entry of the history. */
export interface FoundMessage {
  conversationId: string;
  title: string;
  kind: 'user' | 'assistant' | 'tool';
  /** At most 2 000 characters of it. */
  text: string;
  /** Empty for what the owner and the agent said; else who did, for example `web_fetch`. */
  outside: string;
}

/** A scheduled job, or what else backs rows. `deleted` is a tombstone. */
export interface MemorySource {
  id: string;
  sourceType: string;
  name: string;
  description: string;
  status: 'active' | 'expired' | 'deleted';
  lastRunAt: Millis | null;
  lastStatus: string | null;
  createdAt: Millis;
  updatedAt: Millis;
}

/** Whose memory: agent and owner. */
export interface MemoryIdentity {
  agentId: string;
  ownerId: string;
}

/**
 * Remembered rows of one agent and owner. Methods are synchronous; those that write return when the row would survive
 * `kill -9`, and throw a StoreError when the disk refuses.
 */
export interface MemoryStore {
  put(input: MemoryInput): MemoryRow;
  get(id: string): MemoryRow | null;
  /** Not the archived ones. */
  byKey(scope: MemoryScope, key: string): MemoryRow | null;
  /** Rows of a key in any scope that stand in a profile file, newest first. */
  promotedByKey(key: string): MemoryRow[];
  /** Newest first; null for every scope. */
  list(scopes: readonly MemoryScope[] | null, options: { archived: boolean; limit: number }): MemoryRow[];
  /** Lines of a profile file, newest first. */
  promoted(target: PromoteTarget): MemoryRow[];
  /** `match` is a query of the index; sorted by rank, newest, highest `seq`. Archived rows only when asked for. */
  search(
    match: string,
    scopes: readonly MemoryScope[] | null,
    limit: number,
    archived?: boolean,
  ): Ranked<{ row: MemoryRow }>[];
  /** The same over what was said, in one conversation or in all. */
  searchMessages(match: string, conversationId: string | null, limit: number): Ranked<{ message: FoundMessage }>[];
  change(id: string, change: Partial<Pick<MemoryRow, 'key' | 'value' | 'category' | 'target' | 'trust'>>): MemoryRow;
  /** Hides a row, or shows it again for null. Never deletes. */
  archive(id: string, reason: string | null): void;
  remove(id: string): void;
  /** True when the conversation holds text from outside: of tools that bring it, or of a guest. */
  hasOutsideText(conversationId: string): boolean;
  putSource(source: MemorySource): void;
  /** Newest first. */
  sources(filter: { status?: string | undefined; sourceType?: string | undefined }): MemorySource[];
  digest(name: string): string | null;
  setDigest(name: string, digest: string): void;
  /** All of it or nothing. Not reentrant. */
  atomically<T>(work: () => T): T;
  /** True when the word index fits the rows; else it was built again. */
  checkIndex(): boolean;
}
