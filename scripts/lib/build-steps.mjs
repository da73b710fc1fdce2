import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root, toolEnvironment } from './paths.mjs';
import { run } from './run.mjs';
import { SetupError, say } from './say.mjs';
import { glanceAtPaths, hashPaths, readStamp, writeStamp } from './stamp.mjs';

const limitMs = 5 * 60_000;

/**
 * @typedef {object} BuildStep
 * @property {string} name
 * @property {string[]} inputs files and folders; a change in any of them makes the step run again
 * @property {string[]} outputs files that have to be there afterwards
 * @property {string[]} script what the pinned Node runs, from the root
 */

/** What every bundle depends on besides its own sources. */
const shared = ['package-lock.json', 'protocol', 'tsconfig.base.json'];

/** In this order: the app and the CLI bake in the list of the helper's files. @type {BuildStep[]} */
export const buildSteps = [
  {
    name: 'helper',
    inputs: [...shared, 'helper', 'scripts/build-helper.mjs'],
    outputs: ['out/helper/manifest.json'],
    script: ['scripts/build-helper.mjs'],
  },
  {
    name: 'app',
    inputs: [
      ...shared,
      'main',
      'preload',
      'renderer',
      'electron.vite.config.ts',
      'package.json',
      'out/helper/manifest.json',
      'out/helper-release/release.json',
    ],
    outputs: ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'],
    script: ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    name: 'cli',
    inputs: [
      ...shared,
      'main',
      'scripts/build-cli.mjs',
      'package.json',
      'out/helper/manifest.json',
      'out/helper-release/release.json',
    ],
    outputs: ['out/cli/index.js'],
    script: ['scripts/build-cli.mjs'],
  },
];

/**
 * Builds what changed since it was built last.
 *
 * @param {BuildStep[]} [steps]
 * @param {string} [folder] the checkout
 * @returns {Promise<string[]>} names of the steps that ran
 */
export async function buildChanged(steps = buildSteps, folder = root) {
  const ran = [];
  for (const step of steps) {
    // One after the other: the later ones read what the helper's step writes.
    if (await buildStep(step, folder)) {
      ran.push(step.name);
    }
  }
  return ran;
}

/**
 * @param {BuildStep} step
 * @param {string} folder
 */
async function buildStep(step, folder) {
  const stampPath = join(folder, 'out', '.stamps', step.name);
  const complete = () => step.outputs.every((path) => existsSync(join(folder, path)));
  const glance = glanceAtPaths(folder, step.inputs);
  const [built, glanced] = (readStamp(stampPath) ?? '').split(' ');
  if (glanced === glance && complete()) {
    return false;
  }
  const wanted = hashPaths(folder, step.inputs);
  if (built === wanted && complete()) {
    writeStamp(stampPath, `${wanted} ${glance}`);
    return false;
  }
  say(`building ${step.name}`);
  // A build that fails or is killed half way leaves no stamp that vouches for its files.
  rmSync(stampPath, { force: true });
  const options = {
    cwd: folder,
    env: toolEnvironment({ NO_COLOR: '1' }),
    output: /** @type {const} */ ('keep'),
    timeoutMs: limitMs,
  };
  const { code, output } = await run(pinnedNode(folder), step.script, options);
  if (code !== 0 || !complete()) {
    throw new SetupError(`Building ${step.name} failed.\n${output.trim()}`);
  }
  writeStamp(stampPath, `${wanted} ${glance}`);
  return true;
}

/** The list of the helper's files as source text, `null` where no helper was built. */
export function helperManifest() {
  return textOf('out/helper/manifest.json');
}

/** Where the published archive of the helper is and what it must be, as source text; `null` where none is published. */
export function helperRelease() {
  return textOf('out/helper-release/release.json');
}

/** @param {string} path */
function textOf(path) {
  const whole = join(root, path);
  return existsSync(whole) ? readFileSync(whole, 'utf8') : 'null';
}
