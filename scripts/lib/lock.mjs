import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError, say } from './say.mjs';

const pollMs = 200;
const waitLimitMs = 20 * 60_000;

/**
 * Runs `work` while no other set-up of this checkout runs; waits for one that does. A lock whose process is gone is
 * taken over.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + waitLimitMs;
  let told = false;
  while (!take(path)) {
    const owner = ownerOf(path);
    if (owner !== null && !isAlive(owner)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told) {
      say(`waiting for another set-up of this checkout (process ${owner ?? 'unknown'})`);
      told = true;
    }
    if (Date.now() > deadline) {
      throw new SetupError(`Another set-up holds ${path}. If none is running, remove that file.`);
    }
    await delay(pollMs);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** @param {string} path */
function take(path) {
  // Linked into place whole, so that nobody reads a lock without its owner.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid}\n`);
  try {
    linkSync(own, path);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
