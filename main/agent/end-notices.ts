import type { ModelResponse } from './model-client.ts';
import type { NoticeInput } from './turn-scope.ts';

const CUT: NoticeInput = {
  tone: 'warn',
  code: 'cut',
  text: 'The connection ended before the model had finished. What came so far is kept.',
};

const TRUNCATED: NoticeInput = {
  tone: 'warn',
  code: 'truncated',
  text: "The answer reached the model's length limit and ends there. Ask it to go on, or for less at a time.",
};

/** What the owner is told about an answer that is not whole. */
export function endNotices({ cut, truncated }: ModelResponse): NoticeInput[] {
  return [...(cut ? [CUT] : []), ...(truncated ? [TRUNCATED] : [])];
}
