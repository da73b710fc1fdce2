// `npm test`: makes the checkout ready, checks types, style and layers, and runs every test. The last line on stdout
// is `N passed, N failed, N skipped`; the lint counts as one failure when it fails. Names of groups
// (`npm test -- unit e2e`) run these alone, without the lint.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeRuntime } from './lib/electron-runtime.mjs';
import { lint } from './lib/lint.mjs';
import { root, toolEnvironment } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { endWithUs, run } from './lib/run.mjs';
import { runScript, SetupError, say, sayError } from './lib/say.mjs';
import { addCounts, closingLine, countTests, testGroups } from './lib/test-groups.mjs';

const groupLimitMs = 30 * 60_000;
const oneFailure = { passed: 0, failed: 1, skipped: 0 };

/**
 * @param {(typeof testGroups)[number]} group
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function runGroup(group, node, env) {
  say(`tests: ${group.name}`);
  const report = join(root, 'out', 'test-reports', `${group.name}.json`);
  mkdirSync(join(report, '..'), { recursive: true });
  rmSync(report, { force: true });
  const projects = group.projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters];
  const { code, timedOut } = await run(node, args, { cwd: root, env, timeoutMs: groupLimitMs });
  if (timedOut) {
    say(`the ${group.name} tests did not end within ${groupLimitMs / 60_000} minutes`);
  }
  return countTests(existsSync(report) ? readFileSync(report, 'utf8') : null, code);
}

/** @param {string[]} named */
async function runAll(named) {
  const { node, runtime } = await prepare({ system: ['app', 'display', 'test'], runtime: true, build: true });
  if (runtime === null) {
    throw new SetupError('There is no Electron runtime.');
  }
  say(`runtime: ${describeRuntime(runtime)}`);
  const env = toolEnvironment({ FERMIX_ELECTRON: runtime.executable, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist });
  let counts = { passed: 0, failed: 0, skipped: 0 };
  if (named.length === 0 && !(await lint(node))) {
    counts = addCounts(counts, oneFailure);
  }
  for (const group of testGroups.filter(({ name }) => named.length === 0 || named.includes(name))) {
    counts = addCounts(counts, await runGroup(group, node, env));
  }
  return counts;
}

endWithUs();
await runScript(async () => {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !testGroups.some((group) => group.name === name));
  if (unknown.length > 0) {
    throw new SetupError(
      `Unknown group ${unknown.join(', ')}. Known: ${testGroups.map(({ name }) => name).join(', ')}.`,
    );
  }
  let counts = oneFailure;
  try {
    counts = await runAll(named);
  } catch (error) {
    sayError(error);
  }
  // Also when the set-up failed: whoever reads the last line finds a failure, not nothing.
  process.stdout.write(`${closingLine(counts)}\n`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
});
