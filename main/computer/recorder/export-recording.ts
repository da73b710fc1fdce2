import { randomBytes } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Recording } from '../../../protocol/conversation/recording.ts';
import { makeFolder } from '../../config/make-folder.ts';
import type { RecordingStore } from '../../store/recording-port.ts';
import { exportPage } from './export-page.ts';

/** Why a recording could not be written to a folder. */
export class ExportError extends Error {
  readonly code: 'recording_gone' | 'folder_exists' | 'export_failed';
  constructor(code: ExportError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExportError';
    this.code = code;
  }
}

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;

/**
 * Writes a recording as a new folder: `index.html` with its pictures in `pictures/`, private to the user. The folder is there
 * whole or not at all. Rejects with an ExportError.
 */
export async function exportRecording(store: RecordingStore, id: string, folder: string): Promise<void> {
  const recording = store.load(id);
  if (!recording) throw new ExportError('recording_gone', 'This recording is no longer kept.');
  const target = resolve(folder);
  if (await isThere(target))
    throw new ExportError('folder_exists', `${target} is there already. Choose a name that is not taken.`);
  const partial = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    makeFolder(join(partial, 'pictures'));
    const names = await writePictures(store, recording, partial);
    const page = exportPage(recording, (picture) => names.get(picture) ?? null);
    await writeFile(join(partial, 'index.html'), page, { mode: 0o600 });
    await rename(partial, target);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    const why = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC' ? ' The disk is full.' : '';
    throw new ExportError('export_failed', `The recording could not be written to ${target}.${why}`, { cause });
  }
}

/** Each picture once, numbered in the order of the steps. */
async function writePictures(store: RecordingStore, { list }: Recording, folder: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let number = 0;
  for (const { image } of list.flatMap(({ before, after }) => [before, after]).filter((one) => one !== null)) {
    if (names.has(image.id)) continue;
    const picture = await store.readPicture(image.id);
    if (!picture) continue;
    number += 1;
    const name = `pictures/${String(number).padStart(4, '0')}.${ENDINGS[picture.mime]}`;
    await writeFile(join(folder, name), picture.data, { mode: 0o600 });
    names.set(image.id, name);
  }
  return names;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
