import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, for the user alone (mode 0700). Throws an Error whose message is
 * a clause such as "its path is too long" and whose `code` is the system's. Node's own `recursive` never returns where
 * the system says ENOENT of a new name in a folder that is there, as /proc does.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  let at = resolve(path);
  while (!isFolder(at)) {
    missing.unshift(at);
    const above = dirname(at);
    if (above === at) break;
    at = above;
  }
  for (const folder of missing) makeOne(folder);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if (!isFolder(folder)) throw explain(error, folder);
  }
}

function explain(error: unknown, folder: string): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.assign(new Error(folderTrouble(code, folder) ?? String(error), { cause: error }), { code });
}

/** Why a folder cannot be made or changed, by the system's code; null for a code that says nothing to a person. */
export function folderTrouble(code: string, folder: string): string | null {
  switch (code) {
    case 'EEXIST':
      return `${folder} is a file, or a link that leads nowhere`;
    case 'ENOENT':
      return `the system makes no folder in ${dirname(folder)}`;
    case 'ENOTDIR':
      return `${dirname(folder)} is not a folder`;
    case 'ENAMETOOLONG':
      return 'its path is too long';
    case 'ELOOP':
      return 'its links lead in a circle';
    case 'EROFS':
      return `${folder} is on a read-only file system`;
    case 'EACCES':
    case 'EPERM':
      return `you may not write in ${dirname(folder)}`;
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return null;
  }
}
