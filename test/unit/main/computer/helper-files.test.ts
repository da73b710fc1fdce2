import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { helperEnvironment } from '../../../../main/computer/helper-environment.ts';
import { createHelperFiles } from '../../../../main/computer/helper-files.ts';
import { type HelperManifest, readManifest } from '../../../../main/computer/helper-manifest.ts';

let directory = '';
let manifest: HelperManifest;

const CONTENT: Record<string, string> = {
  node: '#!/bin/sh\n',
  'index.mjs': 'export {};\n',
  'node_modules/koffi/index.js': 'module.exports = 1;\n',
  'empty.txt': '',
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'helper-files-'));
  for (const [path, text] of Object.entries(CONTENT)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  chmodSync(join(directory, 'node'), 0o755);
  writeFileSync(join(directory, 'manifest.json'), '{}');
  manifest = {
    version: '1',
    target: 'linux-x64',
    files: Object.entries(CONTENT).map(([path, text]) => ({
      path,
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })),
  };
});
afterEach(() => rmSync(directory, { recursive: true }));

const files = () => createHelperFiles(directory, manifest);
const at = (path: string) => join(directory, path);
const refused = (code: string, words: string) => ({ code, message: expect.stringContaining(words) });

test('untouched files are accepted and name the programs', async () => {
  expect(files().installed()).toBe(true);
  expect(await files().verify()).toEqual({ node: at('node'), entry: at('index.mjs'), directory });
});

describe('refused, naming the file', () => {
  test('other content of the same size', async () => {
    writeFileSync(at('node_modules/koffi/index.js'), 'module.exports = 2;\n');
    await expect(files().verify()).rejects.toMatchObject(
      refused('helper_checksum_mismatch', 'node_modules/koffi/index.js'),
    );
  });

  test('a missing file', async () => {
    rmSync(at('node_modules/koffi/index.js'));
    await expect(files().verify()).rejects.toMatchObject(refused('helper_checksum_mismatch', 'is missing'));
  });

  test('a file more', async () => {
    writeFileSync(at('node_modules/koffi/more.js'), '');
    await expect(files().verify()).rejects.toMatchObject(
      refused('helper_checksum_mismatch', 'node_modules/koffi/more.js'),
    );
  });

  test('a link in the place of a file', async () => {
    cpSync(at('index.mjs'), at('../helper-files-copy.mjs'));
    rmSync(at('empty.txt'));
    symlinkSync('/dev/null', at('empty.txt'));
    await expect(files().verify()).rejects.toMatchObject(refused('helper_checksum_mismatch', 'empty.txt'));
    rmSync(at('../helper-files-copy.mjs'));
  });

  test('a list without the program itself', async () => {
    manifest.files = manifest.files.filter((file) => file.path !== 'index.mjs');
    await expect(files().verify()).rejects.toMatchObject(refused('helper_checksum_mismatch', 'index.mjs'));
  });

  test('a change after a start that was accepted, also when size and time are put back', async () => {
    const same = files();
    await same.verify();
    const { atime, mtime } = statSync(at('index.mjs'));
    writeFileSync(at('index.mjs'), 'export [];\n');
    utimesSync(at('index.mjs'), atime, mtime);
    await expect(same.verify()).rejects.toMatchObject(refused('helper_checksum_mismatch', 'index.mjs'));
  });
});

test('not there, or no list in the build: not installed', async () => {
  rmSync(at('index.mjs'));
  expect(files().installed()).toBe(false);
  await expect(files().verify()).rejects.toMatchObject({ code: 'helper_not_installed' });
  const without = createHelperFiles(directory, null);
  expect(without.installed()).toBe(false);
  await expect(without.verify()).rejects.toMatchObject({ code: 'helper_not_installed' });
});

test.each([
  null,
  {},
  { version: '1', target: 'x', files: [] },
  { version: '1', target: 'x', files: [{ path: '../a', size: 1, sha256: 'a'.repeat(64) }] },
])('%j is no list', (value) => expect(readManifest(value)).toBeNull());

test('the helper sees the display and no key', () => {
  const environment = {
    PATH: '/bin',
    HOME: '/home/me',
    LANG: 'de_DE.UTF-8',
    TMPDIR: '/tmp',
    DISPLAY: ':5',
    XAUTHORITY: '/tmp/x',
    XDG_RUNTIME_DIR: '/run/user/1',
    XDG_SESSION_TYPE: 'x11',
    WAYLAND_DISPLAY: '',
    DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/a',
    AT_SPI_BUS_ADDRESS: 'unix:path=/run/b',
    ANTHROPIC_API_KEY: 'secret',
    NODE_OPTIONS: '--require evil.js',
    LD_PRELOAD: 'evil.so',
  };
  const { WAYLAND_DISPLAY, ANTHROPIC_API_KEY, NODE_OPTIONS, LD_PRELOAD, ...expected } = environment;
  expect(helperEnvironment(environment, 'linux')).toEqual(expected);
  expect(Object.keys(helperEnvironment(environment, 'darwin'))).toEqual(['PATH', 'HOME', 'LANG', 'TMPDIR']);
});
