import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { foldCase, isWithin } from '../../../sandbox/paths/contain.ts';
import { type Denial, foldersWithExceptions, judge, type PathRules } from '../../../sandbox/paths/rules.ts';

/** An entry the sandbox allows. `shown` is its path as reached from the root, `real` its canonical path. */
export interface Entry {
  shown: string;
  real: string;
  directory: boolean;
  /** Reached through a link. */
  linked: boolean;
}

export interface WalkOptions {
  rules: PathRules;
  /** Called for every allowed entry in the order of `shown`; false ends the walk. */
  visit(entry: Entry): boolean;
  /** Levels below the root; 1 is the root's own entries. */
  maxDepth?: number;
}

/** Denials that are traced one by one; a folder counts once, whatever is in it. */
const MOST_DENIALS = 100;

/** Walks a canonical, allowed folder. Entries that cannot be read are passed over. Returns what the sandbox denied. */
export function walk(root: string, options: WalkOptions): { path: string; code: Denial }[] {
  const walker = new Walker(root, options);
  walker.enter(root, root, 1);
  return walker.denied;
}

class Walker {
  readonly denied: { path: string; code: Denial }[] = [];
  private readonly root: string;
  private readonly options: WalkOptions;
  private readonly exceptions: Set<string>;
  /** Real folders entered through links, against cycles and double answers. */
  private readonly entered = new Set<string>();

  constructor(root: string, options: WalkOptions) {
    this.root = root;
    this.options = options;
    this.exceptions = foldersWithExceptions(options.rules);
  }

  /** False when the walk is over. */
  enter(shown: string, real: string, depth: number): boolean {
    const mayDeny = this.exceptions.has(foldCase(real));
    for (const dirent of readSorted(real)) {
      const entry = this.resolve(dirent, shown, real);
      if (!entry || !this.isAllowed(entry.real, mayDeny || entry.linked)) continue;
      if (!this.options.visit(entry)) return false;
      const deeper = entry.directory && depth < (this.options.maxDepth ?? Number.POSITIVE_INFINITY);
      if (deeper && this.isNew(entry, shown !== real) && !this.enter(entry.shown, entry.real, depth + 1)) return false;
    }
    return true;
  }

  private resolve(dirent: Dirent, shownFolder: string, realFolder: string): Entry | null {
    const shown = join(shownFolder, dirent.name);
    const real = shownFolder === realFolder ? shown : join(realFolder, dirent.name);
    if (!dirent.isSymbolicLink()) {
      const directory = dirent.isDirectory();
      return directory || dirent.isFile() ? { shown, real, directory, linked: false } : null;
    }
    try {
      const target = realpathSync.native(real);
      const stats = statSync(target);
      if (!stats.isDirectory() && !stats.isFile()) return null;
      return { shown, real: target, directory: stats.isDirectory(), linked: true };
    } catch {
      return null;
    }
  }

  private isAllowed(real: string, ask: boolean): boolean {
    const code = ask ? judge(real, this.options.rules) : null;
    if (code === null) return true;
    if (this.denied.length < MOST_DENIALS) this.denied.push({ path: real, code });
    return false;
  }

  /** A linked folder is entered once, and not at all when it is on the way anyway or leads back above the root. */
  private isNew(entry: Entry, throughLink: boolean): boolean {
    if (!entry.linked && !throughLink) return true;
    const isOnTheWay = isWithin(entry.real, this.root) || isWithin(this.root, entry.real);
    if (isOnTheWay || this.entered.has(entry.real)) return false;
    this.entered.add(entry.real);
    return true;
  }
}

/** In the order of full paths: a folder sorts as its name with the separator. */
function readSorted(folder: string): Dirent[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  const keys = new Map(entries.map((entry) => [entry, entry.isDirectory() ? entry.name + sep : entry.name]));
  const key = (entry: Dirent) => keys.get(entry) ?? entry.name;
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
