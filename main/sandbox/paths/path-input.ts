import { isAbsolute, join, resolve, sep } from 'node:path';
import { type PathCode, type Refusal, refuse } from '../refusal.ts';

/** Longer than any path a system accepts. */
const LONGEST = 32_768;

/** Checks the text of a path before anything looks at the disk; null when it is usable. */
export function checkPathText(path: unknown): Refusal<PathCode> | null {
  if (typeof path !== 'string') return refuse('invalid_path', 'The path must be text.');
  if (path.trim() === '') return refuse('invalid_path', 'The path is empty. Name a file or folder.');
  if (path.includes('\0')) return refuse('invalid_path', 'The path contains a NUL byte, which no file name may have.');
  if (path.length > LONGEST)
    return refuse('invalid_path', `The path has ${path.length} characters; none can be so long.`);
  if (/\p{Surrogate}/u.test(path)) return refuse('invalid_path', 'The path is not valid Unicode text.');
  return null;
}

/** Expands `~`, makes a relative path absolute against `base` and collapses `.` and `..` as text, links unseen. */
export function expandPath(path: string, base: string, osHome: string): string {
  if (path === '~') return osHome;
  if (path.startsWith('~/') || path.startsWith(`~${sep}`)) return join(osHome, path.slice(2));
  return isAbsolute(path) ? resolve(path) : resolve(base, path);
}
