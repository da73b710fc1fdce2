import type { Caller } from '../registry/policy.ts';
import type { MemoryIdentity, MemoryRow, MemoryStore } from '../store/memory-port.ts';
import { readQuery } from '../store/search-query.ts';
import { mergeRanked } from './merge-ranked.ts';
import type { RecallEnd, Recalled, RecallQuery } from './ports.ts';
import { homeScope, narrow, type Reach } from './scope.ts';

/** Rows of a scope that are listed without a search. */
const MOST_LISTED = 200;

/** Reads within the caller's reach. Memory that is switched off answers with nothing. */
export function recall(
  { store, identity, enabled }: { store: MemoryStore; identity: MemoryIdentity; enabled: boolean },
  caller: Caller,
  query: RecallQuery,
): RecallEnd {
  const { key, search } = query;
  if (key !== undefined && search !== undefined) {
    const text = 'Give either "key" for one row or "search" for a full-text search, not both.';
    return { ok: false, code: 'conflicting_arguments', text };
  }
  // One row is looked up in the conversation at hand, whatever was asked for.
  const reach = narrow(caller, key === undefined ? query.scope : 'current', identity);
  const base = { ok: true as const, scope: reach.words, narrowed: reach.narrowed };
  if (!enabled) return { ...base, items: [], enabled };
  if (key !== undefined) {
    const row = store.byKey(homeScope(caller), key.trim());
    return row ? { ...base, items: [listed(row)], enabled } : notFound(key);
  }
  if (search !== undefined) return { ...base, items: find(store, reach, search, query), enabled };
  const rows = store.list(reach.scopes, { archived: false, limit: MOST_LISTED });
  return { ...base, items: rows.map(listed), enabled };
}

/** A query of nothing but marks finds nothing. */
function find(store: MemoryStore, reach: Reach, search: string, { source, limit }: RecallQuery): Recalled[] {
  const asked = readQuery(search);
  if (asked === null) return [];
  const memories = (most: number): Recalled[] => store.search(asked.match, reach.scopes, most);
  const history = (most: number): Recalled[] => store.searchMessages(asked.match, reach.conversationId, most);
  if (source === 'memories') return memories(limit);
  if (source === 'history') return history(limit);
  return mergeRanked([memories, history], limit);
}

function listed(row: MemoryRow): Recalled {
  return { row, rank: 0, at: row.updatedAt, seq: row.seq };
}

function notFound(key: string): RecallEnd {
  const text = `There is nothing under the key "${key.slice(0, 128)}" in this conversation.`;
  return { ok: false, code: 'not_found', text };
}
