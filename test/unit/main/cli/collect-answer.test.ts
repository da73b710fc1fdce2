import { expect, test } from 'vitest';
import { collectAnswer } from '../../../../main/cli/collect-answer.ts';
import type { ToolEntry } from '../../../../protocol/conversation/entry.ts';
import type { Outcome } from '../../../../protocol/conversation/message.ts';

test.each<[Outcome, string | undefined, boolean]>([
  ['performed', undefined, true],
  ['unverified', undefined, true],
  ['unverified', 'interrupted', false],
  ['unknown', 'outcome_unknown', false],
  ['not_delivered', 'not_delivered', false],
  ['refused', 'paused', false],
  ['failed', 'exit_nonzero', false],
])('a call that ended %s (%s) counts as ok: %s', (outcome, code, ok) => {
  const collected = collectAnswer(null);
  const see = (event: Parameters<typeof collected.onEvent>[0]['event']) =>
    collected.onEvent({ conversationId: 'c', seq: 1, event });
  see({ type: 'tool-start', entry: { kind: 'tool', id: 't', name: 'computer_use' } as ToolEntry });
  see({
    ...{ type: 'tool-end', id: 't', at: 0, outcome, text: '', truncated: false, images: [] },
    ...(code === undefined ? {} : { code }),
  });
  expect(collected.answer().toolCalls).toEqual([{ name: 'computer_use', ok, ...(code ? { code } : {}) }]);
});
