import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ensurePackages } from '../../../scripts/lib/node-packages.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const one = { version: '1.0.0', integrity: 'sha512-one' };
const elsewhere = { version: '2.0.0', integrity: 'sha512-two', optional: true };
const workspace = { 'node_modules/@fermix/helper': { resolved: 'helper', link: true }, helper: {} };
const lockText = (packages: Record<string, unknown>) =>
  JSON.stringify({
    packages: { '': { dependencies: { one: '1.0.0' } }, ...packages, ...workspace },
  });

let installs = 0;

/** Leaves what npm leaves: the packages and its own list of them. */
async function install(root: string, packages: Record<string, unknown> = { 'node_modules/one': one }) {
  installs += 1;
  folder.write({
    'node_modules/one/package.json': '{}',
    'node_modules/@fermix/helper/package.json': '{}',
    'node_modules/.package-lock.json': JSON.stringify({ packages: { ...packages, ...workspace } }),
  });
  return { code: root === folder.path() ? 0 : 1, output: '' };
}

const ensure = () => ensurePackages(folder.path(), install);

beforeEach(() => {
  installs = 0;
  folder.write({
    'package.json': JSON.stringify({ dependencies: { one: '1.0.0' } }),
    'package-lock.json': lockText({ 'node_modules/one': one, 'node_modules/elsewhere': elsewhere }),
    'helper/package.json': '{}',
  });
});

it('installs into a fresh clone once', async () => {
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
  expect(installs).toBe(1);
});

it('takes over what npm install left, packages for other systems aside', async () => {
  await install(folder.path());
  installs = 0;
  expect(await ensure()).toBe(false);
  expect(installs).toBe(0);
  expect(existsSync(join(folder.path(), 'node_modules/.fermix-stamp'))).toBe(true);
});

it('does not install again for an edit that touches no dependency', async () => {
  await ensure();
  folder.write({ 'package.json': JSON.stringify({ version: '9', dependencies: { one: '1.0.0' } }) });
  expect(await ensure()).toBe(false);
});

it('installs again when the lock names another version', async () => {
  await ensure();
  folder.write({
    'package-lock.json': lockText({ 'node_modules/one': { version: '1.0.1', integrity: 'sha512-new' } }),
  });
  expect(await ensure()).toBe(true);
});

it('installs again when a package is gone or one is there that the lock does not know', async () => {
  await install(folder.path());
  rmSync(join(folder.path(), 'node_modules/one'), { recursive: true });
  expect(await ensure()).toBe(true);

  rmSync(join(folder.path(), 'node_modules/.fermix-stamp'));
  await install(folder.path(), { 'node_modules/one': one, 'node_modules/extra': one });
  expect(await ensure()).toBe(true);
});

it('says what npm said when the installation fails, and leaves no stamp', async () => {
  const failing = async () => ({ code: 1, output: 'npm error EINTEGRITY' });
  await expect(ensurePackages(folder.path(), failing)).rejects.toThrow('EINTEGRITY');
  expect(existsSync(join(folder.path(), 'node_modules/.fermix-stamp'))).toBe(false);
});
