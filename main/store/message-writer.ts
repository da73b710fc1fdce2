import type { StoredMessage, StoredTool } from '../agent/store-port.ts';
import type { SqlDatabase } from './driver.ts';
import { foldText, searchable } from './fold-text.ts';
import { type MessageRow, toRow, usageValues } from './message-rows.ts';

/** Writes one entry over all its tables. The caller holds the transaction. */
export interface MessageWriter {
  write(conversationId: string, message: StoredMessage): void;
}

export function createMessageWriter(db: SqlDatabase): MessageWriter {
  const upsert = db.prepare(`
    INSERT INTO messages (conversation_id, kind, id, turn_id, at, status, client_id, counted, body, trust)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_id, kind, id) DO UPDATE SET turn_id = excluded.turn_id, at = excluded.at,
      status = excluded.status, client_id = excluded.client_id, counted = excluded.counted, body = excluded.body,
      trust = excluded.trust
    RETURNING seq`);
  const useImage = db.prepare('INSERT OR IGNORE INTO image_uses (image_id, conversation_id) VALUES (?, ?)');
  const touch = db.prepare('UPDATE conversations SET updated_at = max(updated_at, ?) WHERE id = ?');
  const index = indexWriter(db);
  const writeTool = toolWriter(db);
  const writeUsage = usageWriter(db);
  return {
    write(conversationId, message) {
      const row = toRow(message);
      const fixed = [row.turnId, row.at, row.status, row.clientId, row.counted ? 1 : 0, row.body, row.trust] as const;
      const seq = Number(upsert.get(conversationId, row.kind, row.id, ...fixed)?.['seq']);
      index(seq, row);
      if (message.kind === 'tool') writeTool(seq, message);
      if ('usage' in message) writeUsage(seq, message);
      for (const image of row.images) useImage.run(image, conversationId);
      touch.run(Math.trunc(message.kind === 'tool' ? (message.end?.at ?? row.at) : row.at), conversationId);
    },
  };
}

/** Both indexes of the search: parts of words, and words. */
function indexWriter(db: SqlDatabase): (seq: number, row: MessageRow) => void {
  const unindex = db.prepare('DELETE FROM message_search WHERE rowid = ?');
  const index = db.prepare('INSERT INTO message_search (rowid, text) VALUES (?, ?)');
  const unindexWords = db.prepare('DELETE FROM message_words WHERE rowid = ?');
  const indexWords = db.prepare('INSERT INTO message_words (rowid, text) VALUES (?, ?)');
  return (seq, { searchText, words }) => {
    if (searchText !== null) unindex.run(seq);
    if (searchText) index.run(seq, foldText(searchText));
    if (words !== null) unindexWords.run(seq);
    if (words) indexWords.run(seq, searchable(words));
  };
}

function toolWriter(db: SqlDatabase): (seq: number, tool: StoredTool) => void {
  const call = db.prepare(
    'INSERT OR REPLACE INTO tool_calls (message_seq, name, arguments, started_at) VALUES (?, ?, ?, ?)',
  );
  const result = db.prepare(
    'INSERT OR REPLACE INTO tool_results (message_seq, ended_at, ok, outcome, code, text) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const reopen = db.prepare('DELETE FROM tool_results WHERE message_seq = ?');
  return (seq, tool) => {
    call.run(seq, tool.name, JSON.stringify(tool.arguments), Math.trunc(tool.startedAt));
    const end = tool.end;
    if (!end) return reopen.run(seq);
    result.run(seq, Math.trunc(end.at), end.ok ? 1 : 0, end.outcome, end.code ?? null, visibleNul(end.text));
  };
}

/** One of the bindings reads a text only up to its first NUL; the picture of NUL stands in for it. */
function visibleNul(text: string): string {
  return text.replaceAll('\0', '\u2400');
}

/** Rows that used a model: answers, summaries, and the lines about answers that were not kept. */
type Used = Extract<StoredMessage, { usage?: unknown }>;

function usageWriter(db: SqlDatabase): (seq: number, message: Used) => void {
  const write = db.prepare(`
    INSERT OR REPLACE INTO usage (message_seq, model, at, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, reasoning_tokens, total_tokens, cost_usd) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (seq, message) => {
    const model = 'model' in message ? (message.model ?? '') : '';
    if (message.usage) write.run(seq, model, Math.trunc(message.at), ...usageValues(message.usage));
  };
}
