import { execFileSync } from 'node:child_process';
import { chmodSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkFermix } from '../../../scripts/lib/fermix-link.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

it.skipIf(process.platform === 'win32')('makes the command run the checkout’s own program', () => {
  folder.write({
    'bin/fermix.mjs': '#!/usr/bin/env node\nprocess.stdout.write("it is me");\n',
    'node_modules/.bin/x': '',
  });
  chmodSync(join(folder.path(), 'bin/fermix.mjs'), 0o755);
  const link = join(folder.path(), 'node_modules/.bin/fermix');
  symlinkSync('/old/place', link);
  linkFermix(folder.path());
  linkFermix(folder.path());
  expect(readlinkSync(link)).toBe('../../bin/fermix.mjs');
  expect(execFileSync(link, { encoding: 'utf8' })).toBe('it is me');
});

it('does nothing before the packages are there', () => {
  linkFermix(folder.path());
});
