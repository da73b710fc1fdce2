import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import type { SqlDatabase, SqlDriver, SqlRow, SqlStatement } from './driver.ts';
import { guarded } from './sqlite-errors.ts';

/** The first choice. Its native code needs Node-API 10 and ends the process on anything older. */
export const betterSqlite3Driver: SqlDriver = {
  name: 'better-sqlite3',
  open(path, options) {
    const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
    const db = guarded(() => new Database(path, { readonly: options.readOnly, timeout: options.busyTimeoutMs }));
    return wrap(db);
  },
};

function wrap(db: BetterSqlite3.Database): SqlDatabase {
  return {
    exec: (sql) => guarded(() => void db.exec(sql)),
    prepare: (sql) => wrapStatement(guarded(() => db.prepare(sql))),
    close: () => guarded(() => void db.close()),
  };
}

function wrapStatement(statement: BetterSqlite3.Statement): SqlStatement {
  return {
    run: (...values) => guarded(() => void statement.run(...values)),
    get: (...values) => guarded(() => statement.get(...values)) as SqlRow | undefined,
    all: (...values) => guarded(() => statement.all(...values)) as SqlRow[],
  };
}
