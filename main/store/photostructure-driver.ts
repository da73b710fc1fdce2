import { createRequire } from 'node:module';
import type { SqlDatabase, SqlDriver, SqlRow } from './driver.ts';
import { guarded } from './sqlite-errors.ts';

type Binding = typeof import('@photostructure/sqlite');
type DatabaseSync = InstanceType<Binding['DatabaseSync']>;

/** For runtimes whose Node-API is older than 10. */
export const photostructureDriver: SqlDriver = {
  name: '@photostructure/sqlite',
  open(path, options) {
    const binding = createRequire(import.meta.url)('@photostructure/sqlite') as Binding;
    const db = guarded(
      () => new binding.DatabaseSync(path, { readOnly: options.readOnly, timeout: options.busyTimeoutMs }),
    );
    return wrap(db);
  },
};

function wrap(db: DatabaseSync): SqlDatabase {
  return {
    exec: (sql) => guarded(() => void db.exec(sql)),
    prepare(sql) {
      const statement = guarded(() => db.prepare(sql));
      return {
        run: (...values) => guarded(() => void statement.run(...values)),
        get: (...values) => guarded(() => statement.get(...values)) as SqlRow | undefined,
        all: (...values) => guarded(() => statement.all(...values)) as SqlRow[],
      };
    },
    close: () => guarded(() => void db.close()),
  };
}
