import { expect, it, vi } from 'vitest';
import type { ApprovalCards } from '../../../../main/agent/agent-ports.ts';
import { handRunCaller, windowCaller } from '../../../../main/host/callers.ts';
import { withHandCards } from '../../../../main/host/hand-cards.ts';
import type { ApprovalEntry } from '../../../../protocol/conversation/entry.ts';
import type { NumberedEvent } from '../../../../protocol/conversation/event.ts';
import { HAND_RUN_CONVERSATION } from '../../../../protocol/conversation/hand-run.ts';

const ENTRY: ApprovalEntry = {
  kind: 'approval',
  id: 'q1',
  turnId: 't1',
  at: 1,
  title: 'Allow',
  exact: '+ folder',
  reason: 'To look.',
  expiresAt: 60_000,
  status: 'pending',
};

function setUp() {
  const inner = {
    show: vi.fn(),
    end: vi.fn(),
    tell: vi.fn(),
    resume: vi.fn(() => true),
    onRemoved: vi.fn(() => vi.fn()),
  };
  const cards = withHandCards(inner satisfies ApprovalCards);
  const events: NumberedEvent[] = [];
  cards.onEvent((event) => events.push(event));
  return { inner, cards, events };
}

it('announces the questions of a run by hand, numbered, and keeps none of them', () => {
  const { inner, cards, events } = setUp();
  cards.show(HAND_RUN_CONVERSATION, ENTRY);
  cards.end(HAND_RUN_CONVERSATION, 'q1', 'approved');
  cards.tell(HAND_RUN_CONVERSATION, 't1', 'info', 'Done.');
  expect(cards.resume('t1', handRunCaller())).toBe(false);
  expect(events).toEqual([
    { conversationId: HAND_RUN_CONVERSATION, seq: 1, event: { type: 'approval-start', entry: ENTRY } },
    { conversationId: HAND_RUN_CONVERSATION, seq: 2, event: { type: 'approval-end', id: 'q1', status: 'approved' } },
  ]);
  for (const call of [inner.show, inner.end, inner.tell, inner.resume]) expect(call).not.toHaveBeenCalled();
});

it('leaves the questions of a conversation to the conversation', () => {
  const { inner, cards, events } = setUp();
  cards.show('c1', ENTRY);
  cards.end('c1', 'q1', 'denied');
  cards.tell('c1', 't1', 'info', 'Done.');
  expect(cards.resume('t1', windowCaller('c1'))).toBe(true);
  expect(inner.show).toHaveBeenCalledWith('c1', ENTRY);
  expect(inner.end).toHaveBeenCalledWith('c1', 'q1', 'denied');
  expect(inner.tell).toHaveBeenCalledWith('c1', 't1', 'info', 'Done.');
  expect(events).toEqual([]);
});
