import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { type SqlDatabase, type SqlDriver, type SqlRow, type SqlValue, transact } from './driver.ts';
import { foldText } from './fold-text.ts';
import { indexOldMessage } from './index-old-messages.ts';
import { PARTS } from './set-aside.ts';

/** Tables in the order their references allow, each with its integer key. */
const TABLES = [
  ['conversations', 'seq'],
  ['messages', 'seq'],
  ['tool_calls', 'message_seq'],
  ['tool_results', 'message_seq'],
  ['usage', 'message_seq'],
  ['images', 'seq'],
  ['image_uses', 'seq'],
  ['recordings', 'seq'],
  ['recording_steps', 'seq'],
  ['recording_moments', 'seq'],
  ['recording_pictures', 'seq'],
  ['memories', 'seq'],
  ['memory_sources', 'seq'],
  ['memory_review_state', 'seq'],
  ['memory_reviews', 'seq'],
] as const;

/** Rows looked for when the highest key cannot be read: no row is smaller than this many bytes. */
const SMALLEST_ROW_BYTES = 16;
const MOST_ROWS = 500_000;

/** How much was found. */
export interface Salvaged {
  conversations: number;
  messages: number;
}

/**
 * Copies every row that can still be read from a damaged file into a new store. Works on a copy: the damaged file
 * itself is not written.
 */
export function salvage(driver: SqlDriver, damaged: string, into: SqlDatabase): Salvaged {
  const copy = `${damaged}.salvage`;
  const found: Salvaged = { conversations: 0, messages: 0 };
  let source: SqlDatabase | undefined;
  try {
    for (const part of PARTS) {
      if (part !== '-shm' && existsSync(damaged + part)) copyFileSync(damaged + part, copy + part);
    }
    mendPageCount(copy);
    source = driver.open(copy, { readOnly: false, busyTimeoutMs: 0 });
    const from = source;
    const limit = Math.min(MOST_ROWS, Math.ceil(statSync(copy).size / SMALLEST_ROW_BYTES));
    transact(into, () => {
      for (const [table, key] of TABLES) copyTable(from, into, table, key, limit);
    });
    found.conversations = countRows(into, 'conversations');
    found.messages = countRows(into, 'messages');
  } catch {
    // Not even the schema can be read: the new store stays empty and the notice says so.
  } finally {
    discard(source, copy);
  }
  return found;
}

function discard(source: SqlDatabase | undefined, copy: string): void {
  try {
    source?.close();
  } catch {
    // Closing a damaged file may fail; the copy is removed all the same.
  }
  for (const part of PARTS) rmSync(copy + part, { force: true });
}

/** SQLite refuses a file that is shorter than its header says; with the true length the rest can be read. */
function mendPageCount(path: string): void {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r+');
  try {
    if (readSync(file, header, 0, 100, 0) < 100) return;
    const stored = header.readUInt16BE(16);
    const pageSize = stored === 1 ? 65_536 : stored;
    const pages = pageSize > 0 ? Math.floor(statSync(path).size / pageSize) : 0;
    if (pages === 0 || pages >= header.readUInt32BE(28)) return;
    header.writeUInt32BE(pages, 28);
    writeSync(file, header, 28, 4, 28);
  } finally {
    closeSync(file);
  }
}

/** Row by row, by key: a damaged page costs the rows on it and no others. */
function copyTable(from: SqlDatabase, into: SqlDatabase, table: string, key: string, limit: number): void {
  let read: ReturnType<SqlDatabase['prepare']>;
  try {
    read = from.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
  } catch {
    return;
  }
  const columns = into
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((row) => String(row['name']));
  const highest = highestKey(from, table, key) ?? limit;
  for (let value = 1; value <= highest; value += 1) {
    const row = attempt(() => read.get(value));
    if (row) insert(into, table, columns, row);
  }
}

function countRows(db: SqlDatabase, table: string): number {
  return Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'] ?? 0);
}

function highestKey(from: SqlDatabase, table: string, key: string): number | null {
  const highest = attempt(() => from.prepare(`SELECT max(${key}) AS highest FROM ${table}`).get());
  const counted = attempt(() => from.prepare('SELECT max(seq) AS highest FROM sqlite_sequence').get());
  const values = [highest?.['highest'], counted?.['highest']].filter((value) => typeof value === 'number');
  return values.length > 0 ? Math.max(...values) : null;
}

function insert(into: SqlDatabase, table: string, columns: string[], row: SqlRow): void {
  const names = columns.filter((name) => name in row);
  const values = names.map((name): SqlValue => row[name] ?? null);
  if (table === 'messages') adoptOrphan(into, row);
  const marks = names.map(() => '?').join(', ');
  const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${marks})`;
  const done = attempt(() => {
    into.prepare(sql).run(...values);
    return true;
  });
  if (done && table === 'messages') index(into, row);
}

/** A message whose conversation row is lost gets a conversation again. */
function adoptOrphan(into: SqlDatabase, row: SqlRow): void {
  const at = typeof row['at'] === 'number' ? row['at'] : 0;
  const id = String(row['conversation_id']);
  const title = 'Recovered conversation';
  into
    .prepare(
      `INSERT OR IGNORE INTO conversations (id, title, title_folded, created_at, updated_at) VALUES (?, ?, ?, ?, ?)`,
    )
    .run(id, title, foldText(title), at, at);
}

function index(into: SqlDatabase, row: SqlRow): void {
  attempt(() => indexOldMessage(into, row));
  if (row['kind'] !== 'user' && row['kind'] !== 'assistant') return;
  const body: unknown = attempt(() => JSON.parse(String(row['body'])));
  if (typeof body !== 'object' || body === null || !('text' in body)) return;
  into
    .prepare('INSERT OR REPLACE INTO message_search (rowid, text) VALUES (?, ?)')
    .run(Number(row['seq']), foldText(String(body.text)));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
