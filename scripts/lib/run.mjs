import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

const tailLimit = 64 * 1024;
/** Longer than the app takes to put its store and its helper away. */
const killAfterMs = 6_500;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] no limit when absent
 * @property {'show' | 'keep' | 'stderr'} [output] shown as it comes, kept, or all of it shown on stderr; default `show`
 *
 * @typedef {{ code: number, output: string, timedOut: boolean }} RunResult `output`: stdout and stderr, the last 64 KiB
 */

/**
 * Runs a program to its end, in a process group of its own, so that ending it ends all it started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>} code 127 when the program could not be started
 */
export function run(command, args, options = {}) {
  const { cwd, env, timeoutMs, output = 'show' } = options;
  const keep = output === 'keep';
  const child = spawn(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    detached: process.platform !== 'win32',
    stdio: ['ignore', keep ? 'pipe' : output === 'stderr' ? 2 : 'inherit', keep ? 'pipe' : 'inherit'],
  });
  running.add(child);
  const kept = keepOutput(child);
  let timedOut = false;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          void endTree(child);
        }, timeoutMs);
  return new Promise((resolve) => {
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: kept(), timedOut });
    };
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function keepOutput(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder('utf8');
    stream?.on('data', (/** @type {Buffer} */ chunk) => {
      text = (text + decoder.write(chunk)).slice(-tailLimit);
    });
  }
  return () => text;
}

/**
 * Signals a whole process group.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalTree(child, signal) {
  if (child.pid === undefined) {
    return;
  }
  try {
    if (process.platform === 'win32') {
      child.kill(signal);
    } else {
      process.kill(-child.pid, signal);
    }
  } catch {
    // The group has ended already.
  }
}

/**
 * Ends a process group: SIGTERM, and SIGKILL to what is left a while later.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endTree(child) {
  const ended = child.exitCode !== null || child.signalCode !== null;
  signalTree(child, 'SIGTERM');
  if (!ended) {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, killAfterMs);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }
  // Also when the leader went at once: members of its group may have ignored SIGTERM.
  signalTree(child, 'SIGKILL');
}

/**
 * Ends everything this script started when it is told to stop, then itself.
 *
 * @param {() => Promise<void>} [more] what else has to end
 */
export function endWithUs(more = async () => undefined) {
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.once(signal, () => {
      void Promise.all([...running].map(endTree))
        .then(more)
        .finally(() => process.exit(code));
    });
  }
  process.once('exit', () => {
    for (const child of running) {
      signalTree(child, 'SIGKILL');
    }
  });
}

/**
 * Adds a child started elsewhere to what `endWithUs` ends.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function track(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
}
