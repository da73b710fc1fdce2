import { existsSync } from 'node:fs';
import { connect } from 'node:net';

const limitMs = 1_000;

/**
 * Whether programs started here can open a window. A variable that points to a display which is gone counts as none.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<boolean>}
 */
export async function hasDisplay(env = process.env, platform = process.platform) {
  if (platform !== 'linux' || env['WAYLAND_DISPLAY']) {
    return true;
  }
  const display = env['DISPLAY'];
  const number = /^(?:unix)?:(\d+)/.exec(display ?? '')?.[1];
  if (number === undefined) {
    // A display on another computer, such as `host:10`, is taken at its word.
    return Boolean(display);
  }
  const path = `/tmp/.X11-unix/X${number}`;
  return existsSync(path) && (await answers(path));
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
function answers(path) {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (/** @type {boolean} */ result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(finish, limitMs, false);
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
