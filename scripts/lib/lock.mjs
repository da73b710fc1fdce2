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
      say(`waiting for another set-up of this checkout (process ${owner?.split(' ')[0] ?? 'unknown'})`);
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
  writeFileSync(own, `${identify(process.pid)}\n`);
  try {
    linkSync(own, path);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * A process by id and, where the system tells, by the moment it began: an id alone is soon given to another process,
 * at once after a restart of a container.
 *
 * @param {number} pid
 */
function identify(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold blanks and brackets; field 22 of proc(5) counts ticks since the system started.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${pid} ${started}`;
  } catch {
    return `${pid}`;
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** @param {string} owner */
function isAlive(owner) {
  const pid = Number.parseInt(owner, 10);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) {
      return false;
    }
  }
  return identify(pid) === owner;
}
