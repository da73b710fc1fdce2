import { expect, test } from 'vitest';
import { applyEvent, emptyConversation } from '../../../../protocol/conversation/reduce.ts';

test('an event that was already applied changes nothing', () => {
  const state = { ...emptyConversation('c1'), seq: 3 };
  expect(applyEvent(state, { conversationId: 'c1', seq: 3, event: { type: 'title-change', title: 'x' } })).toBe(state);
});

test('a hole in the numbers asks for a snapshot', () => {
  const event = { type: 'title-change', title: 'x' } as const;
  expect(applyEvent(emptyConversation('c1'), { conversationId: 'c1', seq: 2, event })).toBeNull();
});
