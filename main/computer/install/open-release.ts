import type { Clock } from '../../agent/ports.ts';
import { type HelperRelease, isAllowedHost } from './helper-release.ts';
import type { HttpsAnswer, HttpsGet } from './https-get.ts';
import { InstallError } from './install-error.ts';
import { type StallWatch, watchStall } from './stall-watch.ts';

const CONNECT_MS = 15_000;
const PROGRESS_MS = 120_000;
const REDIRECTS = 5;
const MOVED = new Set([301, 302, 303, 307, 308]);

/** An answer that is no redirect, whose body is watched: no byte for two minutes ends it. */
export interface OpenRelease {
  answer: HttpsAnswer;
  body: AsyncGenerator<Buffer>;
}

export interface ReleasePorts {
  get: HttpsGet;
  clock: Clock;
}

/** Asks for the archive and follows redirects to the hosts the build allows. Throws an InstallError `download_…`. */
export async function openRelease(
  release: HelperRelease,
  headers: Record<string, string>,
  signal: AbortSignal,
  ports: ReleasePorts,
): Promise<OpenRelease> {
  let url = new URL(release.url);
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    if (!isAllowedHost(url, release))
      throw new InstallError(
        'download_refused',
        `The download was sent on to ${url.host}, which this build does not trust.`,
      );
    const watch = watchStall(ports.clock, CONNECT_MS, signal, () => unreachable(url, 'did not answer in time'));
    const answer = await ports
      .get(url, headers, watch.signal, () => watch.moved(PROGRESS_MS))
      .catch((error: unknown) => {
        watch.stop();
        throw connectError(error, url, signal);
      });
    if (!MOVED.has(answer.status)) return { answer, body: watched(answer, watch, signal) };
    watch.stop();
    answer.close();
    url = nextUrl(answer, url);
  }
  throw new InstallError('download_refused', 'The download was sent on too many times.');
}

async function* watched({ body, close }: HttpsAnswer, watch: StallWatch, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    watch.moved(PROGRESS_MS);
    for await (const piece of body) {
      watch.moved(PROGRESS_MS);
      yield piece;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (watch.signal.aborted)
      throw new InstallError('download_stalled', 'The download stood still for two minutes.', { resumable: true });
    throw error;
  } finally {
    watch.stop();
    close();
  }
}

function nextUrl({ headers }: HttpsAnswer, from: URL): URL {
  const location = headers['location'] ?? '';
  if (!URL.canParse(location, from.href))
    throw new InstallError('download_refused', 'The download was sent on to no address.');
  return new URL(location, from.href);
}

function unreachable(url: URL, words: string): InstallError {
  return new InstallError('download_unreachable', `${url.host} ${words}. Check the network, then try again.`, {
    resumable: true,
  });
}

/** Certificates that do not hold are another thing than a network that is not there. */
function connectError(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof InstallError) return error;
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|ERR_TLS|ERR_SSL/.test(code))
    return new InstallError(
      'download_untrusted',
      `${url.host} did not prove who it is (${code}), so nothing was downloaded from it.`,
    );
  const words =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'could not be found' : `could not be reached (${code || message})`;
  return unreachable(url, words);
}
