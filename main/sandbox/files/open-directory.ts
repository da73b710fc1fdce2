import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errno } from '../refusal.ts';
import type { SandboxView } from '../sandbox.ts';
import { realPathOf } from './real-path.ts';

const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * A folder held open while something is made in it. `at(name)` names an entry of the open folder itself, so that a folder
 * swapped for a link meanwhile changes nothing (on Linux, where /proc gives such names; elsewhere it is the plain path).
 */
export interface HeldDirectory {
  readonly handle: FileHandle;
  at(name: string): string;
}

/** The folder moved out of what is allowed between the decision and its opening. */
export class MovedAway extends Error {
  readonly realPath: string;
  constructor(realPath: string) {
    super('The folder was replaced while it was being opened.');
    this.realPath = realPath;
  }
}

export async function holdDirectory(view: SandboxView, path: string): Promise<HeldDirectory> {
  return hold(view, path, path);
}

async function hold(view: SandboxView, openAs: string, path: string): Promise<HeldDirectory> {
  const handle = await open(openAs, FLAGS);
  try {
    const real = await realPathOf(handle, openAs);
    if (real === null || (real !== path && view.judgeCanonical(real) !== null)) throw new MovedAway(real ?? path);
  } catch (error) {
    await handle.close();
    throw error;
  }
  const base = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
  return { handle, at: (name) => join(base, name) };
}

/** Made folders, outermost first; `undo` removes those that are still empty. */
export interface MadeDirectories {
  held: HeldDirectory;
  undo(): Promise<void>;
}

/** Opens a folder and makes what is missing of it, one part after the other inside the part before. */
export async function holdOrMakeDirectory(view: SandboxView, path: string): Promise<MadeDirectories> {
  const missing: string[] = [];
  let existing = path;
  for (;;) {
    try {
      const held = await holdDirectory(view, existing);
      return await makeBelow(view, held, existing, missing);
    } catch (error) {
      if (errno(error) !== 'ENOENT' || dirname(existing) === existing) throw error;
      missing.unshift(basename(existing));
      existing = dirname(existing);
    }
  }
}

async function makeBelow(
  view: SandboxView,
  start: HeldDirectory,
  startPath: string,
  names: string[],
): Promise<MadeDirectories> {
  let held = start;
  let path = startPath;
  const made: string[] = [];
  const undo = async () => {
    for (const one of [...made].reverse()) await rmdir(one).catch(() => undefined);
  };
  try {
    for (const name of names) {
      path = join(path, name);
      await mkdir(held.at(name)).then(
        () => made.push(path),
        (error: unknown) => {
          if (errno(error) !== 'EEXIST') throw error;
        },
      );
      const next = await hold(view, held.at(name), path);
      await held.handle.close();
      held = next;
    }
  } catch (error) {
    await held.handle.close().catch(() => undefined);
    await undo();
    throw error;
  }
  return { held, undo };
}
