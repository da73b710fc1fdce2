import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { denyPath, errno, errorWords, fail, type Refusal, refuse, shown } from '../refusal.ts';
import type { SandboxView } from '../sandbox.ts';
import { realPathOf } from './real-path.ts';

/** An open regular file inside the sandbox. Whoever gets it closes it. */
export interface OpenFile {
  ok: true;
  handle: FileHandle;
  path: string;
  stats: Stats;
}

/** No link as the last part, no wait on a named pipe, no terminal of our own. Absent on Windows: 0. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Opens what was decided. Between the decision and the opening a part of the path may have become a link, so the real
 * place of the open file is judged once more.
 * Codes: `not_found`, `is_directory`, `not_a_file`, `unreadable`, and the path codes.
 */
export async function openDecided(view: SandboxView, path: string): Promise<OpenFile | Refusal> {
  const handle = await open(path, FLAGS).catch((error: unknown) => error);
  if (!isHandle(handle)) return openFailure(handle, path);
  const settled = await settle(view, handle, path).catch((error: unknown) => openFailure(error, path));
  if (!settled.ok) await handle.close().catch(() => undefined);
  return settled;
}

async function settle(view: SandboxView, handle: FileHandle, path: string): Promise<OpenFile | Refusal> {
  const real = await realPathOf(handle, path);
  if (real === null) return denyPath('outside_root', path);
  if (real !== path) {
    const denied = view.judgeCanonical(real);
    if (denied) return denied;
  }
  const stats = await handle.stat();
  if (stats.isDirectory()) return isDirectory(path);
  if (!stats.isFile()) return notAFile(path);
  return { ok: true, handle, path, stats };
}

export function isDirectory(path: string): Refusal {
  return refuse('is_directory', `${shown(path)} is a folder, not a file.`);
}

export function notAFile(path: string): Refusal {
  return refuse('not_a_file', `${shown(path)} is a pipe, a socket or a device, not a file.`);
}

function openFailure(error: unknown, path: string): Refusal {
  const code = errno(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return fail('not_found', `${shown(path)} does not exist.`);
  if (code === 'EISDIR') return isDirectory(path);
  if (code === 'ENXIO' || code === 'ENODEV') return notAFile(path);
  if (code === 'ELOOP') return refuse('too_many_symlinks', `${shown(path)} became a link while it was being opened.`);
  return fail('unreadable', `${shown(path)} cannot be read: ${errorWords(error)}.`);
}

function isHandle(value: unknown): value is FileHandle {
  return typeof value === 'object' && value !== null && 'fd' in value;
}
