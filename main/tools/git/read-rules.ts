import { isAbsolute, resolve } from 'node:path';
import { isWithin } from '../../sandbox/paths/contain.ts';

/** Options of `git branch` that only list. */
const BRANCH_LISTS = new Set([
  '--list',
  '--all',
  '--remotes',
  '--verbose',
  '--quiet',
  '--show-current',
  '--ignore-case',
  '--color',
  '--no-color',
  '--column',
  '--no-column',
  '--abbrev',
  '--no-abbrev',
  '--omit-empty',
]);
/** Those that take a value, as `--sort=x` or `--sort x`. */
const BRANCH_VALUES = new Set([
  '--sort',
  '--format',
  '--contains',
  '--no-contains',
  '--merged',
  '--no-merged',
  '--points-at',
]);

/** The argument with which `git branch` would do more than list, or null. */
export function findBranchChange(args: readonly string[]): string | null {
  const lists = args.some((arg) => arg === '--list' || /^-[arvqi]*l[arvqi]*$/.test(arg));
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [name = '', value] = arg.split('=', 2);
    if (BRANCH_VALUES.has(name) && value === undefined) {
      at += 1;
      // Also where git takes it as the value: joined with an equals sign there is no doubt.
      if (args[at]?.startsWith('-')) return arg;
    } else if (BRANCH_VALUES.has(name)) continue;
    else if (!isListing(arg, name, lists)) return arg;
  }
  return null;
}

function isListing(arg: string, name: string, lists: boolean): boolean {
  if (arg === '--' || !arg.startsWith('-')) return lists;
  return arg.startsWith('--') ? BRANCH_LISTS.has(name) : /^-[alrvqi]+$/.test(arg);
}

/** A positional that is an absolute path, or a path that leaves the repository; null when there is none. */
export function findPathOutside(args: readonly string[], directory: string, top: string): string | null {
  const end = args.indexOf('--');
  for (const [index, arg] of args.entries()) {
    if (index === end || (arg.startsWith('-') && (end < 0 || index < end))) continue;
    const path = arg.startsWith(':') ? arg.replace(/^:(\([^)]*\)|[!^/]+)?/, '') : arg;
    if (isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path)) return arg;
    if (path.split(/[\\/]/).includes('..') && !isWithin(resolve(directory, path), top)) return arg;
  }
  return null;
}
