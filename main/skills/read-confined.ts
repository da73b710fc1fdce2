import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../sandbox/files/real-path.ts';
import { errno, errorWords } from '../sandbox/refusal.ts';
import { type SkillFailure, skillFailure } from './skill.ts';

/** Bytes of one view. */
export const VIEW_BYTES = 65_536;

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file of a skill. `folder` is its real path; no part below it may be a link. What is judged is the file that
 * was opened, not the path: a part swapped for a link in between is noticed.
 */
export async function readConfined(
  folder: string,
  parts: readonly string[],
): Promise<{ ok: true; bytes: Buffer } | SkillFailure> {
  try {
    let path = folder;
    for (const part of parts) {
      path = join(path, part);
      if ((await lstat(path)).isSymbolicLink()) return skillFailure('symlink_refused');
    }
    const handle = await open(path, FLAGS);
    try {
      if ((await realPathOf(handle, path)) !== path) return skillFailure('symlink_refused');
      const stats = await handle.stat();
      if (!stats.isFile()) return skillFailure('read_failed', `${parts.join('/')} is not a file.`);
      if (stats.size > VIEW_BYTES) return skillFailure('too_large');
      // One byte more than allowed: a file that grows meanwhile is noticed too.
      const buffer = Buffer.alloc(VIEW_BYTES + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      return length > VIEW_BYTES ? skillFailure('too_large') : { ok: true, bytes: buffer.subarray(0, length) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errno(error) === 'ELOOP') return skillFailure('symlink_refused');
    if (errno(error) === 'ENOENT') return skillFailure('reference_not_found', `${parts.join('/')} does not exist.`);
    return skillFailure('read_failed', `${parts.join('/')} cannot be read: ${errorWords(error)}.`);
  }
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}
