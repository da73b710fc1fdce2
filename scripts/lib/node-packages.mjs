import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { SetupError, say, sayWhile } from './say.mjs';
import { hashPaths, readStamp, writeStamp } from './stamp.mjs';

const inputs = ['package-lock.json', 'package.json', 'helper/package.json'];
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies'];
const limitMs = 15 * 60_000;

/**
 * @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }
 *   & Record<string, unknown>>} Locked
 */

/**
 * Puts the locked packages into node_modules when they are missing or stale.
 *
 * @param {string} root
 * @param {(root: string) => Promise<{ code: number, output: string }>} [install]
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function ensurePackages(root, install = npmCi) {
  const stampPath = join(root, 'node_modules', '.fermix-stamp');
  const wanted = hashPaths(root, inputs);
  if (readStamp(stampPath) === wanted) {
    return false;
  }
  // An ordinary `npm install`, or an edit that touches no dependency, leaves the right packages without our stamp.
  if (installedMatchesLock(root)) {
    writeStamp(stampPath, wanted);
    return false;
  }
  say('installing the locked packages; this takes up to five minutes, once');
  const { code, output } = await sayWhile('installing the locked packages', () => install(root));
  if (code !== 0) {
    throw new SetupError(`npm ci failed with exit code ${code}.\n${output.trim()}`);
  }
  writeStamp(stampPath, wanted);
  return true;
}

/**
 * Compares the list that npm keeps of what it installed with the lock file, and the lock file with package.json.
 *
 * @param {string} root
 */
export function installedMatchesLock(root) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) {
    return false;
  }
  const lock = /** @type {Locked} */ (readJson(join(root, 'package-lock.json')).packages ?? {});
  const installed = /** @type {Locked} */ (readJson(hidden).packages ?? {});
  if (!manifestsMatch(root, lock)) {
    return false;
  }
  const missing = Object.entries(lock).some(([path, entry]) => !isInstalled(root, path, entry, installed[path]));
  return !missing && Object.keys(installed).every((path) => path in lock);
}

/**
 * @param {string} root
 * @param {string} path
 * @param {Locked[string]} locked
 * @param {Locked[string] | undefined} found
 */
function isInstalled(root, path, locked, found) {
  if (!path.startsWith('node_modules/')) {
    return true;
  }
  if (found === undefined) {
    // Packages for other systems are left out of an installation.
    return locked.optional === true;
  }
  const same = found.version === locked.version && found.integrity === locked.integrity;
  return same && existsSync(join(root, path));
}

/**
 * @param {string} root
 * @param {Locked} lock
 */
function manifestsMatch(root, lock) {
  return ['', 'helper'].every((folder) => {
    const manifest = readJson(join(root, folder, 'package.json'));
    const entry = lock[folder] ?? {};
    return dependencyFields.every((field) => sameMap(manifest[field], entry[field]));
  });
}

/**
 * @param {unknown} left
 * @param {unknown} right
 */
function sameMap(left, right) {
  const sorted = (/** @type {unknown} */ map) => JSON.stringify(Object.entries(map ?? {}).sort());
  return sorted(left) === sorted(right);
}

/**
 * @param {string} path
 * @returns {Record<string, unknown>}
 */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * @param {string} root
 */
function npmCi(root) {
  // `--include`: neither NODE_ENV nor a person's npm settings may leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  return runNpm(args, { cwd: root, output: 'keep', timeoutMs: limitMs });
}

/**
 * Runs the npm that started us, or the one on PATH.
 *
 * @param {string[]} args
 * @param {import('./run.mjs').RunOptions} options
 */
export function runNpm(args, options) {
  const script = process.env['npm_execpath'];
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) {
    return run(process.execPath, [script, ...args], options);
  }
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
