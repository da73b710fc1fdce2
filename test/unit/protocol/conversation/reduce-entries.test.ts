import { expect, test } from 'vitest';
import type { ToolEntry, UserEntry } from '../../../../protocol/conversation/entry.ts';
import { emptyConversation, LIVE_OUTPUT_LIMIT, reduce } from '../../../../protocol/conversation/reduce.ts';

const user = (id: string, status: UserEntry['status']): UserEntry => {
  return { kind: 'user', id, turnId: `turn_${id}`, at: 1, text: id, images: [], files: [], status };
};

const tool: ToolEntry = {
  kind: 'tool',
  id: 'c1',
  turnId: 't',
  at: 1,
  name: 'shell',
  title: 'Run ls',
  arguments: {},
  status: 'running',
  liveOutput: '',
  text: '',
  truncated: false,
  images: [],
  startedAt: 1,
};

test('a message that waited moves to the end when its turn begins', () => {
  const add = (state: ReturnType<typeof emptyConversation>, entry: UserEntry) =>
    reduce(state, { type: 'user-add', entry });
  let state = add(emptyConversation('c'), user('a', 'sent'));
  state = add(state, user('b', 'queued'));
  state = reduce(state, { type: 'tool-start', entry: tool });
  expect(state.entries.map((entry) => entry.id)).toEqual(['a', 'b', 'c1']);
  state = add(state, user('b', 'sent'));
  expect(state.entries.map((entry) => entry.id)).toEqual(['a', 'c1', 'b']);
});

test('a message that is taken back leaves nothing, and only its own entry goes', () => {
  let state = reduce(emptyConversation('c'), { type: 'user-add', entry: user('a', 'sent') });
  state = reduce(state, { type: 'tool-start', entry: { ...tool, id: 'b' } });
  state = reduce(state, { type: 'user-add', entry: user('b', 'queued') });
  state = reduce(state, { type: 'user-remove', id: 'b' });
  expect(state.entries.map((entry) => `${entry.kind} ${entry.id}`)).toEqual(['user a', 'tool b']);
  expect(reduce(state, { type: 'user-remove', id: 'gone' }).entries).toEqual(state.entries);
});

test('live output keeps its newest part, and the end of a call replaces what was shown while it ran', () => {
  let state = reduce(emptyConversation('c'), { type: 'tool-start', entry: tool });
  state = reduce(state, { type: 'tool-output', id: 'c1', text: 'a'.repeat(LIVE_OUTPUT_LIMIT) });
  state = reduce(state, { type: 'tool-output', id: 'c1', text: 'end' });
  const running = state.entries[0];
  expect(running?.kind === 'tool' && [running.liveOutput.length, running.liveOutput.slice(-4)]).toEqual([
    LIVE_OUTPUT_LIMIT,
    'aend',
  ]);
  state = reduce(state, {
    type: 'tool-end',
    id: 'c1',
    at: 5,
    outcome: 'failed',
    code: 'x',
    text: 'no',
    truncated: false,
    images: [],
  });
  expect(state.entries[0]).toMatchObject({ status: 'done', outcome: 'failed', code: 'x', text: 'no', endedAt: 5 });
});

test('an event about something unknown leaves the state as it is', () => {
  const state = reduce(emptyConversation('c'), { type: 'tool-start', entry: tool });
  expect(reduce(state, { type: 'text-delta', id: 'nobody', text: 'x' })).toBe(state);
  expect(reduce(state, { type: 'turn-end', turnId: 'other', at: 1, result: 'stopped' })).toEqual(state);
});
