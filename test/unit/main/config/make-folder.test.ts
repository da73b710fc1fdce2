import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../../main/config/make-folder.ts';
import { temporaryHome } from './temporary-home.ts';

const within = (...names: string[]) => join(temporaryHome().home, ...names);

describe('making a folder', () => {
  it('makes those above it too, for the user alone, and leaves one that is there', () => {
    const path = within('a', 'b');
    makeFolder(path);
    makeFolder(path);
    for (const folder of [path, join(path, '..')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('follows a link to a folder', () => {
    const { home } = temporaryHome();
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));
    makeFolder(join(home, 'link', 'run'));
    expect(existsSync(join(home, 'real', 'run'))).toBe(true);
  });

  it.runIf(process.platform === 'linux').each([
    ['a place of the kernel', () => '/proc/nohome/run', 'the system makes no folder in /proc'],
    ['a name too long', () => within('x'.repeat(300), 'run'), 'its path is too long'],
    [
      'a file',
      () => {
        const file = within('file');
        writeFileSync(file, '');
        return join(file, 'run');
      },
      'is a file, or a link that leads nowhere',
    ],
    [
      'a link that leads nowhere',
      () => {
        const link = within('link');
        symlinkSync('/no/where', link);
        return join(link, 'run');
      },
      'is a file, or a link that leads nowhere',
    ],
    [
      'links in a circle',
      () => {
        const link = within('circle');
        symlinkSync(link, link);
        return join(link, 'run');
      },
      'is a file, or a link that leads nowhere',
    ],
  ])('says why it cannot be made: %s', (_, path, words) => {
    expect(() => makeFolder(path())).toThrow(words);
  });
});
