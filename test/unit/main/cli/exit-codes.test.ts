import { expect, test } from 'vitest';
import { exitCodeOf, exitCodeOfTool } from '../../../../main/cli/exit-codes.ts';

test.each([
  'not_attended',
  'outside_root',
  'sandbox_denied',
  'sandbox_hardline',
  'not_enabled',
  'strict_mode',
  'paused',
  'operator_stopped',
  'own_window',
  'subagent_denied',
  'shared_conversation',
  'unknown_capability',
])('%s is a refusal', (code) => {
  expect([exitCodeOf(code), exitCodeOfTool(code)]).toEqual([3, 3]);
});

test.each([
  ['closed', 4],
  ['secret_needs_app', 5],
  // A provider's own limit: 124 means that of --timeout alone.
  ['timeout', 1],
  ['constructor', 1],
  ['anything else', 1],
])('%s ends with %i', (code, exit) => {
  expect(exitCodeOf(code)).toBe(exit);
});

test('a tool that failed is a failure whatever its code', () => {
  expect([exitCodeOfTool('timeout'), exitCodeOfTool('closed'), exitCodeOfTool(undefined)]).toEqual([1, 1, 1]);
});
