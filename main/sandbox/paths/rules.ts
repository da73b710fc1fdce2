import { basename, dirname, join } from 'node:path';
import { foldCase, isWithin } from './contain.ts';
import { otherName, type SecondName } from './mounts.ts';

/** Everything a path is judged by. Plain data with canonical paths, so that search workers judge exactly alike. */
export interface PathRules {
  /** Fold the case of roots too (macOS, Windows). Protected names are folded everywhere. */
  foldRoots: boolean;
  /** Folders the agent may use. Folded when `foldRoots`. */
  roots: string[];
  /** Folders the owner has blocked. Folded when `foldRoots`. */
  blocked: string[];
  /** Protected files and folders, folded: the entry and everything in it. */
  protectedTrees: string[];
  /** Protected files, folded: also with a `.` or `-` suffix (`memory.db-wal`). */
  protectedFiles: string[];
  /** The state directory, folded: databases, sockets and locks directly in it are protected. */
  home: string;
  /** Bind mounts: what a path inside one of them shows is judged too. */
  secondNames: readonly SecondName[];
}

export type Denial = 'protected_path' | 'blocked_root' | 'outside_root';

const STATE_FILE = /\.(db|sqlite|sqlite3|sock|lock|pid)([.-]|$)/;

/** Bind mounts within bind mounts that are looked through. */
const DEEPEST = 8;

/**
 * Judges a canonical path; null means allowed. The order matters: protection wins over every grant. A bind mount below a
 * root is judged by what it shows; one that the owner has named as a root, or that holds the root, is where they are.
 */
export function judge(path: string, rules: PathRules): Denial | null {
  let here = path;
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const denied = judgeName(here, rules);
    if (denied) return denied;
    const other = otherName(here, rules.secondNames);
    if (!other) return null;
    if (isNamed(here, other.mount.at, rules)) return isKeptFrom(other.path, rules);
    here = other.path;
  }
  return 'outside_root';
}

/** A root is the mount itself or lies inside it: the owner has allowed this name of the files. */
function isNamed(path: string, mount: string, rules: PathRules): boolean {
  const [plain, at] = rules.foldRoots ? [foldCase(path), foldCase(mount)] : [path, mount];
  return rules.roots.some((root) => isWithin(plain, root) && isWithin(root, at));
}

/** What no allowed name opens, whatever it is reached by. */
function isKeptFrom(path: string, rules: PathRules): Denial | null {
  const denied = judgeName(path, rules);
  return denied === 'outside_root' ? null : denied;
}

function judgeName(path: string, rules: PathRules): Denial | null {
  const folded = foldCase(path);
  if (isProtected(folded, rules)) return 'protected_path';
  const plain = rules.foldRoots ? folded : path;
  if (rules.blocked.some((root) => isWithin(plain, root))) return 'blocked_root';
  if (rules.roots.some((root) => isWithin(plain, root))) return null;
  return 'outside_root';
}

/** `folded` is a canonical path after foldCase. */
export function isProtected(folded: string, rules: PathRules): boolean {
  if (rules.protectedTrees.some((tree) => isWithin(folded, tree))) return true;
  if (rules.protectedFiles.some((file) => isFileOrVariant(folded, file))) return true;
  return dirname(folded) === rules.home && STATE_FILE.test(basename(folded));
}

function isFileOrVariant(path: string, file: string): boolean {
  if (!path.startsWith(file)) return false;
  const next = path[file.length];
  if (next === undefined) return true;
  return next === '.' || next === '-' || isWithin(path, file);
}

/**
 * The folders in which a single entry may be denied although its folder is allowed. In every other folder an entry that
 * is no link is judged like its folder, so a search need not judge each file by itself.
 */
export function foldersWithExceptions(rules: PathRules): Set<string> {
  const entries = [...rules.protectedTrees, ...rules.protectedFiles, ...rules.blocked.map(foldCase)];
  const folders = new Set([...entries.map((entry) => dirname(entry)), rules.home]);
  for (const { at, shows } of rules.secondNames) {
    folders.add(foldCase(dirname(at)));
    const shown = foldCase(shows);
    // The same exceptions under their second name.
    for (const folder of [...folders])
      if (isWithin(folder, shown)) folders.add(join(foldCase(at), folder.slice(shown.length)));
  }
  return folders;
}
