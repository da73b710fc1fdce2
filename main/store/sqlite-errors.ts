import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Primary result codes of SQLite (sqlite.org/rescode.html) by number and by name. */
const PRIMARY: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

const MEANINGS: [prefix: string, code: StoreErrorCode, sentence: string][] = [
  ['SQLITE_FULL', 'disk_full', 'The disk is full, so nothing was saved.'],
  ['SQLITE_CORRUPT', 'store_damaged', 'A part of the conversation store cannot be read.'],
  ['SQLITE_NOTADB', 'store_damaged', 'The conversation store is not a readable database.'],
  ['SQLITE_BUSY', 'store_busy', 'Another program is using the conversation store.'],
  ['SQLITE_LOCKED', 'store_busy', 'Another program is using the conversation store.'],
  ['SQLITE_IOERR', 'disk_refused', 'The disk reported an error, so nothing was saved.'],
  ['SQLITE_READONLY', 'disk_refused', 'The conversation store may not be written.'],
  ['SQLITE_CANTOPEN', 'disk_refused', 'The conversation store cannot be opened.'],
];

/** Runs a call of a binding and turns what it throws into a StoreError. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Both bindings' errors in one shape: one names the code, the other numbers it. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = sqliteName(error);
  const meaning = MEANINGS.find(([prefix]) => name.startsWith(prefix));
  if (meaning) return new StoreError(meaning[1], meaning[2], { cause: error });
  return new StoreError('store_failed', 'The conversation store could not do this.', { cause: error });
}

function sqliteName(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('errcode' in error && typeof error.errcode === 'number') return PRIMARY[error.errcode & 0xff] ?? '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return '';
}
