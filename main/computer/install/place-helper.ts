import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HelperManifest } from '../helper-manifest.ts';
import { type HelperFolders, HINT_FILE, STAGING } from './helper-folders.ts';

/**
 * Has `fill` put the helper's files into a folder beside the destination and moves it there in one step, when every file
 * was right. Whatever fails, the destination stays as it was and the folder beside it is removed.
 */
export async function placeHelper(
  folders: HelperFolders,
  manifest: HelperManifest,
  id: string,
  fill: (staging: string) => Promise<void>,
): Promise<void> {
  const staging = join(folders.root, `${STAGING}${id}`);
  const replaced = join(folders.root, `${STAGING}${id}-old`);
  await mkdir(folders.root, { recursive: true, mode: 0o700 });
  try {
    await mkdir(staging, { mode: 0o700 });
    await fill(staging);
    await writeFile(join(staging, HINT_FILE), JSON.stringify(manifest), { mode: 0o644 });
    await mkdir(dirname(folders.installed), { recursive: true, mode: 0o700 });
    await rename(folders.installed, replaced).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(staging, folders.installed);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
    await rm(replaced, { recursive: true, force: true, maxRetries: 3 });
  }
}
