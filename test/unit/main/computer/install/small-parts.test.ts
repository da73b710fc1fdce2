import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAllowedHost, readRelease } from '../../../../../main/computer/install/helper-release.ts';
import { INSTALL_CODES, toInstallError } from '../../../../../main/computer/install/install-error.ts';
import { targetName } from '../../../../../main/computer/install/target-name.ts';

const RELEASE = { url: 'https://releases.test/v1/helper.tar.gz', hosts: ['cdn.test:8443', '*.downloads.test'] };

it.each([
  ['https://releases.test/other', true],
  ['https://cdn.test:8443/a', true],
  ['https://eu.downloads.test/a', true],
  ['https://a.b.downloads.test/a', true],
  ['http://releases.test/v1/helper.tar.gz', false],
  ['https://cdn.test/a', false],
  ['https://downloads.test/a', false],
  ['https://evildownloads.test/a', false],
  ['https://releases.test.evil.test/a', false],
  ['https://releases.test:444/a', false],
  ['https://user@releases.test/a', false],
  ['file:///etc/passwd', false],
])('trusts the host of %s: %s', (url, allowed) => {
  expect(isAllowedHost(new URL(url), RELEASE)).toBe(allowed);
});

it('takes only an https address and a size within the limit for a release', () => {
  const good = { ...RELEASE, size: 50_000_000, sha256: 'a'.repeat(64) };
  expect(readRelease(good)).toEqual(good);
  expect(readRelease({ ...good, url: 'http://releases.test/a' })).toBeNull();
  expect(readRelease({ ...good, size: 128 * 1024 * 1024 + 1 })).toBeNull();
  expect(readRelease({ ...good, sha256: 'abc' })).toBeNull();
  expect(readRelease({ ...good, hosts: ['*'] })).toBeNull();
  expect(readRelease(null)).toBeNull();
});

it.each([
  ['linux', 'x64', 'linux-x86_64'],
  ['darwin', 'arm64', 'macos-aarch64'],
  ['win32', 'x64', 'windows-x86_64'],
])('names the target of %s on %s', (os, arch, name) => {
  expect(targetName({ os, arch })).toBe(name);
});

it.each([
  ['ENOSPC', 'install_no_space'],
  ['EACCES', 'install_no_rights'],
  ['EROFS', 'install_no_rights'],
  ['EIO', 'install_failed'],
])('tells %s of the disk as %s', (code, expected) => {
  const error = toInstallError(Object.assign(new Error('no'), { code }), '/home/mira/.fermix/helpers');
  expect(error.code).toBe(expected);
});

it('has every code in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/installation.md'), 'utf8');
  expect(INSTALL_CODES.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
});
