import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { errno, errorWords, fail, type PathCode, type Refusal, refuse, shown } from '../refusal.ts';

/** Links followed before giving up. */
const MOST_HOPS = 64;

export type Canonical = { ok: true; path: string; stats: Stats | null } | Refusal<PathCode>;

/** Looks at the disk; a memo shares the answers among the many paths of one tool call. */
export interface Look {
  lstat(path: string): Promise<Stats>;
  readlink(path: string): Promise<string>;
}

export const lookAtDisk: Look = { lstat: (path) => lstat(path), readlink: (path) => readlink(path) };

/** For the many known places of the home and the system, where each hop to another thread costs more than the answer. */
export const lookAtOnce: Look = {
  lstat: async (path) => lstatSync(path),
  readlink: async (path) => readlinkSync(path),
};

/** A look that asks the disk once for each path. */
export function rememberingLook(look: Look): Look {
  const seen = new Map<string, Promise<Stats>>();
  return {
    readlink: look.readlink,
    lstat(path) {
      const known = seen.get(path);
      if (known) return known;
      const asked = look.lstat(path);
      asked.catch(() => undefined);
      seen.set(path, asked);
      return asked;
    },
  };
}

/**
 * The real location of an absolute, lexically collapsed path. Every link on the way is replaced by its target and the
 * walk starts again. From the first component that does not exist on, the rest is kept as it is: a new file below a
 * linked folder is judged by the folder's real place. `stats` is null when the path does not exist.
 */
export async function canonicalise(path: string, look: Look = lookAtDisk): Promise<Canonical> {
  let current = path;
  for (let hops = 0; hops <= MOST_HOPS; hops += 1) {
    const step = await walkOnce(current, look);
    if (!('linkedTo' in step)) return step;
    current = step.linkedTo;
  }
  return refuse('too_many_symlinks', `${shown(path)} leads through more than ${MOST_HOPS} links.`);
}

async function walkOnce(path: string, look: Look): Promise<Canonical | { linkedTo: string }> {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep).filter(Boolean);
  let here = root;
  let stats: Stats | null = null;
  for (const [index, name] of names.entries()) {
    here = join(here, name);
    const rest = names.slice(index + 1);
    try {
      stats = await look.lstat(here);
      if (stats.isSymbolicLink()) {
        const target = resolve(dirname(here), await look.readlink(here));
        return { linkedTo: join(target, ...rest) };
      }
    } catch (error) {
      if (errno(error) === 'ENOENT') return { ok: true, path: join(here, ...rest), stats: null };
      return statFailure(error, here);
    }
  }
  if (names.length === 0) stats = await look.lstat(root);
  return { ok: true, path: here, stats };
}

function statFailure(error: unknown, path: string): Refusal<PathCode> {
  if (errno(error) === 'ENAMETOOLONG') return refuse('invalid_path', `${shown(path)}: ${errorWords(error)}.`);
  return fail('path_error', `${shown(path)} cannot be looked at: ${errorWords(error)}.`);
}
