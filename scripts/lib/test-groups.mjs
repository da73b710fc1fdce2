/**
 * What runs after what: groups are kept apart, so that tests which watch a real screen do not share the machine with
 * the rest.
 */
export const testGroups = [
  { name: 'unit', projects: ['unit', 'dom'] },
  { name: 'integration', projects: ['integration'] },
  { name: 'e2e', projects: ['e2e'] },
];

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @param {Counts} left
 * @param {Counts} right
 * @returns {Counts}
 */
export function addCounts(left, right) {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/**
 * Counts of one run of vitest. A run that failed without a failed test (a file that does not load, an error outside any
 * test, no tests at all, no report) counts as one failure, so that the closing line cannot look well.
 *
 * @param {string | null} report text of its JSON report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = parse(report);
  const ran = numPassedTests + numFailedTests;
  const unexplained = numFailedTests === 0 && (exitCode !== 0 || ran === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + (unexplained ? 1 : 0),
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * @param {string | null} report
 * @returns {Record<string, number>}
 */
function parse(report) {
  try {
    return JSON.parse(report ?? '{}');
  } catch {
    return {};
  }
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
