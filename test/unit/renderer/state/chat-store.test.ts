import { expect, test } from 'vitest';
import type { ConversationState, UserEntry } from '../../../../protocol/conversation/entry.ts';
import type { ConversationEvent, NumberedEvent } from '../../../../protocol/conversation/event.ts';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { HostFailure } from '../../../../renderer/ipc/host.ts';
import { createChatStore } from '../../../../renderer/state/chat-store.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';

function user(id: string, text = 'hello'): UserEntry {
  return { kind: 'user', id, turnId: 't1', at: 1, text, images: [], files: [], status: 'sent' };
}

function numbered(seq: number, event: ConversationEvent, conversationId = 'c1'): NumberedEvent {
  return { conversationId, seq, event };
}

function setUp(snapshots: ConversationState[] = [emptyConversation('c1')]) {
  const host = createTestHost({
    'conversation.open': () => snapshots.shift() ?? emptyConversation('c1'),
    'conversation.create': () => emptyConversation('c-new'),
    'conversation.send': () => user('u1'),
    'conversation.stop': () => ({ stopped: true }),
    'conversation.unqueue': () => null,
  });
  let frames: (() => void)[] = [];
  let ids = 0;
  const store = createChatStore({
    host,
    schedule: (run) => frames.push(run),
    now: () => 1000,
    newId: () => {
      ids += 1;
      return `client-${ids}`;
    },
  });
  const paint = () => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  return { store, host, paint };
}

const empty = { text: 'hello', images: [], files: [] };

test('events of one frame change the state once', async () => {
  const { store, paint } = setUp();
  await store.open('c1');
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  for (let seq = 1; seq <= 50; seq += 1) store.receive(numbered(seq, { type: 'title-change', title: `title ${seq}` }));
  expect(changes).toBe(0);
  paint();
  expect(changes).toBe(1);
  expect(store.getState().conversation?.title).toBe('title 50');
});

test('events of another conversation are left alone', async () => {
  const { store, paint } = setUp();
  await store.open('c1');
  store.receive(numbered(1, { type: 'title-change', title: 'other' }, 'c2'));
  paint();
  expect(store.getState().conversation?.title).toBe('');
});

test('a hole in the numbers asks for a snapshot, and events held meanwhile are applied after it', async () => {
  const snapshot = { ...emptyConversation('c1'), seq: 5, title: 'from the snapshot' };
  const { store, host, paint } = setUp([emptyConversation('c1'), snapshot]);
  await store.open('c1');
  store.receive(numbered(5, { type: 'title-change', title: 'too early' }));
  store.receive(numbered(6, { type: 'user-add', entry: user('u6') }));
  paint();
  await Promise.resolve();
  await Promise.resolve();
  expect(host.inputs('conversation.open')).toHaveLength(2);
  expect(store.getState().conversation).toMatchObject({ seq: 6, title: 'from the snapshot', entries: [{ id: 'u6' }] });
});

test('a host that never catches up is reported instead of asked for ever', async () => {
  const { store, host, paint } = setUp([]);
  await store.open('c1');
  store.receive(numbered(9, { type: 'title-change', title: 'x' }));
  paint();
  await expect.poll(() => store.getState().failure?.code).toBe('events_lost');
  expect(host.inputs('conversation.open').length).toBeLessThan(6);
});

test('a first message makes the conversation and is shown until its entry is there', async () => {
  const { store, host, paint } = setUp();
  const sent = store.send(empty);
  expect(store.getState().pending).toMatchObject([{ status: 'sending', text: 'hello' }]);
  await sent;
  expect(store.getState().id).toBe('c-new');
  expect(host.inputs('conversation.send')).toMatchObject([{ conversationId: 'c-new', clientId: 'client-1' }]);
  expect(store.getState().pending).toHaveLength(1);
  store.receive(numbered(1, { type: 'user-add', entry: user('u1') }, 'c-new'));
  paint();
  expect(store.getState().pending).toEqual([]);
});

test('a refused message is kept and sent again under the same client id', async () => {
  const { store, host } = setUp();
  await store.open('c1');
  host.answer('conversation.send', () => {
    throw new HostFailure('closing', 'Fermix is closing.');
  });
  await store.send(empty);
  expect(store.getState().pending).toMatchObject([{ status: 'failed', failure: { code: 'closing' }, text: 'hello' }]);
  host.answer('conversation.send', () => user('u1'));
  await store.retry('client-1');
  expect(host.inputs('conversation.send')).toMatchObject([{ clientId: 'client-1' }, { clientId: 'client-1' }]);
  expect(store.getState().pending).toMatchObject([{ status: 'sending', entryId: 'u1' }]);
});

test('stop is visible at once and settled by the end of the turn', async () => {
  const { store, host, paint } = setUp();
  await store.open('c1');
  store.receive(numbered(1, { type: 'turn-start', turnId: 't1', at: 1 }));
  paint();
  const stopped = store.stop();
  expect(store.getState().stopAsked).toBe('t1');
  await stopped;
  expect(host.inputs('conversation.stop')).toEqual([{ conversationId: 'c1' }]);
  expect(store.getState().stopAsked).toBe('t1');
  store.receive(numbered(2, { type: 'turn-end', turnId: 't1', at: 2, result: 'stopped' }));
  paint();
  expect(store.getState().stopAsked).toBeNull();
});

test('stop without a running turn asks nothing', async () => {
  const { store, host } = setUp();
  await store.open('c1');
  await store.stop();
  expect(host.inputs('conversation.stop')).toEqual([]);
});

test('an answer that comes after another conversation was opened is dropped', async () => {
  const { store, host } = setUp();
  let release: (state: ConversationState) => void = () => undefined;
  host.answer('conversation.open', (input: { conversationId: string }) =>
    input.conversationId === 'slow'
      ? new Promise<ConversationState>((resolve) => {
          release = resolve;
        })
      : { ...emptyConversation('fast'), title: 'fast' },
  );
  const slow = store.open('slow');
  await store.open('fast');
  release({ ...emptyConversation('slow'), title: 'slow' });
  await slow;
  expect(store.getState()).toMatchObject({ id: 'fast', conversation: { title: 'fast' } });
});

test('a message taken back before it was seen in the conversation is on its way no more', async () => {
  const { store, host } = setUp();
  await store.open('c1');
  await store.send(empty);
  expect(store.getState().pending).toMatchObject([{ entryId: 'u1' }]);
  await store.unqueue('u1');
  expect(store.getState().pending).toEqual([]);
  expect(host.inputs('conversation.unqueue')).toEqual([{ conversationId: 'c1', id: 'u1' }]);
});
