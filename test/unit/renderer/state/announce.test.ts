import { expect, test } from 'vitest';
import type { AssistantEntry, ConversationState } from '../../../../protocol/conversation/entry.ts';
import { emptyConversation } from '../../../../protocol/conversation/reduce.ts';
import { createAnnouncer, plainText } from '../../../../renderer/state/announce.ts';
import { approval, tool } from '../../../support/window-fixture/sample-data.ts';

function answer(text: string, status: AssistantEntry['status'] = 'streaming'): AssistantEntry {
  return { kind: 'assistant', id: 'a1', turnId: 't1', at: 1, text, reasoning: '', status, model: 'm' };
}

function withEntries(...entries: ConversationState['entries']): ConversationState {
  return { ...emptyConversation('c1'), entries };
}

test('paragraphs are read out when they are finished, not token by token', () => {
  const announcer = createAnnouncer();
  announcer.next(withEntries());
  expect(announcer.next(withEntries(answer('The first')))).toEqual([]);
  expect(announcer.next(withEntries(answer('The first paragraph.\n\nThe sec')))).toEqual([
    { text: 'The first paragraph.', urgent: false },
  ]);
  expect(announcer.next(withEntries(answer('The first paragraph.\n\nThe second one')))).toEqual([]);
  expect(announcer.next(withEntries(answer('The first paragraph.\n\nThe second one.', 'done')))).toEqual([
    { text: 'The second one.', urgent: false },
  ]);
});

test('a conversation that was just opened is not read out', () => {
  const announcer = createAnnouncer();
  expect(announcer.next(withEntries(answer('Long ago.', 'done')))).toEqual([]);
});

test('a tool is announced at its start and end, a question once and at once', () => {
  const announcer = createAnnouncer();
  announcer.next(withEntries());
  const running = tool('c1', 'shell', 'Run ls', { status: 'running' });
  expect(announcer.next(withEntries(running))).toMatchObject([{ text: 'Started: Run ls' }]);
  expect(announcer.next(withEntries({ ...running, liveOutput: 'more' }))).toEqual([]);
  const done = tool('c1', 'shell', 'Run ls', { outcome: 'failed' });
  expect(announcer.next(withEntries(done))).toMatchObject([{ text: 'Failed: Run ls' }]);
  expect(announcer.next(withEntries(done, approval()))).toMatchObject([{ urgent: true }]);
  expect(announcer.next(withEntries(done, approval()))).toEqual([]);
});

test('Markdown is read as words', () => {
  expect(plainText('## Done\n\n- **One** `two`\n- [three](https://x.org)\n```sh\nls\n```')).toBe(
    'Done One two three ls',
  );
});
