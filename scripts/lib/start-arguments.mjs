import { resolve } from 'node:path';
import { SetupError } from './say.mjs';

/**
 * Reads what follows `npm start --`.
 *
 * @param {string[]} words
 * @param {string} directory relative paths start here
 * @returns {{ capture: string | null, switches: string[] }} `switches` go to Electron as they are
 */
export function readStartArguments(words, directory) {
  /** @type {string | null} */
  let capture = null;
  const switches = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const value = /^--capture(?:=(.*))?$/.exec(word);
    if (value !== null) {
      const path = value[1] ?? rest.shift();
      if (!path) {
        throw new SetupError('--capture needs the name of a PNG file: npm start -- --capture window.png');
      }
      capture = resolve(directory, path);
    } else if (word.startsWith('--')) {
      switches.push(word);
    } else {
      throw new SetupError(`Unknown argument ${word}. Known: --capture FILE.png, and switches of Electron.`);
    }
  }
  return { capture, switches };
}
