import type { FileHandle } from 'node:fs/promises';
import { readlink, realpath, stat } from 'node:fs/promises';

const GONE = ' (deleted)';

/**
 * Where an open file really is. On Linux the kernel knows; elsewhere the path is resolved again and must still lead to
 * the very file that is open. Null when it cannot be told: the caller refuses then.
 */
export async function realPathOf(handle: FileHandle, openedAs: string): Promise<string | null> {
  if (process.platform === 'linux') {
    const link = await readlink(`/proc/self/fd/${handle.fd}`);
    if (!link.endsWith(GONE)) return link;
    const { nlink } = await handle.stat();
    return nlink === 0 ? link.slice(0, -GONE.length) : link;
  }
  const path = await realpath(openedAs);
  const [there, open] = await Promise.all([stat(path), handle.stat()]);
  return there.ino === open.ino && there.dev === open.dev ? path : null;
}
