import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Installation } from '../../../main/computer/install/installation.ts';
import { tarHeader, tarOf } from '../../../scripts/lib/tar-writer.mjs';
import { type Certificate, makeCertificate } from '../../support/install/certificates.ts';
import { type InstallWorld, makeInstallWorld } from '../../support/install/install-world.ts';
import { breakAfter, type ReleaseServer, serveFile, startReleaseServer } from '../../support/install/release-server.ts';
import { sha256 } from '../../support/install/small-helper.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const TARGET = '1.0.0/linux-x86_64';
let certificate: Certificate;
let server: ReleaseServer;
let world: InstallWorld;

beforeAll(() => {
  certificate = makeCertificate('*.fermix.test');
});
beforeEach(async () => {
  server = await startReleaseServer(certificate);
  world = makeInstallWorld();
});
afterEach(async () => {
  await server.close();
  world.remove();
});

const open = (options: Parameters<InstallWorld['open']>[0] = {}) => world.open({ server, certificate, ...options });
const refusal = (done: Promise<void>) =>
  done.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const arrived = (installation: Installation) => installation.state().progress?.done;
const installedFiles = () =>
  [...world.helper.files.map(({ path }) => path), 'manifest.json'].map((path) => `${TARGET}/${path}`).sort();
/** A clock that stands still and tells how long somebody wants to pause. */
function watchedClock() {
  const clock = createManualClock();
  const wanted: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) => {
    wanted.push(ms);
    return clock.sleep(ms, signal);
  };
  /** Waits until somebody pauses for so long, then lets the time pass. */
  const pass = async (ms: number) => {
    await until(() => wanted.includes(ms));
    await clock.advance(ms);
  };
  return { ...clock, sleep, pass };
}

