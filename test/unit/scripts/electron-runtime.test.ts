import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeRuntime, ensureRuntime } from '../../../scripts/lib/electron-runtime.mjs';
import { standIn } from '../../../scripts/lib/stand-in.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const day = 24 * 3_600_000;
let downloads = 0;
let unpacked = 0;
let canDownload = false;
let now = 0;

const official = {
  'root/node_modules/electron/dist/electron': '',
  'root/node_modules/electron/dist/version': '45.5.0',
};

function resolve(env: Record<string, string> = {}, platform = 'linux', arch = 'x64') {
  return ensureRuntime({
    root: join(folder.path(), 'root'),
    env,
    cache: join(folder.path(), 'cache'),
    platform,
    arch,
    now,
    async download() {
      downloads += 1;
      if (canDownload) folder.write(official);
      return canDownload;
    },
    async unpack(target: string) {
      unpacked += 1;
      const name = target.slice(folder.path().length + 1);
      folder.write({ [`${name}/electron`]: '', [`${name}/version`]: standIn.electron });
    },
  });
}

beforeEach(() => {
  downloads = 0;
  unpacked = 0;
  canDownload = false;
  now = 1_000 * day;
  folder.write({ 'root/node_modules/electron/package.json': '{"version":"45.5.0"}' });
});

describe('the order', () => {
  it('takes the override before everything', async () => {
    folder.write({ ...official, 'mine/electron': '', 'mine/version': 'v44.1.0' });
    const runtime = await resolve({ ELECTRON_OVERRIDE_DIST_PATH: join(folder.path(), 'mine') });
    expect(runtime).toMatchObject({ kind: 'override', version: '44.1.0' });
  });

  it('refuses an override without an Electron in it', async () => {
    folder.write(official);
    await expect(resolve({ ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).rejects.toThrow('/nowhere');
  });

  it('takes the official one in node_modules without asking the network', async () => {
    folder.write(official);
    expect(await resolve()).toMatchObject({ kind: 'official', version: '45.5.0' });
    expect(downloads).toBe(0);
  });

  it('passes over one of another version, which an update of the lock leaves behind', async () => {
    folder.write({ ...official, 'root/node_modules/electron/dist/version': '44.0.0' });
    canDownload = true;
    expect(await resolve()).toMatchObject({ kind: 'official', version: '45.5.0' });
    expect(downloads).toBe(1);
  });

  it('downloads the official one before it falls back', async () => {
    canDownload = true;
    expect(await resolve()).toMatchObject({ kind: 'official' });
    expect(unpacked).toBe(0);
  });

  it('falls back to the stand-in', async () => {
    const runtime = await resolve();
    expect(runtime).toMatchObject({ kind: 'stand-in', version: standIn.electron });
    expect(describeRuntime(runtime)).toContain('Electron 33.2.1, development stand-in');
  });

  it.each([
    ['linux', 'arm64'],
    ['darwin', 'x64'],
  ])('has no stand-in for %s %s and says what to do', async (platform, arch) => {
    await expect(resolve({}, platform, arch)).rejects.toThrow('ELECTRON_OVERRIDE_DIST_PATH');
  });
});

describe('a second start', () => {
  it('neither downloads nor unpacks again', async () => {
    await resolve();
    await resolve();
    expect([downloads, unpacked]).toEqual([1, 1]);
  });

  it('tries the download again a week later, and keeps the stand-in when it fails again', async () => {
    await resolve();
    now += 8 * day;
    expect(await resolve()).toMatchObject({ kind: 'stand-in' });
    expect([downloads, unpacked]).toEqual([2, 1]);
  });

  it('tries at once when told to, and never when told not to', async () => {
    await resolve({ FERMIX_ELECTRON_DOWNLOAD: '0' });
    expect(downloads).toBe(0);
    await resolve();
    await resolve({ FERMIX_ELECTRON_DOWNLOAD: '1' });
    expect(downloads).toBe(2);
  });
});
