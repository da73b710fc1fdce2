import { describe, expect, it } from 'vitest';
import { chooseDriver } from '../../../../main/store/choose-driver.ts';
import { migrate, schemaVersion } from '../../../../main/store/migrations.ts';
import { DRIVERS, temporaryFolder } from './open-temporary-store.ts';

describe('the choice of the binding', () => {
  it.each([
    ['9', '@photostructure/sqlite'],
    ['10', 'better-sqlite3'],
    ['11', 'better-sqlite3'],
    ['', '@photostructure/sqlite'],
  ])('Node-API %s takes %s', (version, name) => {
    expect(chooseDriver(version)).toMatchObject({ name });
  });
});

describe.each(DRIVERS)('%s', (_name, driver) => {
  const open = () => driver.open(`${temporaryFolder()}/test.db`, { readOnly: false, busyTimeoutMs: 10 });

  it('reports failures by code', () => {
    const db = open();
    db.exec('CREATE TABLE t (x TEXT NOT NULL)');
    expect(() => db.exec('nonsense')).toThrow(expect.objectContaining({ code: 'store_failed' }));
    expect(() => db.prepare('INSERT INTO t VALUES (?)').run(null)).toThrow(
      expect.objectContaining({ code: 'store_failed' }),
    );
    expect(() =>
      driver.open(temporaryFolder(), { readOnly: false, busyTimeoutMs: 0 }).exec('CREATE TABLE x (y)'),
    ).toThrow(expect.objectContaining({ code: 'disk_refused' }));
    db.close();
  });

  it('a failing migration leaves the version before it', () => {
    const db = open();
    expect(() => migrate(db, ['CREATE TABLE a (x)', 'CREATE TABLE b (x); CREATE TABLE a (x)'])).toThrow();
    expect(schemaVersion(db)).toBe(1);
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'b'").get()).toEqual({ n: 0 });
    migrate(db, ['CREATE TABLE a (x)', 'CREATE TABLE b (x)']);
    expect(schemaVersion(db)).toBe(2);
    db.close();
  });

  it('says when the disk is full', () => {
    const db = open();
    db.exec('CREATE TABLE t (x)');
    db.exec('PRAGMA max_page_count = 4');
    expect(() => db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'disk_full' }),
    );
    db.close();
  });
});
