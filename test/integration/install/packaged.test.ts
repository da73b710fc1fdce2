import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCertificate } from '../../support/install/certificates.ts';
import { type InstallWorld, makeInstallWorld } from '../../support/install/install-world.ts';
import { serveFile, startReleaseServer } from '../../support/install/release-server.ts';
import { smallHelper } from '../../support/install/small-helper.ts';

let world: InstallWorld;
beforeEach(() => {
  world = makeInstallWorld();
});
afterEach(() => world.remove());

const refusal = (done: Promise<void>) =>
  done.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const target = () => join(world.home, 'helpers', '1.0.0', 'linux-x86_64');

it('copies the helper that came with the app and leaves behind what is not on the list', async () => {
  world.pack();
  writeFileSync(join(world.packaged, 'extra.js'), 'no part of it');
  const installation = world.open();
  expect(installation.state()).toMatchObject({ state: 'absent', source: 'package', version: '1.0.0' });
  await installation.install();
  expect(installation.state()).toMatchObject({ state: 'installed' });
  expect(existsSync(join(target(), 'extra.js'))).toBe(false);
  await installation.files.verify();
});

it.each([
  ['changed', () => writeFileSync(join(world.packaged, 'index.mjs'), '// two\n')],
  ['longer', () => writeFileSync(join(world.packaged, 'index.mjs'), '// one and more\n')],
  ['missing', () => unlinkSync(join(world.packaged, 'node'))],
  [
    'a link',
    () => {
      unlinkSync(join(world.packaged, 'node'));
      symlinkSync('/bin/true', join(world.packaged, 'node'));
    },
  ],
])('refuses a package whose file is %s, and leaves nothing', async (_, tamper) => {
  world.pack();
  tamper();
  const installation = world.open();
  expect(await refusal(installation.install())).toBe('package_damaged');
  expect(world.below()).toEqual([]);
  expect(installation.state()).toMatchObject({ state: 'error', problem: { code: 'package_damaged' } });
});

it('downloads instead when what came with the app is damaged', async () => {
  world.pack();
  writeFileSync(join(world.packaged, 'index.mjs'), '// two\n');
  const certificate = makeCertificate('releases.fermix.test');
  const server = await startReleaseServer(certificate);
  server.answer = serveFile(world.helper.archive);
  const installation = world.open({ server, certificate });
  await installation.install();
  await installation.files.verify();
  await server.close();
});

it('says that nothing is published where there is neither', async () => {
  const installation = world.open();
  expect(installation.state()).toMatchObject({ state: 'absent', source: null });
  expect(await refusal(installation.install())).toBe('install_not_published');
});

it('asks for a restart when the app on disk is of another build', async () => {
  world.pack(smallHelper('1.0.0', 'another build'));
  const installation = world.open();
  expect(installation.needsRestart()).toBe(true);
  expect(await refusal(installation.install())).toBe('install_needs_restart');
  expect(world.below()).toEqual([]);
});

it('updates: an older version stays until the new one has answered', async () => {
  world.pack();
  await world.open().install();
  const next = smallHelper('1.1.0', 'next');
  world.pack(next);
  const updated = world.open({ helper: next });
  expect(updated.state()).toMatchObject({ state: 'update_available', version: '1.1.0', olderVersion: '1.0.0' });
  expect(updated.installed()).toBe(false);
  await updated.install(async () => {
    expect(existsSync(target())).toBe(true);
    await updated.greeted();
  });
  expect(existsSync(join(world.home, 'helpers', '1.0.0'))).toBe(false);
  expect(updated.state()).toMatchObject({ state: 'installed', olderVersion: null });
});

it('keeps the older version when the new one does not answer', async () => {
  world.pack();
  await world.open().install();
  const next = smallHelper('1.1.0', 'next');
  world.pack(next);
  const updated = world.open({ helper: next });
  await expect(updated.install(() => Promise.reject(new Error('silent')))).rejects.toMatchObject({
    code: 'install_failed',
  });
  expect(existsSync(target())).toBe(true);
  expect(updated.state()).toMatchObject({ state: 'error' });
});

it('takes another build of the same version for an update and replaces it whole', async () => {
  world.pack();
  await world.open().install();
  const rebuilt = smallHelper('1.0.0', 'rebuilt');
  world.pack(rebuilt);
  const installation = world.open({ helper: rebuilt });
  expect(installation.state()).toMatchObject({ state: 'update_available', olderVersion: '1.0.0' });
  await installation.install();
  await installation.files.verify();
});

it('repairs files that were changed after the installation', async () => {
  world.pack();
  const installation = world.open();
  await installation.install();
  writeFileSync(join(target(), 'index.mjs'), '// changed\n');
  await expect(installation.files.verify()).rejects.toMatchObject({ code: 'helper_checksum_mismatch' });
  installation.damaged('Its file was changed.');
  expect(installation.state()).toMatchObject({ state: 'error', problem: { code: 'helper_checksum_mismatch' } });
  await installation.install();
  await installation.files.verify();
  expect(installation.state().state).toBe('installed');
});

it('removes every version, every download and what a killed installation left', async () => {
  world.pack();
  const installation = world.open();
  await installation.install();
  mkdirSync(join(world.home, 'helpers', '.staging-dead'));
  mkdirSync(join(world.home, 'helpers', '0.9.0', 'linux-x86_64'), { recursive: true });
  await installation.tidy();
  expect(existsSync(join(world.home, 'helpers', '.staging-dead'))).toBe(false);
  await installation.remove();
  expect(existsSync(join(world.home, 'helpers'))).toBe(false);
  expect(installation.state()).toMatchObject({ state: 'absent', removed: true });
});

it('joins an installation that runs, and one cancel ends both', async () => {
  world.pack();
  const installation = world.open();
  let release: () => void = () => undefined;
  const greeting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const both = [installation.install(() => greeting), installation.install()];
  while (installation.state().progress?.step !== 'starting') await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  await Promise.all(both);
  expect(installation.state().state).toBe('installed');
});

it.skipIf(process.getuid?.() === 0)('names a folder it may not write in', async () => {
  world.pack();
  chmodSync(world.home, 0o500);
  const installation = world.open();
  expect(await refusal(installation.install())).toBe('install_no_rights');
  chmodSync(world.home, 0o700);
  rmSync(join(world.home, 'helpers'), { recursive: true, force: true });
});
