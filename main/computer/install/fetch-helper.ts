import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HelperProgress } from '../../../protocol/ipc/shapes.ts';
import type { Clock, Log } from '../../agent/ports.ts';
import type { HelperManifest } from '../helper-manifest.ts';
import { copyPackaged } from './copy-packaged.ts';
import { downloadArchive } from './download-archive.ts';
import type { HelperRelease } from './helper-release.ts';
import type { HttpsGet } from './https-get.ts';
import { InstallError } from './install-error.ts';
import { unpackArchive } from './unpack-archive.ts';

export interface FetchPorts {
  clock: Clock;
  log: Log;
  get: HttpsGet;
  manifest: HelperManifest;
  release: HelperRelease | null;
  /** The folder that came with the app; null when it brought none. */
  packaged: string | null;
  /** True when that folder says it is of another build: the app was replaced while this one runs. */
  packagedIsOther(): boolean;
  downloads: string;
}

export interface FetchJob {
  signal: AbortSignal;
  progress(progress: HelperProgress): void;
}

/** True when the app brought a helper of its own build. */
export function isPackaged(ports: Pick<FetchPorts, 'packaged' | 'packagedIsOther'>): boolean {
  return ports.packaged !== null && existsSync(join(ports.packaged, 'index.mjs')) && !ports.packagedIsOther();
}

/** Fills an empty folder from what came with the app, else from the release address of the build. */
export async function fetchHelper(folder: string, ports: FetchPorts, job: FetchJob): Promise<void> {
  if (isPackaged(ports) && (await tryPackaged(folder, ports, job))) return;
  if (ports.release) return download(folder, ports.release, ports, job);
  if (ports.packagedIsOther())
    throw new InstallError(
      'install_needs_restart',
      'Fermix was replaced by another version while it runs. Restart it, then the helper that came with it can be installed.',
    );
  throw new InstallError(
    'install_not_published',
    'This build of Fermix came without the helper and knows no address to get it from.',
  );
}

/** False when what came with the app is damaged and there is an address to get it from instead. */
async function tryPackaged(folder: string, ports: FetchPorts, job: FetchJob): Promise<boolean> {
  const total = totalBytes(ports.manifest);
  const wrote = (done: number) => job.progress({ step: 'copying', done, total });
  try {
    await copyPackaged(ports.packaged ?? '', folder, { manifest: ports.manifest, signal: job.signal, wrote });
    return true;
  } catch (error) {
    const isDamaged = error instanceof InstallError && error.code === 'package_damaged';
    if (!isDamaged || !ports.release) throw error;
    ports.log.warn('computer.package_damaged', { reason: error.message });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    return false;
  }
}

async function download(folder: string, release: HelperRelease, ports: FetchPorts, job: FetchJob): Promise<void> {
  const arrived = (done: number) => job.progress({ step: 'downloading', done, total: release.size });
  arrived(0);
  const archive = await downloadArchive(release, ports.downloads, { ...ports, signal: job.signal, arrived });
  const total = totalBytes(ports.manifest);
  const wrote = (done: number) => job.progress({ step: 'unpacking', done, total });
  try {
    await unpackArchive(archive, folder, { manifest: ports.manifest, signal: job.signal, wrote });
  } catch (error) {
    // With the right digest and the wrong content it would be as wrong the next time.
    if (error instanceof InstallError) await rm(ports.downloads, { recursive: true, force: true });
    throw error;
  }
  await rm(ports.downloads, { recursive: true, force: true });
}

export function totalBytes(manifest: HelperManifest): number {
  return manifest.files.reduce((sum, file) => sum + file.size, 0);
}
