import type { ModelRouter } from '../agent/model-client.ts';
import type { Clock, Ids, Log } from '../agent/ports.ts';
import type { MemoryConfig } from '../config/config-port.ts';
import type { KnownSecrets } from '../config/known-secrets.ts';
import type { Caller } from '../registry/policy.ts';
import type { MemoryStore } from '../store/memory-port.ts';
import type { ReviewRecord, ReviewStore } from '../store/memory-review-port.ts';
import { createMemoryForTools } from './memory-for-tools.ts';
import { createOwnerMemory, type OwnerMemory } from './owner-memory.ts';
import type { MemoryForTools } from './ports.ts';
import { createProfileFiles } from './profile-files.ts';
import { mayReadProfile, promptBlock } from './prompt-block.ts';
import { createReviewer, type ReviewEnd } from './reviewer.ts';

export interface MemoryParts {
  store: MemoryStore;
  reviews: ReviewStore;
  models: ModelRouter;
  known: Pick<KnownSecrets, 'holds'>;
  settings(): MemoryConfig;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** What the page shows beside the rows. */
export interface MemoryFacts {
  enabled: boolean;
  /** False with an interval of 0. */
  reviews: boolean;
  reviewing: boolean;
  lastReviewedAt: number | null;
  /** Conversations with something to review. */
  waiting: number;
  lastReview: ReviewRecord | null;
  profiles: { file: string; bytes: number; cap: number }[];
  problem: string | null;
}

/** Everything about memory, for compose.ts. */
export interface Memory {
  readonly tools: MemoryForTools;
  readonly owner: OwnerMemory;
  /** The volatile block of a prompt; null for everybody but the owner. */
  promptBlock(caller: Caller): string | null;
  /** Called when a turn is over; returns at once. */
  noteTurn(caller: Caller): void;
  reviewNow(): Promise<ReviewEnd[]>;
  facts(): MemoryFacts;
  /** Rows, files or reviews changed. */
  onChange(listener: () => void): () => void;
  /** Checks the word index and writes profile files that are not what the rows say. */
  start(): Promise<void>;
  /** Settings changed, or rows went with a conversation. */
  refresh(): void;
  close(): Promise<void>;
}

export function createMemory(parts: MemoryParts): Memory {
  const { store, reviews, known, settings, log } = parts;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const files = createProfileFiles({ store, log, settings });
  const reviewer = createReviewer({ ...parts, files, onChange: changed });
  return {
    tools: createMemoryForTools({ store, known, settings, onChange: changed }),
    owner: createOwnerMemory({ store, files, known, onChange: changed }),
    promptBlock(caller) {
      try {
        return settings().enabled && mayReadProfile(caller) ? promptBlock(files.current(), log) : null;
      } catch (error) {
        log.error('memory.not_read', { error });
        return null;
      }
    },
    noteTurn(caller) {
      try {
        reviewer.noteTurn(caller);
      } catch (error) {
        log.error('memory.turn_not_noted', { error });
      }
    },
    reviewNow: () => reviewer.runNow(),
    facts() {
      const { enabled, reviewIntervalHours } = settings();
      return {
        enabled,
        reviews: reviewIntervalHours > 0,
        reviewing: reviewer.isRunning(),
        lastReviewedAt: reviews.lastReviewedAt(),
        waiting: reviews.pending(1_000).length,
        lastReview: reviews.records(1)[0] ?? null,
        profiles: files.current().map(({ file, bytes, cap }) => ({ file, bytes, cap })),
        problem: files.problem(),
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (!store.checkIndex()) log.warn('memory.index_built_again');
      await files.sync();
    },
    refresh() {
      void files.sync().then(changed);
    },
    async close() {
      await reviewer.close();
      await files.idle();
    },
  };
}
