import type { BackgroundState } from '../../protocol/conversation/entry.ts';
import type { Usage } from '../../protocol/conversation/message.ts';
import { SEARCH_PAGE, type SearchHit } from '../../protocol/conversation/search.ts';
import type { ConversationStore, StoredMessage } from '../agent/store-port.ts';
import type { SqlDatabase, SqlRow } from './driver.ts';
import { holdsAll, makeExcerpt } from './excerpt.ts';
import { fromRow, MESSAGE_COLUMNS, MESSAGE_TABLES, searchedText } from './message-rows.ts';
import { readQuery, type SearchQuery } from './search-query.ts';

/** Entries looked through for a page of hits before the exact question is asked. */
const CANDIDATES = 400;

type Reader = Pick<
  ConversationStore,
  'page' | 'turn' | 'history' | 'find' | 'place' | 'usage' | 'search' | 'tasks' | 'setTaskState' | 'pendingApprovals'
>;

/** Reads parts of conversations: none of it grows with their length, but for what a model has to be sent. */
export function createHistoryReader(db: SqlDatabase): Reader {
  const prepared = prepareAll(db);
  const strict = (query: SearchQuery, limit: number): number[] =>
    prepared.search.all(query.match, limit, SEARCH_PAGE).map((row) => Number(row['seq']));

  /** Where the words are so common that a few hundred candidates hold a page of hits; null where they are not. */
  const common = (query: SearchQuery, limit: number): number[] | null => {
    if (query.loose === null) return null;
    const candidates = prepared.search.all(query.loose, limit, CANDIDATES).map((row) => Number(row['seq']));
    if (candidates.length < CANDIDATES) return null;
    const found: number[] = [];
    for (const seq of candidates) {
      if (holds(prepared.hit.get(seq), query)) found.push(seq);
      if (found.length === SEARCH_PAGE) return found;
    }
    return null;
  };

  return {
    page(conversationId, before, limit) {
      const rows = prepared.page.all(conversationId, before ?? Number.MAX_SAFE_INTEGER, limit);
      const first = rows.at(-1)?.['seq'];
      const isMore = typeof first === 'number' && prepared.older.get(conversationId, first) !== undefined;
      return { messages: rows.reverse().map(fromRow), before: isMore ? first : null };
    },
    turn: (conversationId, turnId) => prepared.turn.all(conversationId, turnId).map(fromRow),
    history(conversationId) {
      const row = prepared.divider.get(conversationId);
      const divider = row ? fromRow(row) : null;
      const seq = Number(row?.['seq'] ?? 0);
      const since = prepared.since.all(conversationId, seq).map(fromRow);
      if (divider?.kind !== 'divider') return { divider: null, kept: [], since };
      const from = divider.from === null ? undefined : prepared.turnStart.get(conversationId, divider.from)?.['seq'];
      if (typeof from !== 'number') return { divider, kept: [], since };
      return { divider, kept: prepared.between.all(conversationId, from, seq).map(fromRow), since };
    },
    find(conversationId, kind, id) {
      const row = prepared.find.get(conversationId, kind, id);
      return row ? fromRow(row) : null;
    },
    place(conversationId, kind, id) {
      const seq = prepared.place.get(conversationId, kind, id)?.['seq'];
      return typeof seq === 'number' ? seq : null;
    },
    usage: (conversationId) => toUsage(prepared.usage.get(conversationId)),
    search(query, before) {
      const asked = readQuery(query);
      if (asked === null) return { hits: [], before: null };
      const limit = before ?? Number.MAX_SAFE_INTEGER;
      const found = common(asked, limit) ?? strict(asked, limit);
      const hits = found.flatMap((seq) => toHit(prepared.hit.get(seq), asked));
      return { hits, before: found.length === SEARCH_PAGE ? (found.at(-1) ?? null) : null };
    },
    tasks: (limit) =>
      prepared.tasks.all(limit).map((row) => ({
        conversationId: String(row['id']),
        title: String(row['title']),
        state: String(row['background']) as BackgroundState,
        parentId: typeof row['parent_id'] === 'string' ? row['parent_id'] : null,
        startedAt: Number(row['created_at']),
      })),
    setTaskState(conversationId, state) {
      prepared.setTaskState.run(state, conversationId);
    },
    pendingApprovals: () =>
      prepared.pending.all().flatMap((row) => {
        const message = fromRow(row);
        return message.kind === 'approval' ? [{ conversationId: String(row['conversation_id']), message }] : [];
      }),
  };
}