/** Waits until something that happens by itself has happened. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a download', () => {
  it('comes from a host with a wildcard certificate and puts exactly the listed files in place', async () => {
    server.answer = serveFile(world.helper.archive);
    const installation = open();
    expect(installation.state()).toMatchObject({
      state: 'absent',
      source: 'download',
      bytes: world.helper.archive.length,
    });
    const steps = new Set<string>();
    installation.onChange(() => void steps.add(installation.state().progress?.step ?? installation.state().state));
    await installation.install();
    expect(world.below()).toEqual(installedFiles());
    expect(statSync(join(world.home, 'helpers', TARGET, 'node')).mode & 0o777).toBe(0o755);
    expect(statSync(join(world.home, 'helpers')).mode & 0o777).toBe(0o700);
    expect(installation.state()).toMatchObject({ state: 'installed', problem: null, progress: null });
    expect([...steps]).toEqual(expect.arrayContaining(['installing', 'downloading', 'unpacking', 'installed']));
    await expect(installation.files.verify()).resolves.toMatchObject({
      directory: join(world.home, 'helpers', TARGET),
    });
  });

  it('follows a redirect to a host on the list and to no other', async () => {
    server.answer = (request, response) => {
      if (request.headers.host?.startsWith('cdn.')) serveFile(world.helper.archive)(request, response);
      else response.writeHead(302, { location: `https://cdn.fermix.test:${server.port}/file` }).end();
    };
    const strange = open();
    expect(await refusal(strange.install())).toBe('download_refused');
    expect(server.asked.map((one) => one.host)).toEqual([`releases.fermix.test:${server.port}`]);
    expect(world.below()).toEqual([]);
    await open({ hosts: [`cdn.fermix.test:${server.port}`] }).install();
    expect(world.below()).toEqual(installedFiles());
  });

  it('refuses a redirect to plain http, to nowhere and in a circle', async () => {
    for (const location of [
      `http://releases.fermix.test:${server.port}/`,
      'https://',
      `https://releases.fermix.test:${server.port}/again`,
    ]) {
      server.answer = (_, response) => void response.writeHead(301, { location }).end();
      expect(await refusal(open().install()), location).toBe('download_refused');
    }
    expect(server.asked.length).toBe(8);
  });

  it('refuses a server that cannot prove its name, and one of an unknown authority', async () => {
    server.answer = serveFile(world.helper.archive);
    const wrongName = open({ host: 'a.b.fermix.test' });
    expect(await refusal(wrongName.install())).toBe('download_untrusted');
    const unknown = world.open({ server });
    expect(await refusal(unknown.install())).toBe('download_untrusted');
    expect(unknown.state()).toMatchObject({ state: 'error', problem: { code: 'download_untrusted' } });
    expect(server.asked).toEqual([]);
  });

  it('says when nobody can be reached', async () => {
    const port = server.port;
    await server.close();
    const gone = open();
    expect(await refusal(gone.install())).toBe('download_unreachable');
    expect(gone.state().problem).toMatchObject({ message: expect.stringContaining(`releases.fermix.test:${port}`) });
    server = await startReleaseServer(certificate);
  });

  it('waits 15 s for a connection and 120 s for progress', async () => {
    const clock = createManualClock();
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': world.helper.archive.length, etag: '"one"' });
      response.write(world.helper.archive.subarray(0, 1000));
    };
    const stalled = open({ clock });
    const done = refusal(stalled.install());
    await until(() => (stalled.state().progress?.done ?? 0) === 1000);
    await clock.advance(119_000);
    expect(stalled.state().state).toBe('installing');
    await clock.advance(1_500);
    expect(await done).toBe('download_stalled');
    expect(stalled.state().problem).toMatchObject({ resumable: true });

    const silent = await import('node:net').then(({ createServer }) => createServer());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const unreached = open({ clock, server: { ...server, port } });
    const reached = new Promise<void>((resolve) => {
      silent.once('connection', (socket) => {
        // Takes what comes and says nothing.
        socket.on('error', () => undefined).resume();
        resolve();
      });
    });
    const refused = refusal(unreached.install());
    await reached;
    await clock.advance(15_500);
    expect(await refused).toBe('download_unreachable');
    await new Promise<void>((resolve) => silent.close(() => resolve()));
  });
});

describe('an interrupted download', () => {
  it('goes on by itself from where it stopped', async () => {
    const clock = watchedClock();
    const { archive } = world.helper;
    server.answer = (request, response) => {
      server.answer = serveFile(archive);
      breakAfter(archive, 40_000, () => arrived(installation) === 40_000)(request, response);
    };
    const installation = open({ clock });
    const done = installation.install();
    await clock.pass(1_000);
    await done;
    expect(server.asked.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [null, null],
      ['bytes=40000-', '"one"'],
    ]);
    expect(world.below()).toEqual(installedFiles());
  });

  it('is gone on with after a cancel, by another start of the app', async () => {
    const { archive } = world.helper;
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-length': archive.length, etag: '"one"' });
      response.write(archive.subarray(0, 50_000));
    };
    const first = open();
    const done = refusal(first.install());
    await until(() => (first.state().progress?.done ?? 0) === 50_000);
    first.cancel();
    expect(await done).toBe('install_cancelled');
    expect(first.state()).toMatchObject({ state: 'absent', problem: null });
    expect(world.below().every((path) => path.startsWith('.download/'))).toBe(true);

    server.answer = serveFile(archive);
    await open().install();
    expect(server.asked[1]).toMatchObject({ range: 'bytes=50000-', ifRange: '"one"' });
    expect(world.below()).toEqual(installedFiles());
  });

  it('begins again when the file on the server is another one meanwhile', async () => {
    const { archive } = world.helper;
    const clock = watchedClock();
    server.answer = (request, response) => {
      server.answer = serveFile(archive, '"two"');
      breakAfter(archive, 40_000, () => arrived(installation) === 40_000)(request, response);
    };
    const installation = open({ clock });
    const done = installation.install();
    await clock.pass(1_000);
    await done;
    expect(world.below()).toEqual(installedFiles());
  });

  it('never joins a piece that the server numbers wrongly', async () => {
    const { archive } = world.helper;
    const clock = watchedClock();
    let requests = 0;
    server.answer = (request, response) => {
      requests += 1;
      if (requests === 1) return breakAfter(archive, 40_000, () => arrived(installation) === 40_000)(request, response);
      if (requests > 2) return serveFile(archive)(request, response);
      response.writeHead(206, { 'content-range': `bytes 0-${archive.length - 1}/${archive.length}`, etag: '"one"' });
      response.end(archive);
    };
    const installation = open({ clock });
    const done = installation.install();
    await clock.pass(1_000);
    await clock.pass(3_000);
    await done;
    expect(server.asked[2]).toMatchObject({ range: null });
    expect(world.below()).toEqual(installedFiles());
  });

  it('gives up after the third break, keeps what came and says so', async () => {
    const { archive } = world.helper;
    const clock = watchedClock();
    const installation = open({ clock });
    let requests = 0;
    server.answer = (request, response) => {
      requests += 1;
      if (requests === 1) return breakAfter(archive, 10_000, () => arrived(installation) === 10_000)(request, response);
      response.socket?.destroy();
    };
    const done = refusal(installation.install());
    await clock.pass(1_000);
    await clock.pass(3_000);
    expect(await done).toBe('download_unreachable');
    expect(server.asked).toHaveLength(3);
    expect(installation.state()).toMatchObject({ state: 'error', problem: { resumable: true } });
    expect(world.below().filter((path) => !path.startsWith('.download/'))).toEqual([]);
  });
});

describe('what is not the helper of this build', () => {
  it('has another digest: it is thrown away before anything is unpacked', async () => {
    const other = Buffer.from(world.helper.archive);
    other.writeUInt8(other.readUInt8(5_000) ^ 1, 5_000);
    server.answer = serveFile(other);
    const installation = open();
    expect(await refusal(installation.install())).toBe('download_digest_mismatch');
    expect(world.below()).toEqual([]);
    expect(installation.installed()).toBe(false);
  });

  it('is larger or smaller than the build says', async () => {
    server.answer = serveFile(Buffer.concat([world.helper.archive, Buffer.from('more')]));
    expect(await refusal(open().install())).toBe('download_digest_mismatch');
    server.answer = (_, response) =>
      void response.writeHead(200).end(Buffer.concat([world.helper.archive, Buffer.from('more')]));
    expect(await refusal(open().install())).toBe('download_too_large');
    server.answer = (_, response) => void response.writeHead(200, { 'content-length': 200 * 1024 * 1024 }).write('x');
    expect(await refusal(open().install())).toBe('download_too_large');
    expect(world.below().filter((path) => path.endsWith('.part'))).toEqual([]);
  });

  it.each([404, 410, 403, 500, 503])('is an answer with status %i', async (status) => {
    server.answer = (_, response) => void response.writeHead(status).end('no');
    expect(await refusal(open().install())).toBe('download_refused');
    expect(world.below()).toEqual([]);
  });

  const file = (path: string, content = Buffer.from('x')) =>
    Buffer.concat([...tarOf([{ path, content }])]).subarray(0, 1024);
  const end = Buffer.alloc(1024);
  it.each([
    ['an absolute path', () => Buffer.concat([file('/etc/cron.d/x'), end]), 'archive_unexpected_entry'],
    ['a path upwards', () => Buffer.concat([file('../../outside'), end]), 'archive_unexpected_entry'],
    ['a link', () => Buffer.concat([tarHeader('node', 0, '2'), end]), 'archive_unexpected_entry'],
    ['a hard link', () => Buffer.concat([tarHeader('node', 0, '1'), end]), 'archive_unexpected_entry'],
    ['a folder', () => Buffer.concat([tarHeader('extra', 0, '5'), end]), 'archive_unexpected_entry'],
    ['a file that is not on the list', () => Buffer.concat([file('extra.js'), end]), 'archive_unexpected_entry'],
    ['a file twice', (all: Buffer, first: Buffer) => Buffer.concat([first, all]), 'archive_unexpected_entry'],
    ['a file less', (_: Buffer, first: Buffer) => Buffer.concat([first, end]), 'archive_damaged'],
    ['another content', (all: Buffer) => Buffer.from(all).fill('y', 514, 516), 'archive_damaged'],
    ['another size', () => Buffer.concat([file('node', Buffer.from('short')), end]), 'archive_damaged'],
    ['an end that is missing', (all: Buffer) => all.subarray(0, all.length - 1024), 'archive_damaged'],
    ['an early end', (all: Buffer) => all.subarray(0, 2000), 'archive_damaged'],
  ])('is an archive with the right digest and %s', async (_, make, code) => {
    const whole = Buffer.concat([...tarOf(world.helper.files)]);
    const archive = gzipSync(make(whole, Buffer.concat([...tarOf(world.helper.files.slice(0, 1))]).subarray(0, 1024)));
    server.answer = serveFile(archive);
    expect(await refusal(open({ release: { size: archive.length, sha256: sha256(archive) } }).install())).toBe(code);
    expect(world.below()).toEqual([]);
  });

  it('is a gzip stream that is cut off or no gzip stream', async () => {
    for (const archive of [world.helper.archive.subarray(0, 100_000), Buffer.from('not gzip at all')]) {
      server.answer = serveFile(archive);
      const release = { size: archive.length, sha256: sha256(archive) };
      expect(await refusal(open({ release }).install())).toBe('archive_damaged');
      expect(world.below()).toEqual([]);
    }
  });
});
