import { describe, expect, it } from 'vitest';
import { addCounts, closingLine, countTests } from '../../../scripts/lib/test-groups.mjs';

const report = (passed: number, failed: number, pending = 0, todo = 0) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo });

describe('counting a run', () => {
  it('takes the numbers of the report', () => {
    expect(countTests(report(7, 2, 1, 1), 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('counts an exit code that no failed test explains', () => {
    expect(countTests(report(7, 0), 1)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  });

  it.each([null, '', 'no json', '{}', report(0, 0, 3)])('counts a run without tests as a failure: %o', (text) => {
    expect(countTests(text, 0).failed).toBe(1);
  });
});

it('adds up to one line', () => {
  const sum = addCounts({ passed: 1, failed: 0, skipped: 2 }, { passed: 3, failed: 1, skipped: 0 });
  expect(closingLine(sum)).toBe('4 passed, 1 failed, 2 skipped');
});
