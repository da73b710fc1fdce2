import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStrictlyWithin, isWithin } from './contain.ts';

/** A folder or file that shows another place of the same file system: a bind mount. Both canonical. */
export interface SecondName {
  at: string;
  /** Where the same files stand under another mount. */
  shows: string;
}

interface Mount {
  at: string;
  device: string;
  /** The part of the file system that is shown, as the file system names it. */
  part: string;
}

/** More than any desktop has; a longer table is read in part, newest first. */
const MOST = 4_000;

/**
 * Every bind mount of this computer. A link can be followed and a bind mount cannot: the files have a second name, and
 * only the kernel's table tells. Linux alone; elsewhere, and where the table cannot be read, none is known.
 */
export function readSecondNames(table: () => string = readTable): SecondName[] {
  const mounts = parseMounts(table());
  const names: SecondName[] = [];
  for (const mount of mounts) {
    const source = widestSource(mount, mounts);
    if (source) names.push({ at: mount.at, shows: join(source.at, mount.part.slice(source.part.length)) });
  }
  return names;
}

/** The mount through which the most of the same file system is seen, when it holds this one's part too. */
function widestSource(mount: Mount, mounts: readonly Mount[]): Mount | null {
  let best: Mount | null = null;
  for (const other of mounts) {
    if (other === mount || other.device !== mount.device || !holds(other, mount)) continue;
    if (best === null || other.part.length < best.part.length) best = other;
  }
  return best;
}

/** The same part twice: what was mounted over its own subtree shows nothing new, else the shorter place counts as first. */
function holds(other: Mount, mount: Mount): boolean {
  const [part, wider] = [`${mount.part}/`, other.part === '/' ? '/' : `${other.part}/`];
  if (other.part !== mount.part) return part.startsWith(wider);
  return other.at.length < mount.at.length && !isStrictlyWithin(other.at, mount.at);
}

function parseMounts(table: string): Mount[] {
  const mounts = new Map<string, Mount>();
  for (const line of table.split('\n').slice(-MOST)) {
    const [, , device, part, at] = line.split(' ');
    if (!device || !part?.startsWith('/') || !at?.startsWith('/')) continue;
    // A later mount at the same place covers the earlier one.
    mounts.set(plain(at), { at: plain(at), device, part: plain(part) });
  }
  return [...mounts.values()];
}

/** Blanks, tabs, line ends and backslashes are written as octal numbers of bytes. */
function plain(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

function readTable(): string {
  if (process.platform !== 'linux') return '';
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** The same place under its other name, by the innermost mount it is in; null when it has none. */
export function otherName(path: string, names: readonly SecondName[]): { mount: SecondName; path: string } | null {
  let mount: SecondName | null = null;
  for (const name of names) if (isWithin(path, name.at) && name.at.length > (mount?.at.length ?? 0)) mount = name;
  return mount ? { mount, path: join(mount.shows, path.slice(mount.at.length)) } : null;
}
