import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, without a closing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * The Node that the lock file pins for this system; every step after the installation runs in it. On a system for which
 * no such package exists the running Node does, if it is new enough.
 *
 * @param {string} [folder] the checkout
 * @returns {string} absolute path
 */
export function pinnedNode(folder = root) {
  const { platform, arch } = process;
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const candidates = [
    join(folder, 'node_modules', `node-${platform === 'win32' ? 'win' : platform}-${arch}`, 'bin', binary),
    join(folder, 'node_modules', `node-win-${arch}`, binary),
  ];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) {
    return found;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) {
    return process.execPath;
  }
  throw new Error(
    `Node 24 is needed on ${platform} ${arch}, and this is ${process.version}. Install it from nodejs.org.`,
  );
}

/**
 * The environment of a child that must find the pinned Node and the project's programs first.
 *
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(extra = {}) {
  const own = [join(root, 'node_modules', '.bin')];
  return { ...process.env, PATH: [...own, process.env['PATH'] ?? ''].join(delimiter), ...extra };
}

/** Where things live that outlast a checkout: the Electron runtime and the note of a failed download. */
export function cacheFolder(env = process.env) {
  if (env['FERMIX_CACHE']) {
    return env['FERMIX_CACHE'];
  }
  const base = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, 'fermix-desktop');
}
