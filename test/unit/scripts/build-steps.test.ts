import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { buildChanged } from '../../../scripts/lib/build-steps.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const steps = [
  { name: 'first', inputs: ['src'], outputs: ['out/first'], script: ['first.cjs'] },
  { name: 'second', inputs: ['other', 'out/first'], outputs: ['out/second'], script: ['second.cjs'] },
];
const program = (name: string) =>
  `require('node:fs').writeFileSync('out/${name}', require('node:fs').readFileSync('src/a', 'utf8'));`;

const build = () => buildChanged(steps, folder.path());

beforeEach(() => {
  folder.write({
    'src/a': '1',
    'other/b': '1',
    'out/keep': '',
    'first.cjs': program('first'),
    'second.cjs': program('second'),
  });
});

it('builds everything once, then only what changed and what depends on it', async () => {
  expect(await build()).toEqual(['first', 'second']);
  expect(await build()).toEqual([]);
  folder.write({ 'other/b': '2' });
  expect(await build()).toEqual(['second']);
  folder.write({ 'src/a': '2' });
  expect(await build()).toEqual(['first', 'second']);
  expect(readFileSync(join(folder.path(), 'out/second'), 'utf8')).toBe('2');
});

it('builds again what somebody removed', async () => {
  await build();
  rmSync(join(folder.path(), 'out/second'));
  expect(await build()).toEqual(['second']);
});

it('shows what a failed build said, and tries again the next time', async () => {
  folder.write({ 'first.cjs': 'process.stderr.write("it broke here"); process.exit(3);' });
  await expect(build()).rejects.toThrow('it broke here');
  await expect(build()).rejects.toThrow('it broke here');
  folder.write({ 'first.cjs': 'process.exit(0);' });
  await expect(build()).rejects.toThrow('Building first failed');
});

it('does not build again for a new date alone', async () => {
  await build();
  folder.write({ 'src/a': '1' });
  expect(await build()).toEqual([]);
});
