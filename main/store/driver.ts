/** Values that can be bound and read. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** A compiled statement. Parameters are positional. */
export interface SqlStatement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

/** An open database. Every method throws a StoreError. */
export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

/** One SQLite binding. Loaded on first use only: the wrong one ends the process. */
export interface SqlDriver {
  readonly name: string;
  open(path: string, options: { readOnly: boolean; busyTimeoutMs: number }): SqlDatabase;
}

/** Runs `work` in one transaction: all of it is kept, or nothing. Not reentrant. */
export function transact<T>(db: SqlDatabase, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function rollBack(db: SqlDatabase): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself (disk full, I/O error); the first error is the one to report.
  }
}
