import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallError } from './install-error.ts';
import { stageFiles } from './staged-files.ts';
import type { Unpacking } from './unpack-archive.ts';

const PIECE = 1 << 20;

/**
 * Copies the helper that came with the app into an empty folder, file by file as the list of the build has them: what
 * else is there is left behind, and what is not as listed refuses the copy.
 */
export async function copyPackaged(
  source: string,
  folder: string,
  { manifest, signal, wrote }: Unpacking,
): Promise<void> {
  const staged = stageFiles(folder, manifest, damaged, wrote);
  try {
    for (const listed of manifest.files) {
      await copyFile(join(source, listed.path), listed, staged, signal);
    }
    staged.finish();
  } finally {
    await staged.close();
  }
}

async function copyFile(
  path: string,
  listed: { path: string; size: number },
  staged: ReturnType<typeof stageFiles>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      throw damaged(error.code === 'ENOENT' ? `${listed.path} is missing` : `${listed.path} cannot be read`);
    },
  );
  try {
    const { size } = await file.stat();
    await staged.begin({ path: listed.path, size });
    const piece = Buffer.alloc(Math.min(PIECE, Math.max(1, size)));
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, null);
      if (bytesRead === 0) break;
      await staged.write(piece.subarray(0, bytesRead));
    }
    await staged.end();
  } finally {
    await file.close();
  }
}

function damaged(words: string): InstallError {
  return new InstallError(
    'package_damaged',
    `The helper that came with this app is not as it was built: ${words}. Install Fermix again.`,
  );
}
