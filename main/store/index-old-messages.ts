import { isJsonObject } from '../../protocol/json.ts';
import type { SqlDatabase, SqlRow } from './driver.ts';
import { searchable } from './fold-text.ts';
import { fromRow, MESSAGE_COLUMNS, MESSAGE_TABLES, searchedText } from './message-rows.ts';

/** Rows held in memory at a time. */
const PAGE = 500;

/** Puts entries into the index of words that were stored before there was one. */
export function indexOldMessages(db: SqlDatabase): void {
  const read = db.prepare(
    `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE messages.seq > ? ORDER BY messages.seq LIMIT ${PAGE}`,
  );
  for (let last = 0; ; ) {
    const rows = read.all(last);
    for (const row of rows) indexOldMessage(db, row);
    const end = rows.at(-1)?.['seq'];
    if (typeof end !== 'number') return;
    last = end;
  }
}

/** One row of `messages`; a row that cannot be read has no words. */
export function indexOldMessage(db: SqlDatabase, row: SqlRow): void {
  const words = wordsOf(row);
  if (!words) return;
  db.prepare('DELETE FROM message_words WHERE rowid = ?').run(Number(row['seq']));
  db.prepare('INSERT INTO message_words (rowid, text) VALUES (?, ?)').run(Number(row['seq']), searchable(words));
}

function wordsOf(row: SqlRow): string | null {
  if ('result_text' in row) return searchedText(fromRow(row));
  const body: unknown = JSON.parse(String(row['body']));
  if (!isJsonObject(body)) return null;
  const text = row['kind'] === 'tool' ? body['title'] : body['text'];
  const isSearched = row['kind'] === 'user' || row['kind'] === 'assistant' || row['kind'] === 'tool';
  return isSearched && typeof text === 'string' ? text : null;
}
