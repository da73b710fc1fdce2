import { betterSqlite3Driver } from './better-sqlite3-driver.ts';
import type { SqlDriver } from './driver.ts';
import { photostructureDriver } from './photostructure-driver.ts';

/**
 * The binding for this runtime. Decided from the Node-API version before anything is loaded: better-sqlite3 on a
 * Node-API below 10 crashes in native code, which nothing can catch.
 */
export function chooseDriver(napiVersion: string | undefined = process.versions['napi']): SqlDriver {
  return Number(napiVersion) >= 10 ? betterSqlite3Driver : photostructureDriver;
}
