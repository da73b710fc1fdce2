import { describe, expect, it } from 'vitest';
import { MIGRATIONS, migrate, schemaVersion } from '../../../../main/store/migrations.ts';
import { assistant, DRIVERS, NOON, openAt, temporaryFolder, tool, user } from './open-temporary-store.ts';

const end = (text: string) => {
  return { at: NOON, ok: true, outcome: 'performed' as const, text, images: [], imagesForModel: [], external: false };
};

describe.each(DRIVERS)('the history on %s', (_name, driver) => {
  const open = () => openAt(temporaryFolder(), driver).conversations;

  it('gives pages from the newest to the oldest, each entry once', () => {
    const store = open();
    store.create('c1', NOON);
    store.create('c2', NOON);
    store.saveAll(
      'c1',
      Array.from({ length: 25 }, (_, index) => user(`u${index}`, `text ${index}`)),
    );
    store.save('c2', user('other', 'elsewhere'));
    const seen: string[] = [];
    let before: number | null = null;
    for (let page = 0; page < 4; page += 1) {
      const part = store.page('c1', before, 10);
      seen.unshift(...part.messages.map((one) => one.id));
      before = part.before;
      if (before === null) break;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `u${index}`));
    expect(store.page('c1', store.place('c1', 'user', 'u3'), 10).messages.map((one) => one.id)).toEqual([
      'u0',
      'u1',
      'u2',
    ]);
    expect(store.page('nothing', null, 10)).toEqual({ messages: [], before: null });
  });

  it('moves a row to the end, and knows what follows a divider', () => {
    const store = open();
    store.create('c1', NOON);
    store.save('c1', user('u1', 'one', { turnId: 't1' }));
    store.save('c1', user('waits', 'two', { turnId: 't2', status: 'queued' }));
    store.save('c1', assistant('a1', 'answer', { turnId: 't1' }));
    store.move('c1', user('waits', 'two', { turnId: 't2' }));
    expect(store.load('c1').map((one) => one.id)).toEqual(['u1', 'a1', 'waits']);
    const divider = {
      kind: 'divider' as const,
      id: 'd1',
      at: NOON,
      reason: 'compacted' as const,
      summary: 's',
      from: 't2',
    };
    store.save('c1', { ...divider, usage: { totalTokens: 5 }, model: 'm' });
    store.save('c1', assistant('a2', 'later', { turnId: 't2', usage: { totalTokens: 2, costUsd: 0.5 } }));
    const history = store.history('c1');
    expect(history.kept.map((one) => one.id)).toEqual(['waits']);
    expect(history.since.map((one) => one.id)).toEqual(['a2']);
    expect(history.divider).toMatchObject({ summary: 's' });
    expect(store.usage('c1')).toEqual({ totalTokens: 7, costUsd: 0.5 });
    store.save('c1', { kind: 'divider', id: 'd2', at: NOON, reason: 'session', from: null });
    expect(store.history('c1')).toMatchObject({ kept: [], since: [] });
  });

  it.each([
    ['the beginning of a word', 'invo'],
    ['every word, in any order', 'green invoice'],
    ['another case, no accents', 'REUNION cafe'],
    ['a phrase', '"the green house"'],
    ['two letters of a script without blanks', '東京'],
    ['letters in the middle of such a script', '京都'],
    ['one letter of it', '都'],
    ['a part with marks inside', 'v1.2'],
    ['operators as plain words', 'AND OR invoice*'],
    ['an open quotation mark', '"green hou'],
  ])('finds %s', (_what, query) => {
    const store = open();
    store.create('c1', NOON);
    store.save('c1', user('u1', 'The invoice AND or the green house of the réunion café in 東京都, v1.2'));
    store.save('c1', user('u2', 'Nothing of the kind'));
    expect(store.search(query, null).hits.map((hit) => hit.id)).toEqual(['u1']);
  });

  it.each(['', '   ', '***', '"', 'green zebra', '"house green"', 'nvoice'])('finds nothing for %j', (query) => {
    const store = open();
    store.create('c1', NOON);
    store.save('c1', user('u1', 'The invoice of the green house'));
    expect(store.search(query, null)).toEqual({ hits: [], before: null });
  });

  it('finds tools by title and result, shows where, newest first, page by page', () => {
    const store = open();
    store.create('c1', NOON);
    store.rename('c1', 'Work');
    store.save('c1', tool('t1', end(`${'x '.repeat(500)}the needle\nis here`)));
    store.saveAll(
      'c1',
      Array.from({ length: 60 }, (_, index) => assistant(`a${index}`, `needle ${index}`)),
    );
    const first = store.search('needle', null);
    expect(first.hits).toHaveLength(50);
    expect(first.hits[0]).toMatchObject({ conversationId: 'c1', title: 'Work', kind: 'assistant', id: 'a59' });
    const rest = store.search('needle', first.before);
    expect([rest.hits.length, rest.before]).toEqual([11, null]);
    const hit = rest.hits.at(-1);
    expect(hit?.kind).toBe('tool');
    expect(hit?.marks.map(([from, to]) => hit.excerpt.slice(from, to))).toEqual(['needle']);
    expect(hit?.excerpt).toContain('needle is here');
  });

  it('forgets the words of what was replaced, moved or removed', () => {
    const store = open();
    store.create('c1', NOON);
    store.save('c1', assistant('a1', 'giraffe'));
    store.save('c1', assistant('a1', 'elephant'));
    store.move('c1', assistant('a1', 'elephant'));
    expect(store.search('giraffe', null).hits).toEqual([]);
    expect(store.search('elephant', null).hits).toHaveLength(1);
    store.remove('c1');
    expect(store.search('elephant', null).hits).toEqual([]);
  });

  it('brings the words of an older store into the index', () => {
    const db = driver.open(`${temporaryFolder()}/old.db`, { readOnly: false, busyTimeoutMs: 0 });
    const before = MIGRATIONS.findIndex((step) => typeof step === 'function');
    migrate(db, MIGRATIONS.slice(0, before));
    db.exec(`INSERT INTO conversations (id, title, title_folded, created_at, updated_at) VALUES ('c1', '', '', 1, 1)`);
    const body = JSON.stringify(user('u1', 'an old tortoise'));
    db.prepare(
      `INSERT INTO messages (conversation_id, kind, id, at, counted, body) VALUES ('c1', 'user', 'u1', 1, 1, ?)`,
    ).run(body);
    migrate(db);
    expect(schemaVersion(db)).toBe(MIGRATIONS.length);
    const found = db.prepare(`SELECT rowid FROM message_words WHERE message_words MATCH 'tortoise'`).all();
    expect(found).toHaveLength(1);
    db.close();
  });
});
