import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashPaths, readStamp, writeStamp } from '../../../scripts/lib/stamp.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const hash = () => hashPaths(folder.path(), ['src', 'one.json']);

it('changes with bytes, names and the set of files, and with nothing else', () => {
  folder.write({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'one.json': '{}', 'other.md': 'x' });
  const first = hash();
  folder.write({ 'other.md': 'y', 'src/node_modules/c.js': 'c' });
  expect(hash()).toBe(first);

  folder.write({ 'src/deep/b.ts': 'B' });
  const changed = hash();
  expect(changed).not.toBe(first);

  folder.write({ 'src/deep/b.ts': 'b' });
  expect(hash()).toBe(first);

  renameSync(join(folder.path(), 'src/a.ts'), join(folder.path(), 'src/c.ts'));
  expect(hash()).not.toBe(first);
});

it('does not mistake text that moves from one file to the next', () => {
  folder.write({ 'src/a': 'xy', 'src/b': '' });
  const first = hash();
  folder.write({ 'src/a': 'x', 'src/b': 'y' });
  expect(hash()).not.toBe(first);
});

it('takes a missing path as absent', () => {
  folder.write({ 'src/a': 'x', 'one.json': '{}' });
  const first = hash();
  rmSync(join(folder.path(), 'one.json'));
  expect(hash()).not.toBe(first);
});

it('keeps a stamp, and knows when there is none', () => {
  const path = join(folder.path(), 'out/.stamps/app');
  expect(readStamp(path)).toBeNull();
  writeStamp(path, 'abc');
  expect(readStamp(path)).toBe('abc');
});
