import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { SqlDatabase, SqlDriver } from './driver.ts';
import { APPLICATION_ID, MIGRATIONS, migrate, schemaVersion } from './migrations.ts';
import { salvage } from './salvage.ts';
import { setAside } from './set-aside.ts';
import { toStoreError } from './sqlite-errors.ts';
import { StoreError } from './store-error.ts';

/** How long a write waits for a lock another process holds. */
const BUSY_TIMEOUT_MS = 5_000;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** An open store file and what has to be said about it. */
export interface OpenedDatabase {
  db: SqlDatabase;
  /** Sentences for the user; empty when all is well. */
  notices: string[];
}

/**
 * Opens the store's file, makes it when missing, and brings its schema up to date. A damaged file is kept under another
 * name and a new one is made with what could still be read. A file of a newer version, or of another program, is
 * refused and left as it is.
 */
export function openDatabase(driver: SqlDriver, path: string, now: Date): OpenedDatabase {
  if (!looksWhole(driver, path)) return replaceDamaged(driver, path, now);
  const db = openForUse(driver, path);
  try {
    if (!passesCheck(db)) {
      db.close();
      return replaceDamaged(driver, path, now);
    }
    migrate(db);
    return { db, notices: [] };
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

/** False when the file is damaged. Reads only, so that a file which is not ours stays as it is, byte for byte. */
function looksWhole(driver: SqlDriver, path: string): boolean {
  if (isEmpty(path)) return true;
  if (!hasMagic(path)) return false;
  let db: SqlDatabase | undefined;
  try {
    db = driver.open(path, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
    refuseForeign(db, path);
    return true;
  } catch (error) {
    if (toStoreError(error).code === 'store_damaged') return false;
    throw error;
  } finally {
    closeQuietly(db);
  }
}

function refuseForeign(db: SqlDatabase, path: string): void {
  const version = schemaVersion(db);
  const id = Number(db.prepare('PRAGMA application_id').get()?.['application_id'] ?? 0);
  const hasTables = db.prepare('SELECT 1 AS found FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (id !== APPLICATION_ID && hasTables) {
    throw new StoreError('store_foreign', `${path} is the database of another program. It was left as it is.`, {
      remedy: 'Move the file away, or set FERMIX_HOME to another folder.',
    });
  }
  if (version <= MIGRATIONS.length) return;
  throw new StoreError(
    'store_newer',
    `${path} was written by a newer version of Fermix (store version ${version}; this one knows ${MIGRATIONS.length}). It was left as it is.`,
    { remedy: 'Install the newer version, or set FERMIX_HOME to another folder.' },
  );
}

/** Write-ahead log with a sync at every commit: what was acknowledged is on the disk. */
function openForUse(driver: SqlDriver, path: string): SqlDatabase {
  createPrivate(path);
  const db = driver.open(path, { readOnly: false, busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec('PRAGMA foreign_keys = ON');
    return db;
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

/** Throws a StoreError when SQLite finds the file damaged. */
export function checkDatabase(db: SqlDatabase): void {
  if (!passesCheck(db)) throw new StoreError('store_damaged', 'The conversation store is damaged.');
}

/** Table by table, the search index as its plain tables: checking it against every text would cost most of the start. */
function passesCheck(db: SqlDatabase): boolean {
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
    return tables.every(({ name }) => db.prepare(`PRAGMA quick_check('${name}')`).get()?.['quick_check'] === 'ok');
  } catch (error) {
    if (toStoreError(error).code === 'store_damaged') return false;
    throw error;
  }
}

function replaceDamaged(driver: SqlDriver, path: string, now: Date): OpenedDatabase {
  const kept = setAside(path, now);
  const db = openForUse(driver, path);
  migrate(db);
  const found = salvage(driver, kept, db);
  const recovered =
    found.messages > 0
      ? `${found.messages} entries of ${found.conversations} conversations were recovered from it.`
      : 'Nothing could be recovered from it.';
  return {
    db,
    notices: [
      `The conversation store was damaged, so a new one was made. ${recovered} The damaged file is kept at ${kept}.`,
    ],
  };
}

function isEmpty(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0;
}

function hasMagic(path: string): boolean {
  const head = Buffer.alloc(MAGIC.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.equals(MAGIC);
}

/** SQLite gives its log files the mode of the main file. */
function createPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
}

function closeQuietly(db: SqlDatabase | undefined): void {
  try {
    db?.close();
  } catch {
    // Already closed, or too damaged to close in order; the file is what counts.
  }
}
