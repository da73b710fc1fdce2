import { existsSync, lstatSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts the command `fermix` beside the programs of the installed packages, so that `npm exec fermix` finds the one of
 * this checkout: npm links a package's own commands only when it is installed as a dependency.
 *
 * @param {string} root
 */
export function linkFermix(root) {
  const folder = join(root, 'node_modules', '.bin');
  if (!existsSync(folder)) {
    return;
  }
  if (process.platform === 'win32') {
    writeFileSync(join(folder, 'fermix.cmd'), '@node "%~dp0\\..\\..\\bin\\fermix.mjs" %*\r\n');
    return;
  }
  const link = join(folder, 'fermix');
  const target = join('..', '..', 'bin', 'fermix.mjs');
  if (readLink(link) !== target) {
    rmSync(link, { force: true });
    symlinkSync(target, link);
  }
}

/** @param {string} path */
function readLink(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? readlinkSync(path) : null;
}
