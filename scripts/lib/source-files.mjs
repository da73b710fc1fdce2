import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'out', 'dist', '.git', '.cache', 'coverage']);

/**
 * All files below a folder, or the file itself, as paths from `root` with `/`, sorted; folders made by tools are left
 * out. A missing path gives none.
 *
 * @param {string} root
 * @param {string} relative
 * @returns {string[]}
 */
export function filesBelow(root, relative) {
  let entries;
  try {
    entries = readdirSync(join(root, relative), { withFileTypes: true });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? [relative] : [];
  }
  return entries
    .flatMap((entry) => {
      const path = `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        return skipped.has(entry.name) ? [] : filesBelow(root, path);
      }
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/**
 * @param {string} root
 * @param {string} path
 */
export function readSource(root, path) {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}
