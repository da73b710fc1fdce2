import type { ImageRef } from '../../protocol/conversation/message.ts';
import { writeFileSafely } from '../config/write-file-safely.ts';
import { StoreError } from './store-error.ts';

/** Endings of picture files. */
export const EXTENSIONS: Record<ImageRef['mime'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The name of a stored picture's file. */
export function fileName(id: string, mime: ImageRef['mime']): string {
  return `${id}.${EXTENSIONS[mime]}`;
}

/** Writes a picture as a private file. Throws a StoreError when the disk refuses. */
export async function savePictureFile(path: string, data: Uint8Array): Promise<void> {
  try {
    await writeFileSafely(path, data);
  } catch (error) {
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    const sentence = full ? 'The disk is full, so the picture was not saved.' : 'The picture could not be saved.';
    throw new StoreError(full ? 'disk_full' : 'disk_refused', sentence, { cause: error });
  }
}
