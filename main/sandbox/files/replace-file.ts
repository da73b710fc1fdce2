import { constants, type Stats } from 'node:fs';
import { access, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Ids } from '../../agent/ports.ts';
import { judge } from '../paths/rules.ts';
import { denyPath, errno, errorWords, fail, type Refusal, refuse, shown } from '../refusal.ts';
import type { SandboxView } from '../sandbox.ts';
import { type HeldDirectory, holdDirectory, holdOrMakeDirectory, MovedAway } from './open-directory.ts';
import { isDirectory, notAFile } from './open-file.ts';

export interface ReplaceOptions {
  /** Make missing parent folders. */
  makeParents: boolean;
  ids: Ids;
  /** What the old file was when it was read: another file there now is left alone (`changed_meanwhile`). */
  expected?: Stats;
}

/**
 * Puts `bytes` in place of the whole file at a decided path: written beside it, flushed, given the old file's mode, then
 * renamed over it. Whatever goes wrong, the old file is whole and nothing is left behind.
 * Codes: `missing_parent`, `is_directory`, `not_a_file`, `changed_meanwhile`, `write_failed`, and the path codes.
 */
export async function replaceFile(
  view: SandboxView,
  path: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): Promise<{ ok: true } | Refusal> {
  const parent = dirname(path);
  let undo = async (): Promise<void> => undefined;
  try {
    let held: HeldDirectory;
    if (options.makeParents) ({ held, undo } = await holdOrMakeDirectory(view, parent));
    else held = await holdDirectory(view, parent);
    try {
      const refused = await writeInto(held, basename(path), path, bytes, options);
      if (!refused) return { ok: true };
      await undo();
      return refused;
    } finally {
      await held.handle.close();
    }
  } catch (error) {
    await undo();
    return writeFailure(view, error, path);
  }
}

async function writeInto(
  held: HeldDirectory,
  name: string,
  path: string,
  bytes: Uint8Array,
  { ids, expected }: ReplaceOptions,
): Promise<Refusal | null> {
  const old = await lstat(held.at(name)).catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return null;
    throw error;
  });
  const bad = old ? await unfitTarget(old, held.at(name), path) : null;
  if (bad) return bad;
  if (expected && !isSameFile(old, expected))
    return fail(
      'changed_meanwhile',
      `${shown(path)} was changed by another program. Nothing was written; read it again.`,
    );
  const temporary = held.at(`.${ids.next('fermix')}.tmp`);
  try {
    await writeDurably(temporary, bytes, old);
    await rename(temporary, held.at(name));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await held.handle.sync().catch(() => undefined);
  return null;
}

function isSameFile(now: Stats | null, before: Stats): boolean {
  return now !== null && now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

async function unfitTarget(old: Stats, target: string, path: string): Promise<Refusal | null> {
  if (old.isDirectory()) return isDirectory(path);
  if (old.isSymbolicLink())
    return refuse('too_many_symlinks', `${shown(path)} became a link while it was being written.`);
  if (!old.isFile()) return notAFile(path);
  await access(target, constants.W_OK);
  return null;
}

async function writeDurably(temporary: string, bytes: Uint8Array, old: Stats | null): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(temporary, flags, old ? 0o600 : 0o666);
  try {
    await handle.writeFile(bytes);
    if (old) await handle.chmod(old.mode & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function writeFailure(view: SandboxView, error: unknown, path: string): Refusal {
  if (error instanceof MovedAway) return denyPath(judge(error.realPath, view.rules) ?? 'outside_root', error.realPath);
  if (errno(error) === 'ENOENT')
    return fail('missing_parent', `The folder ${shown(dirname(path))} does not exist. Nothing was written.`);
  return fail('write_failed', `${shown(path)} was not written: ${errorWords(error)}. The file is as it was.`);
}
