import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueWords } from '../../../protocol/issue-words.ts';

it.each([
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.string(), 7, 'must be text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), 'x', 'must be a number'],
  [z.number(), 'x', 'must be a number'],
  [z.boolean(), 'x', 'must be true or false'],
  [z.array(z.string()), 'x', 'must be a list'],
  [z.object({}), 'x', 'must be an object'],
  [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  [z.literal('a'), 'c', 'must be "a"'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.array(z.number()).length(2), [1], 'must have exactly 2 items'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.string().min(5, 'has a sentence of its own'), 'a', 'has a sentence of its own'],
])('%# reads after the name of a field', (schema, input, words) => {
  const parsed = schema.safeParse(input, { error: issueWords });
  expect(parsed.error?.issues[0]?.message).toBe(words);
});
