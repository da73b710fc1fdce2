import { describe, expect, it } from 'vitest';
import { comparePlaces, mergeRanked, type Place } from '../../../../main/memory/merge-ranked.ts';
import { threadScope } from '../../../../main/memory/scope.ts';
import type { MemoryInput, MemorySource } from '../../../../main/store/memory-port.ts';
import { MIGRATIONS, migrate } from '../../../../main/store/migrations.ts';
import { createRandom } from '../../../support/random.ts';
import { clockAt, DRIVERS, NOON, openAt, temporaryFolder } from '../store/open-temporary-store.ts';

const row = (key: string, value: string, more: Partial<MemoryInput> = {}): MemoryInput => ({
  scopeType: 'owner',
  scopeId: 'default',
  category: 'preference',
  key,
  value,
  confidence: 1,
  target: 'user_md',
  sessionId: null,
  runId: null,
  trust: 'owner',
  ...more,
});

describe.each(DRIVERS)('memory on %s', (_name, driver) => {
  it('keeps the index in step through every change', () => {
    const { memory } = openAt(temporaryFolder(), driver);
    const one = memory.put(row('tea', 'green'));
    expect(memory.checkIndex()).toBe(true);
    memory.put(row('tea', 'black'));
    expect(memory.search('"green"', null, 9)).toEqual([]);
    memory.change(one.id, { value: 'white' });
    expect(memory.search('"white"', null, 9).map((found) => found.row.id)).toEqual([one.id]);
    memory.archive(one.id, 'old');
    expect(memory.search('"white"', null, 9)).toEqual([]);
    expect(memory.search('"white"', null, 9, true)).toHaveLength(1);
    memory.remove(one.id);
    expect(memory.search('"white"', null, 9, true)).toEqual([]);
    expect(memory.checkIndex()).toBe(true);
  });

  it('finds a broken index at the check and builds it again', () => {
    const home = temporaryFolder();
    const store = openAt(home, driver);
    store.memory.put(row('tea', 'green'));
    store.close();
    const db = driver.open(`${home}/memory.db`, { readOnly: false, busyTimeoutMs: 100 });
    db.exec("INSERT INTO memories_fts (memories_fts) VALUES ('delete-all')");
    db.close();
    const { memory } = openAt(home, driver);
    expect(memory.search('"green"', null, 9)).toEqual([]);
    expect(memory.checkIndex()).toBe(false);
    expect(memory.search('"green"', null, 9)).toHaveLength(1);
    expect(memory.checkIndex()).toBe(true);
  });

  it('rows of another owner or agent are never seen', () => {
    const { memory } = openAt(temporaryFolder(), driver);
    memory.put(row('tea', 'green'));
    expect(memory.list([{ scopeType: 'owner', scopeId: 'somebody' }], { archived: true, limit: 9 })).toEqual([]);
    expect(memory.list([], { archived: true, limit: 9 })).toEqual([]);
  });

  it('a migrated database has the schema of a fresh one', () => {
    const schemaOf = (steps: number) => {
      const db = driver.open(`${temporaryFolder()}/x.db`, { readOnly: false, busyTimeoutMs: 10 });
      migrate(db, MIGRATIONS.slice(0, steps));
      db.exec(`INSERT INTO conversations (id, title, title_folded, created_at, updated_at) VALUES ('c', '', '', 1, 1)`);
      db.exec(`INSERT INTO messages (conversation_id, kind, id, at, counted, body)
        VALUES ('c', 'user', 'u', 1, 1, '{"kind":"user","id":"u","text":"hello"}')`);
      migrate(db);
      const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
      const trust = db.prepare('SELECT trust FROM messages').get()?.['trust'];
      db.close();
      return { schema, trust };
    };
    for (let steps = 1; steps <= MIGRATIONS.length; steps += 1) expect(schemaOf(steps)).toEqual(schemaOf(1));
    expect(schemaOf(1).trust).toBeNull();
  });

  it('keeps sources with their tombstones', () => {
    const { memory } = openAt(temporaryFolder(), driver, clockAt(NOON));
    const source: MemorySource = {
      ...{ id: 'job:1', sourceType: 'scheduled_job', name: 'News', description: 'Each morning' },
      status: 'active',
      ...{ lastRunAt: null, lastStatus: null, createdAt: NOON, updatedAt: NOON },
    };
    memory.putSource(source);
    memory.putSource({ ...source, status: 'deleted', updatedAt: NOON + 1, lastStatus: 'completed' });
    expect(memory.sources({ status: 'active' })).toEqual([]);
    expect(memory.sources({ sourceType: 'scheduled_job' })).toMatchObject([{ status: 'deleted', createdAt: NOON }]);
  });
});

it('merging windows equals one sort of everything, and reads no more than it must', () => {
  const random = createRandom(11);
  for (let run = 0; run < 500; run += 1) {
    const lists = [0, 1].map((source) =>
      Array.from({ length: random.below(60) }, (_, seq) => ({
        rank: -random.below(run % 3 === 0 ? 3 : 1000),
        at: random.below(4),
        seq: seq * 2 + source,
      })).sort(comparePlaces),
    );
    const limit = 1 + random.below(50);
    let most = 0;
    const merged = mergeRanked(
      lists.map((list) => (size: number): Place[] => {
        most = Math.max(most, size);
        return list.slice(0, size);
      }),
      limit,
    );
    expect(merged).toEqual(lists.flat().sort(comparePlaces).slice(0, limit));
    expect(most).toBeLessThanOrEqual(limit);
  }
});

it.each([
  [undefined, 'root'],
  [null, 'root'],
  ['', 'root'],
  [' root ', 'root'],
  [0, '0'],
  [17, '17'],
  ['17', '17'],
  ['thread-a', 'thread-a'],
])('the thread %j is %s', (thread, scope) => expect(threadScope(thread)).toBe(scope));
