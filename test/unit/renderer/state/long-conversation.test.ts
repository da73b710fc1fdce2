import { expect, test } from 'vitest';
import type { ConversationState, Entry } from '../../../../protocol/conversation/entry.ts';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { toRows } from '../../../../renderer/state/rows.ts';
import { createTestHost } from '../../../support/window-fixture/fake-host.ts';
import { createTestApp } from '../../../support/window-fixture/render-window.tsx';

const said = (id: string, turnId: string): Entry => {
  return { kind: 'user', id, turnId, at: 1, text: id, images: [], files: [], status: 'sent' };
};

function hostWithPages() {
  const newest: ConversationState = {
    ...emptyConversation('c1'),
    entries: [said('m5', 't5'), said('m6', 't6')],
    totals: { t5: { usage: { totalTokens: 5 }, steps: 1 } },
    before: 5,
  };
  const pages: Record<number, object> = {
    5: {
      entries: [said('m3', 't3'), said('m4', 't5')],
      totals: { t5: { usage: { totalTokens: 1 }, steps: 1 } },
      before: 3,
    },
    3: { entries: [said('m1', 't1'), said('m2', 't2')], totals: {}, before: null },
  };
  return createTestHost({
    'conversation.open': () => newest,
    'conversation.page': ({ before }: { before: number }) => pages[before],
  });
}

test('older pages come in front, once each, and totals of a turn that was cut through add up', async () => {
  const { chat } = createTestApp(hostWithPages());
  await chat.open('c1');
  await Promise.all([chat.loadOlder(), chat.loadOlder()]);
  const ids = () => chat.getState().conversation?.entries.map((entry) => entry.id);
  expect(ids()).toEqual(['m3', 'm4', 'm5', 'm6']);
  expect(chat.getState().conversation?.totals['t5']).toEqual({ usage: { totalTokens: 6 }, steps: 2 });
  await chat.loadOlder();
  await chat.loadOlder();
  expect(ids()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6']);
});

test('a found message is reached over as many pages as it takes; one that is gone is said to be', async () => {
  const host = hostWithPages();
  const { chat } = createTestApp(host);
  expect(await chat.reveal('c1', { kind: 'user', id: 'm2', words: 'm2' })).toBe(true);
  expect(chat.getState().sought).toEqual({ kind: 'user', id: 'm2', words: 'm2' });
  expect(host.inputs('conversation.page')).toHaveLength(2);
  expect(await chat.reveal('c1', { kind: 'user', id: 'never', words: 'x' })).toBe(false);
});

test('a page that cannot be read is said, and tried again', async () => {
  const host = hostWithPages();
  const { chat } = createTestApp(host);
  await chat.open('c1');
  host.answer('conversation.page', () => {
    throw new Error('no');
  });
  await chat.loadOlder();
  expect(chat.getState().older).toBe('failed');
  host.answer('conversation.page', () => ({ entries: [], totals: {}, before: null }));
  await chat.loadOlder();
  expect(chat.getState().older).toBe('idle');
});

test('what a turn used stands below its last row, not while it runs', async () => {
  const state: ConversationState = {
    ...emptyConversation('c1'),
    entries: [said('a', 't1'), said('b', 't1'), said('c', 't2')],
    totals: { t1: { usage: { totalTokens: 3 }, steps: 1 }, t2: { usage: { totalTokens: 4 }, steps: 1 } },
    turn: { turnId: 't2', startedAt: 1, step: 1, phase: 'model', stopping: false },
  };
  expect(toRows(state, [], 'c1').map((row) => row.key)).toEqual(['user:a', 'user:b', 'total:t1', 'user:c']);
  expect(toRows({ ...state, turn: null }, [], 'c1').at(-1)?.key).toBe('total:t2');
});

test('a message sent now says so to the host, and searching asks once a query', async () => {
  const host = createTestHost({
    'conversation.create': () => emptyConversation('c1'),
    'conversation.send': () => said('m1', 't1'),
    'history.search': ({ query }: { query: string }) => ({ hits: query === 'two' ? [] : null, before: null }),
  });
  const { chat, history } = createTestApp(host);
  await chat.send({ text: 'x', images: [], files: [] }, 'now');
  expect(host.inputs('conversation.send')).toMatchObject([{ when: 'now' }]);
  await Promise.all([history.search('one'), history.search(' two ')]);
  expect(history.getState()).toMatchObject({ query: 'two', hits: [], loading: false });
});
