import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE_LIMIT, type HelperRelease } from './helper-release.ts';
import type { HttpsAnswer } from './https-get.ts';
import { InstallError } from './install-error.ts';
import { openRelease, type ReleasePorts } from './open-release.ts';

export interface DownloadJob extends ReleasePorts {
  signal: AbortSignal;
  /** Bytes that are there, of the size the build names. */
  arrived(bytes: number): void;
}

/** How often an interrupted download goes on by itself, and after how long. */
const PAUSES_MS = [1_000, 3_000];

/**
 * Brings the archive into `folder` and answers its path once its digest is the one of the build. What was interrupted
 * stays there and is gone on with, now or by a later call; what is wrong is removed. Throws an InstallError.
 */
export async function downloadArchive(release: HelperRelease, folder: string, job: DownloadJob): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = { part: join(folder, `${release.sha256}.part`), tag: join(folder, `${release.sha256}.tag`) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      await fetchRest(release, place, job);
      break;
    } catch (error) {
      job.signal.throwIfAborted();
      const pause = PAUSES_MS[attempt];
      if (pause === undefined || !isBroken(error, attempt)) throw error;
      await job.clock.sleep(pause, job.signal);
    }
  }
  if ((await sha256(place.part)) === release.sha256) return place.part;
  await Promise.all([rm(place.part, { force: true }), rm(place.tag, { force: true })]);
  throw new InstallError(
    'download_digest_mismatch',
    'What was downloaded is not the helper this app was built with. It was thrown away.',
  );
}

/** A connection that broke. One that never was is worth another try only where one has been before. */
function isBroken(error: unknown, attempt: number): boolean {
  if (!(error instanceof InstallError)) return false;
  return error.code === 'download_interrupted' || (error.code === 'download_unreachable' && attempt > 0);
}

interface Place {
  part: string;
  /** The validator of the answer that the part came from. */
  tag: string;
}

async function fetchRest(release: HelperRelease, place: Place, job: DownloadJob): Promise<void> {
  const have = await usablePart(release, place);
  if (have.bytes === release.size) return;
  const headers: Record<string, string> = have.bytes > 0 ? { range: `bytes=${have.bytes}-`, 'if-range': have.tag } : {};
  const { answer, body } = await openRelease(release, headers, job.signal, job);
  try {
    const start = await startOf(answer, have.bytes, release, place);
    await append(body, place.part, start, release.size, job);
  } finally {
    answer.close();
    await body.return(undefined);
  }
}

/** What an earlier download left, as far as it can be gone on with. */
async function usablePart(release: HelperRelease, { part, tag }: Place): Promise<{ bytes: number; tag: string }> {
  const bytes = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const validator = await readFile(tag, 'utf8').catch(() => '');
  if (bytes === release.size) return { bytes, tag: validator };
  return bytes < release.size && validator !== '' ? { bytes, tag: validator } : { bytes: 0, tag: '' };
}

/** Where the body of this answer begins in the file. The part of another file is thrown away. */
async function startOf(answer: HttpsAnswer, have: number, release: HelperRelease, place: Place): Promise<number> {
  if (answer.status === 206 && have > 0) {
    if (answer.headers['content-range'] === `bytes ${have}-${release.size - 1}/${release.size}`) return have;
    await rm(place.part, { force: true });
    throw interrupted();
  }
  await rm(place.part, { force: true });
  if (answer.status === 416) throw interrupted();
  if (answer.status !== 200) throw badStatus(answer.status);
  const length = Number(answer.headers['content-length'] ?? release.size);
  if (length > ARCHIVE_LIMIT) throw tooLarge();
  if (length !== release.size)
    throw new InstallError(
      'download_digest_mismatch',
      `The download has ${length} bytes and not the ${release.size} that this app was built with.`,
    );
  await writeFile(place.tag, validatorOf(answer), { mode: 0o600 });
  return 0;
}

/** A strong ETag, else the date: only then may a later request ask for the rest of the same file. */
function validatorOf({ headers }: HttpsAnswer): string {
  const etag = headers['etag'] ?? '';
  return etag !== '' && !etag.startsWith('W/') ? etag : (headers['last-modified'] ?? '');
}

async function append(
  body: AsyncIterable<Buffer>,
  path: string,
  start: number,
  size: number,
  job: DownloadJob,
): Promise<void> {
  const file = await open(path, start === 0 ? 'w' : 'a', 0o600);
  let bytes = start;
  try {
    job.arrived(bytes);
    for await (const piece of body) {
      if (bytes + piece.length > size) throw tooLarge();
      await file.writeFile(piece);
      bytes += piece.length;
      job.arrived(bytes);
    }
  } catch (error) {
    if (error instanceof InstallError && error.code === 'download_too_large') await rm(path, { force: true });
    if (job.signal.aborted || error instanceof InstallError || isLocal(error)) throw error;
    throw interrupted();
  } finally {
    await file.close();
  }
  if (bytes < size) throw interrupted();
}

const LOCAL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES']);

/** The disk's own failures are no failures of the connection. */
function isLocal(error: unknown): boolean {
  return error instanceof Error && LOCAL.has((error as NodeJS.ErrnoException).code ?? '');
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const interrupted = () =>
  new InstallError('download_interrupted', 'The connection broke off during the download. What has arrived is kept.', {
    resumable: true,
  });

const tooLarge = () =>
  new InstallError(
    'download_too_large',
    'More was sent than the helper is large, so the download was ended and thrown away.',
  );

function badStatus(status: number): InstallError {
  const words =
    status === 404 || status === 410 ? 'is not published there any more' : `is not given out now (status ${status})`;
  return new InstallError(
    'download_refused',
    `The helper of this version ${words}. Try again later, or install a newer Fermix.`,
  );
}
