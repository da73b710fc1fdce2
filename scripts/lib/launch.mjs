import { spawn } from 'node:child_process';
import { track } from './run.mjs';

/**
 * The switches that every start of the app needs here.
 *
 * @param {number | undefined} uid of the user; undefined where there is none
 */
export function runtimeSwitches(uid = process.getuid?.()) {
  // Chromium refuses to run its sandbox as root, and without this switch does not run at all.
  return uid === 0 && process.platform === 'linux' ? ['--no-sandbox'] : [];
}

/**
 * Starts an Electron app in a process group of its own.
 *
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 * @param {string} app folder of its package.json
 * @param {{ switches?: string[], env: NodeJS.ProcessEnv, output?: 'show' | 'drop' }} options
 */
export function launch(runtime, app, { switches = [], env, output = 'show' }) {
  const stream = output === 'show' ? 'inherit' : 'ignore';
  const child = spawn(runtime.executable, [...runtimeSwitches(), ...switches, app], {
    cwd: process.cwd(),
    env: { ...env, FERMIX_RUNTIME: runtime.kind },
    detached: process.platform !== 'win32',
    stdio: ['ignore', stream, stream],
  });
  track(child);
  return child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it never started
 */
export function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
