import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from './source-files.mjs';

/**
 * One hash over names and bytes of all files below the given paths; a missing path counts as absent.
 *
 * @param {string} root
 * @param {string[]} paths files and folders, from root
 * @returns {string} hex
 */
export function hashPaths(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((entry) => filesBelow(root, entry))) {
    const bytes = readFileSync(join(root, path));
    // The length keeps two different lists of files from giving one stream of bytes.
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * A hash of names, sizes and times of the same files. While it stays the same, so does `hashPaths`, and no file has to
 * be read; it may change without any content having changed.
 *
 * @param {string} root
 * @param {string[]} paths files and folders, from root
 * @returns {string} hex
 */
export function glanceAtPaths(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((entry) => filesBelow(root, entry))) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, path));
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string | null}
 */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/**
 * Whole or not at all: a start that is killed in between leaves the old stamp or none.
 *
 * @param {string} path
 * @param {string} value
 */
export function writeStamp(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${value}\n`);
  renameSync(temporary, path);
}
