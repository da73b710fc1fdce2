import type { Caller } from '../registry/policy.ts';
import type { FoundMessage, MemoryRow, MemorySource, Ranked } from '../store/memory-port.ts';
import type { RecallScope } from './scope.ts';

/** What `memory_store` may answer. */
export type StoreEnd = { ok: true; key: string } | MemoryRefusal;

export interface MemoryRefusal {
  ok: false;
  code:
    | 'disabled'
    | 'invalid_key'
    | 'invalid_value'
    | 'value_too_large'
    | 'looks_like_secret'
    | 'conflicting_arguments'
    | 'not_found';
  text: string;
}

export interface RecallQuery {
  key?: string | undefined;
  search?: string | undefined;
  scope: RecallScope;
  source: 'memories' | 'history' | 'all';
  /** 1..50. */
  limit: number;
}

/** One found thing. */
export type Recalled = Ranked<{ row: MemoryRow; message?: never }> | Ranked<{ message: FoundMessage; row?: never }>;

export type RecallEnd =
  | {
      ok: true;
      /** What was looked through, in words; it may be less than what was asked for. */
      scope: string;
      narrowed: boolean;
      items: Recalled[];
      /** False: memory is switched off and nothing was looked through. */
      enabled: boolean;
    }
  | MemoryRefusal;

/** Memory as the tools use it. Every scope is narrowed to what the caller may see. */
export interface MemoryForTools {
  remember(caller: Caller, input: { key: string; value: string }, turnId: string): StoreEnd;
  recall(caller: Caller, query: RecallQuery): RecallEnd;
  sources(filter: { status?: string | undefined; sourceType?: string | undefined }): MemorySource[];
}