function prepareAll(db: SqlDatabase) {
  const messages = `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}`;
  const mine = `${messages} WHERE messages.conversation_id = ?`;
  const sums = ['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'total'];
  return {
    page: db.prepare(`${mine} AND messages.seq < ? ORDER BY messages.seq DESC LIMIT ?`),
    older: db.prepare('SELECT 1 AS found FROM messages WHERE conversation_id = ? AND seq < ? LIMIT 1'),
    turn: db.prepare(`${mine} AND messages.turn_id = ? ORDER BY messages.seq`),
    divider: db.prepare(`${mine} AND messages.kind = 'divider' ORDER BY messages.seq DESC LIMIT 1`),
    turnStart: db.prepare('SELECT min(seq) AS seq FROM messages WHERE conversation_id = ? AND turn_id = ?'),
    since: db.prepare(`${mine} AND messages.seq > ? ORDER BY messages.seq`),
    between: db.prepare(`${mine} AND messages.seq >= ? AND messages.seq < ? ORDER BY messages.seq`),
    find: db.prepare(`${mine} AND messages.kind = ? AND messages.id = ?`),
    place: db.prepare('SELECT seq FROM messages WHERE conversation_id = ? AND kind = ? AND id = ?'),
    usage: db.prepare(`SELECT ${sums.map((name) => `sum(${name}_tokens) AS ${name}`).join(', ')}, sum(cost_usd) AS cost
      FROM messages JOIN usage ON usage.message_seq = messages.seq WHERE messages.conversation_id = ?`),
    search: db.prepare(`SELECT rowid AS seq FROM message_words WHERE message_words MATCH ? AND rowid < ?
      ORDER BY rowid DESC LIMIT ?`),
    hit: db.prepare(`SELECT ${MESSAGE_COLUMNS}, conversations.title FROM ${MESSAGE_TABLES}
      JOIN conversations ON conversations.id = messages.conversation_id WHERE messages.seq = ?`),
    tasks: db.prepare(`SELECT id, title, background, parent_id, created_at FROM conversations
      WHERE background IS NOT NULL ORDER BY seq DESC LIMIT ?`),
    setTaskState: db.prepare('UPDATE conversations SET background = ? WHERE id = ? AND background IS NOT NULL'),
    pending: db.prepare(`${messages} WHERE messages.status = 'pending'`),
  };
}

function toUsage(row: SqlRow | undefined): Usage {
  const field = (name: string, column: string) => (typeof row?.[column] === 'number' ? { [name]: row[column] } : {});
  return {
    ...field('inputTokens', 'input'),
    ...field('outputTokens', 'output'),
    ...field('cacheReadTokens', 'cache_read'),
    ...field('cacheWriteTokens', 'cache_write'),
    ...field('reasoningTokens', 'reasoning'),
    ...field('totalTokens', 'total'),
    ...field('costUsd', 'cost'),
  };
}

function holds(row: SqlRow | undefined, query: SearchQuery): boolean {
  return row !== undefined && holdsAll(searchedText(fromRow(row)) ?? '', query);
}

function toHit(row: SqlRow | undefined, query: SearchQuery): SearchHit[] {
  if (!row) return [];
  const message: StoredMessage = fromRow(row);
  if (message.kind !== 'user' && message.kind !== 'assistant' && message.kind !== 'tool') return [];
  const { kind, id, at } = message;
  const base = { conversationId: String(row['conversation_id']), title: String(row['title']), kind, id, at };
  return [{ ...base, ...makeExcerpt(searchedText(message) ?? '', query) }];
}
