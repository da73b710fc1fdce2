import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { HelperManifest } from '../helper-manifest.ts';
import { InstallError } from './install-error.ts';
import { readTar } from './read-tar.ts';
import { stageFiles } from './staged-files.ts';
import { damaged } from './tar-header.ts';

export interface Unpacking {
  manifest: HelperManifest;
  signal: AbortSignal;
  /** Bytes of unpacked files so far. */
  wrote(bytes: number): void;
}

/**
 * Unpacks an archive whose digest has been checked into an empty folder. Every file is compared with the list of the
 * build as it is written; the first that is not on it ends the unpacking. Throws an InstallError or the file system's.
 */
export async function unpackArchive(archive: string, folder: string, job: Unpacking): Promise<void> {
  const staged = stageFiles(folder, job.manifest, damaged, job.wrote);
  const source = createReadStream(archive);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    await readTar(piecesOf(source.pipe(gunzip), job.signal), staged);
    staged.finish();
  } catch (error) {
    job.signal.throwIfAborted();
    if (error instanceof InstallError) throw error;
    if (isZlibError(error)) throw damaged('it cannot be unpacked');
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
    await staged.close();
  }
}

async function* piecesOf(stream: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** A gzip stream that ends early or makes no sense: `Z_BUF_ERROR`, `Z_DATA_ERROR`. */
function isZlibError(error: unknown): boolean {
  return error instanceof Error && /^Z_|^ERR_ZLIB/.test((error as NodeJS.ErrnoException).code ?? '');
}
