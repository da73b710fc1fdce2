import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SqlDriver } from '../../../../main/store/driver.ts';
import { APPLICATION_ID } from '../../../../main/store/migrations.ts';
import { assistant, DRIVERS, NOON, openAt, temporaryFolder, tool, user } from './open-temporary-store.ts';

const PAGE = 4096;

/** A store of several hundred pages, closed. */
function filledHome(driver: SqlDriver): string {
  const home = temporaryFolder();
  const store = openAt(home, driver);
  for (let chat = 0; chat < 4; chat += 1) {
    store.conversations.create(`c${chat}`, NOON);
    const entries = Array.from({ length: 40 }, (_, index) => [
      user(`u${index}`, `question ${chat} ${index} ${'text '.repeat(200)}`),
      tool(`t${index}`),
    ]);
    store.conversations.saveAll(`c${chat}`, entries.flat());
  }
  store.close();
  return home;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Repeatable noise. */
function noise(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return state >> 16;
    }),
  );
}

function keptCopies(home: string): string[] {
  return readdirSync(home).filter((name) => name.startsWith('memory.db.damaged-') && !/-(wal|shm)$/.test(name));
}

describe.each(DRIVERS)('a damaged store on %s', (_name, driver) => {
  it.each([
    [
      'cut to half',
      (path: string) => truncateSync(path, Math.floor(readFileSync(path).length / 2 / PAGE) * PAGE),
      true,
    ],
    ['cut inside a page', (path: string) => truncateSync(path, 110 * PAGE + 100), true],
    ['noise in the middle', (path: string) => overwrite(path, 75 * PAGE, noise(20 * PAGE, 7)), true],
    ['noise in the header', (path: string) => overwrite(path, 0, noise(100, 3)), false],
    ['no database at all', (path: string) => writeFileSync(path, 'hello, I am a text file\n'.repeat(400)), false],
  ])('%s: is kept aside, said, and replaced by one that works', (_what, damage, recovers) => {
    const home = filledHome(driver);
    const path = join(home, 'memory.db');
    damage(path);
    const damagedBytes = readFileSync(path);

    const store = openAt(home, driver);
    expect(keptCopies(home)).toEqual(['memory.db.damaged-20261130T120000Z']);
    const kept = join(home, 'memory.db.damaged-20261130T120000Z');
    expect(readFileSync(kept).equals(damagedBytes)).toBe(true);
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toContain(kept);
    expect(readdirSync(home).some((name) => name.includes('salvage'))).toBe(false);

    const recovered = store.conversations.list('').flatMap((row) => store.conversations.load(row.id));
    if (recovers) {
      expect(recovered.length).toBeGreaterThan(20);
      expect(store.conversations.list('question').length).toBeGreaterThan(0);
    } else {
      expect(recovered).toEqual([]);
    }
    store.conversations.create('fresh', NOON);
    store.conversations.save('fresh', assistant('a1', 'works'));
    store.check();
    store.close();

    const again = openAt(home, driver);
    expect(again.notices).toEqual([]);
    expect(again.conversations.load('fresh')).toEqual([assistant('a1', 'works')]);
  });

  it('two damaged files of the same second are both kept', () => {
    const home = temporaryFolder();
    for (const text of ['first', 'second']) {
      writeFileSync(join(home, 'memory.db'), text.repeat(100));
      openAt(home, driver).close();
    }
    expect(keptCopies(home)).toHaveLength(2);
  });

  it('an entry whose row cannot be read does not keep the conversation from opening', () => {
    const home = temporaryFolder();
    const store = openAt(home, driver);
    store.conversations.create('c1', NOON);
    for (const id of ['u1', 'u2', 'u3']) store.conversations.save('c1', user(id, `text of ${id}`));
    store.close();
    const db = driver.open(join(home, 'memory.db'), { readOnly: false, busyTimeoutMs: 1000 });
    db.exec("UPDATE messages SET body = substr(body, 1, 10) WHERE id = 'u2'");
    db.close();

    const loaded = openAt(home, driver).conversations.load('c1');
    expect(loaded.map((entry) => entry.kind)).toEqual(['user', 'notice', 'user']);
    expect(loaded[1]).toMatchObject({ code: 'entry_damaged' });
  });
});

describe.each(DRIVERS)('a store that is not ours to open on %s', (_name, driver) => {
  it.each([
    ['of a newer version', `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 999`, 'store_newer'],
    ['of another program', 'PRAGMA user_version = 1', 'store_foreign'],
  ])('%s is refused and left untouched', (_what, pragmas, code) => {
    const home = temporaryFolder();
    const path = join(home, 'memory.db');
    const db = driver.open(path, { readOnly: false, busyTimeoutMs: 1000 });
    db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ${pragmas}`);
    db.close();
    const before = readFileSync(path);

    expect(() => openAt(home, driver)).toThrow(expect.objectContaining({ code, remedy: expect.any(String) }));
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(keptCopies(home)).toEqual([]);
  });

  it('of a newer version whose last commits are still in the log is refused and loses none of them', () => {
    const home = temporaryFolder();
    const path = join(home, 'memory.db');
    const writer = driver.open(path, { readOnly: false, busyTimeoutMs: 1000 });
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE theirs (x)');
    writer.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 999`);
    const [main, log] = [readFileSync(path), readFileSync(`${path}-wal`)];

    expect(() => openAt(home, driver)).toThrow(expect.objectContaining({ code: 'store_newer' }));
    expect(readFileSync(path).equals(main)).toBe(true);
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    writer.close();
  });
});

describe.each(DRIVERS)('the file on %s', (_name, driver) => {
  it('is private, and an empty file is as good as none', () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'memory.db'), '');
    const store = openAt(home, driver);
    store.conversations.create('c1', NOON);
    expect(store.notices).toEqual([]);
    expect(existsSync(join(home, 'memory.db-wal'))).toBe(true);
  });
});
