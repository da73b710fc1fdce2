import { describe, expect, it } from 'vitest';
import { needs } from '../../../scripts/lib/system-package-lists.mjs';
import {
  command,
  debianNames,
  installedNames,
  missingByProbe,
  missingOnDebian,
} from '../../../scripts/lib/system-packages.mjs';
import { VIRTUAL_DISPLAY_PACKAGES } from '../../../scripts/lib/virtual-display.mjs';

const gtk = { debian: ['libgtk-3-0', 'libgtk-3-0t64'], fedora: 'gtk3', arch: 'gtk3', library: 'libgtk-3.so.0' };
const git = { debian: ['git'], fedora: 'git', arch: 'git', program: 'git' };
const fonts = { debian: ['fonts-dejavu-core'], fedora: '', arch: '' };

describe('on Debian', () => {
  it('reads the state of packages: removed ones with files left behind do not count', () => {
    expect(installedNames('git installed\nxvfb config-files\nopenbox not-installed\n')).toEqual(new Set(['git']));
  });

  it('asks for every name and accepts the one of another release', () => {
    const asked: string[] = [];
    const missing = missingOnDebian([gtk, git, fonts], (names) => {
      asked.push(...names);
      return new Set(['libgtk-3-0t64']);
    });
    expect(asked).toEqual(['libgtk-3-0', 'libgtk-3-0t64', 'git', 'fonts-dejavu-core']);
    expect(missing).toEqual([git, fonts]);
  });

  it('installs the name that this release knows', () => {
    expect(debianNames([gtk, git], (name) => name.endsWith('t64'))).toEqual(['libgtk-3-0t64', 'git']);
    expect(debianNames([gtk], () => false)).toEqual(['libgtk-3-0']);
  });
});

it('looks for libraries and programs where no dpkg can be asked', () => {
  const libraries = '\tlibgtk-3.so.0 (libc6,x86-64) => /lib64/libgtk-3.so.0\n';
  expect(missingByProbe([gtk, git, fonts], { libraries, hasProgram: () => false })).toEqual([git]);
  expect(missingByProbe([gtk, git], { libraries: '', hasProgram: () => true })).toEqual([gtk]);
});

it.each([
  [{ kind: 'debian', isRoot: false }, 'sudo apt-get install -y --no-install-recommends a b'],
  [{ kind: 'debian', isRoot: true }, 'apt-get install -y --no-install-recommends a b'],
  [{ kind: 'fedora', isRoot: false }, 'sudo dnf install -y a b'],
  [{ kind: 'arch', isRoot: false }, 'sudo pacman -S --needed a b'],
] as const)('names the command for %o', (system, words) => {
  expect(command(system, ['a', 'b', 'a'])).toBe(words);
});

it('lists each package once, and all that a virtual display needs', () => {
  const all = [...needs.app, ...needs.display, ...needs.test].flatMap((need) => need.debian);
  expect(new Set(all).size).toBe(all.length);
  const run = [...needs.app, ...needs.display].flatMap((need) => need.debian);
  expect(run).toEqual(expect.arrayContaining(VIRTUAL_DISPLAY_PACKAGES));
});
