import { sep } from 'node:path';

/** Equal to the root, or inside it by whole components: `/a/bc` is not inside `/a/b`. Both canonical and folded alike. */
export function isWithin(path: string, root: string): boolean {
  if (path === root) return true;
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Inside, and not the root itself. */
export function isStrictlyWithin(path: string, root: string): boolean {
  return path !== root && isWithin(path, root);
}

/** One spelling for names that differ only in case or in how accents are composed. */
export function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** File systems whose names usually ignore case. */
export function ignoresCase(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}
