import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../../main/store/store-error.ts';
import { assistant, DRIVERS, NOON, openAt, temporaryFolder, tool, user } from './open-temporary-store.ts';

const PNG = { data: new Uint8Array([1, 2, 3]), mime: 'image/png', width: 4, height: 5 } as const;

describe.each(DRIVERS)('conversations on %s', (_name, driver) => {
  it('gives back every kind of entry, whole and in order, after it is opened again', () => {
    const home = temporaryFolder();
    const first = openAt(home, driver);
    const end = {
      at: NOON + 9,
      ok: true,
      outcome: 'performed' as const,
      text: 'one\ntwo \u2400 three 👨‍👩‍👧 e\u0301',
      note: 'seen twice',
      images: [],
      imagesForModel: [],
      external: true,
      remedy: { label: 'Open', page: 'settings/model' },
    };
    const entries = [
      user('u1', 'Grüße, мир, 世界'),
      assistant('a1', 'On it', {
        toolCalls: [{ id: 't1', name: 'shell', arguments: { a: 1 } }],
        providerState: { s: 'x' },
      }),
      tool('t1', end),
      { kind: 'notice' as const, id: 'n1', at: NOON + 10, tone: 'warn' as const, code: 'cut', text: 'Cut off.' },
      {
        kind: 'approval' as const,
        id: 'p1',
        turnId: 'turn-1',
        at: NOON + 11,
        title: 'Allow?',
        exact: '/tmp',
        reason: 'because',
        expiresAt: NOON + 60_000,
        status: 'denied' as const,
      },
    ];
    first.conversations.create('c1', NOON);
    for (const entry of entries) first.conversations.save('c1', entry);
    first.close();

    expect(openAt(home, driver).conversations.load('c1')).toEqual(entries);
  });

  it('shows a NUL in a tool result as its picture, and keeps what follows it', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    const end = {
      at: NOON,
      ok: true,
      outcome: 'performed' as const,
      text: 'a\0b',
      images: [],
      imagesForModel: [],
      external: false,
    };
    conversations.save('c1', tool('t1', end));
    conversations.save('c1', user('u1', 'x\0y'));
    expect(conversations.load('c1')).toMatchObject([{ end: { text: 'a\u2400b' } }, { text: 'x\0y' }]);
  });

  it('removes one message, from the search and the count too, and lets its client id be used again', () => {
    const home = temporaryFolder();
    const first = openAt(home, driver);
    const { conversations } = first;
    conversations.create('c1', NOON);
    conversations.save('c1', user('m1', 'keep this'));
    conversations.save('c1', user('m2', 'drop that', { clientId: 'again' }));
    conversations.save('c1', tool('m2'));
    conversations.removeMessage('c1', 'user', 'm2');
    conversations.removeMessage('c1', 'user', 'never there');
    expect(conversations.findByClientId('c1', 'again')).toBeNull();
    first.close();

    const reopened = openAt(home, driver).conversations;
    expect(reopened.load('c1').map((entry) => `${entry.kind} ${entry.id}`)).toEqual(['user m1', 'tool m2']);
    expect(reopened.list('drop that')).toEqual([]);
    expect(reopened.list('keep this')).toMatchObject([{ id: 'c1', messageCount: 1 }]);
  });

  it('replaces an entry in its place', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.save('c1', assistant('a1', '', { status: 'streaming' }));
    conversations.save('c1', tool('t1'));
    conversations.save('c1', assistant('a1', 'Done', { usage: { inputTokens: 7, costUsd: 0.25 } }));

    const loaded = conversations.load('c1');
    expect(loaded.map((entry) => entry.kind)).toEqual(['assistant', 'tool']);
    expect(loaded[0]).toMatchObject({ text: 'Done', usage: { inputTokens: 7, costUsd: 0.25 } });
  });

  it('saves several entries together, or none of them', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.saveAll('c1', [assistant('a1', 'both'), tool('t1')]);
    expect(conversations.load('c1')).toEqual([assistant('a1', 'both'), tool('t1')]);

    const broken = { ...tool('t2'), name: null as unknown as string };
    expect(() => conversations.saveAll('c1', [assistant('a2', 'lost'), broken])).toThrow(StoreError);
    expect(conversations.load('c1')).toHaveLength(2);
    conversations.save('c1', assistant('a3', 'next'));
    expect(conversations.load('c1')).toHaveLength(3);
  });

  it('keeps entries of the same id in different conversations apart', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    for (const id of ['c1', 'c2']) {
      conversations.create(id, NOON);
      conversations.save(id, user('same', `hello from ${id}`));
    }
    expect(conversations.load('c1')).toMatchObject([{ text: 'hello from c1' }]);
    expect(conversations.load('c2')).toMatchObject([{ text: 'hello from c2' }]);
  });

  it('lists the newest first and counts what people would call messages', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('old', NOON);
    conversations.create('new', NOON + 1);
    conversations.save('new', user('u1', 'hi'));
    conversations.save('new', assistant('a0', '  '));
    conversations.save('new', assistant('a1', 'hello'));
    conversations.save('new', tool('t1'));
    conversations.save('old', user('u2', 'later', { at: NOON + 500 }));
    conversations.rename('old', 'Renamed');

    expect(conversations.list('')).toEqual([
      { id: 'old', title: 'Renamed', updatedAt: NOON + 500, messageCount: 1, running: false, needsYou: false },
      { id: 'new', title: '', updatedAt: NOON + 2, messageCount: 2, running: false, needsYou: false },
    ]);
    expect(conversations.title('old')).toBe('Renamed');
    expect(conversations.title('nobody')).toBe('');
  });

  it.each([
    ['a word of a message', 'invoice'],
    ['a part of a word', 'nvoic'],
    ['other case and no accents', 'REUNION cafe'],
    ['two characters', '東京'],
    ['quotes and operators as they are', '"a" OR b*'],
    ['a title', 'holiday pl'],
  ])('finds %s', (_what, search) => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.create('c2', NOON);
    conversations.rename('c1', 'Holiday plans');
    conversations.save('c1', user('u1', 'The invoice of the réunion café in 東京 said "a" OR b* and 100%'));
    conversations.save('c2', assistant('a1', 'Nothing of the kind'));

    expect(conversations.list(search).map((row) => row.id)).toEqual(['c1']);
    expect(conversations.list('zebra')).toEqual([]);
    expect(conversations.list('%')).toHaveLength(1);
  });

  it('forgets the old words of a replaced entry and the words of a removed conversation', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.save('c1', assistant('a1', 'giraffe'));
    conversations.save('c1', assistant('a1', 'elephant'));
    expect(conversations.list('giraffe')).toEqual([]);
    expect(conversations.list('elephant')).toHaveLength(1);

    conversations.remove('c1');
    expect(conversations.list('elephant')).toEqual([]);
    expect(conversations.load('c1')).toEqual([]);
    expect(conversations.exists('c1')).toBe(false);
  });

  it('removes the pictures of a removed conversation, but not those another one shows', async () => {
    const store = openAt(temporaryFolder(), driver);
    const [own, shared] = [await store.images.put(PNG), await store.images.put(PNG)];
    for (const id of ['c1', 'c2']) store.conversations.create(id, NOON);
    store.conversations.save('c1', user('u1', 'look', { images: [own, shared] }));
    store.conversations.save('c2', user('u2', 'look', { images: [shared] }));
    const path = store.images.path(own.id);

    store.conversations.remove('c1');
    expect(store.images.ref(own.id)).toBeNull();
    expect(existsSync(String(path))).toBe(false);
    expect((await store.images.read(shared.id))?.data).toHaveLength(3);
  });

  it('finds a message by the id its sender gave it', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.save('c1', user('u1', 'once'));
    expect(conversations.findByClientId('c1', 'client-u1')).toEqual(user('u1', 'once'));
    expect(conversations.findByClientId('c1', 'client-u2')).toBeNull();
    expect(conversations.findByClientId('c2', 'client-u1')).toBeNull();
  });

  it('knows what a crash left unfinished', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    const end = {
      at: NOON,
      ok: false,
      outcome: 'stopped' as const,
      text: '',
      images: [],
      imagesForModel: [],
      external: false,
    };
    conversations.save('c1', tool('done', end));
    conversations.save('c1', tool('open'));
    conversations.save('c1', user('waiting', 'next', { status: 'queued' }));
    conversations.save('c1', user('sent', 'first'));
    conversations.save('c1', assistant('half', 'On', { status: 'streaming' }));

    expect(conversations.unfinishedTools()).toEqual([{ conversationId: 'c1', message: tool('open') }]);
    expect(conversations.unfinishedTurns().map((found) => found.message.id)).toEqual(['waiting', 'half']);

    conversations.save('c1', tool('open', end));
    expect(conversations.unfinishedTools()).toEqual([]);
  });

  it('refuses to save into a conversation that is gone', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    expect(() => conversations.save('nobody', user('u1', 'lost'))).toThrow(StoreError);
    expect(conversations.list('')).toEqual([]);
  });

  it('finds one entry among many conversations', () => {
    const { conversations } = openAt(temporaryFolder(), driver);
    for (let chat = 0; chat < 20; chat += 1) {
      conversations.create(`c${chat}`, NOON + chat);
      const texts = Array.from({ length: 25 }, (_, index) => `entry ${chat}-${index} lorem ipsum dolor sit amet`);
      conversations.saveAll(
        `c${chat}`,
        texts.map((text, index) => assistant(`m${index}`, text)),
      );
    }
    expect(conversations.list('entry 7-13 ').map((row) => row.id)).toEqual(['c7']);
    expect(conversations.list('ipsum')).toHaveLength(20);
  });
});
