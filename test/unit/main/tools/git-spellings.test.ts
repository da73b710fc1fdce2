import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

const CANARY = 'canary-that-must-not-sing';
let world: ToolWorld;
let repo: string;
let secret: string;
let evil: string;
let ran: string;
let written: string;

beforeAll(() => {
  world = openToolWorld();
  repo = join(world.workspace, 'repo');
  secret = join(world.outside, 'secret.txt');
  written = join(world.outside, 'written');
  ran = join(world.outside, 'ran');
  evil = join(world.workspace, 'evil.sh');
  writeFileSync(secret, `${CANARY}\n`);
  writeFileSync(evil, `#!/bin/sh\ntouch ${ran}\ncat ${secret}\n`);
  chmodSync(evil, 0o755);
  writeFileSync(join(world.osHome, '.gitconfig'), '[user]\nname = Ada\nemail = ada@example.org\n');
  const other = join(world.outside, 'other');
  for (const folder of [repo, other]) {
    mkdirSync(folder);
    git(folder, 'init', '-q', '-b', 'main');
    writeFileSync(join(folder, 'a.txt'), folder === repo ? 'one\n' : `${CANARY}\n`);
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', folder === repo ? 'first' : CANARY);
  }
  writeFileSync(join(repo, 'a.txt'), 'two\n');
});
afterAll(() => world.close());

function git(folder: string, ...args: string[]): string {
  const env = { ...process.env, HOME: world.osHome, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', env, stdio: 'pipe', timeout: 10_000 });
}

/** An option with all its beginnings of at least `shortest` letters, since git takes each that is unambiguous. */
const beginnings = (option: string, shortest: number) =>
  Array.from({ length: option.length - shortest + 1 }, (_, index) => option.slice(0, shortest + index));

/** The value an option is given: a file to read, a file to write, a program, a folder. */
type Aim = 'secret' | 'written' | 'evil' | 'other';
const LONG: [option: string, shortest: number, aim: Aim][] = [
  ['--no-index', 7, 'secret'],
  ['--git-dir', 5, 'other'],
  ['--work-tree', 5, 'other'],
  ['--exec-path', 5, 'other'],
  ['--output', 5, 'written'],
  ['--output-directory', 9, 'other'],
  ['--upload-pack', 6, 'evil'],
  ['--receive-pack', 6, 'evil'],
  ['--man-path', 5, 'other'],
  ['--info-path', 5, 'other'],
  ['--file', 4, 'secret'],
  ['--pathspec-from-file', 8, 'secret'],
  ['--template', 4, 'secret'],
];
const FOR_READING = ['--ext-diff', '--textconv', '--submodule'].flatMap((option) => beginnings(option, 5));
const COMMIT_FILES = ['-F', '-aF', '-qF', '-avF', '-sF', '-nF', '-eF', '-zF', '-pF', '-oF', '-iF', '-t', '-at', '-qt'];
const ORDER_FILES = ['-O', '-pO', '-wO', '-bO', '-sO'];
const BRANCH_CHANGES = [
  '-d',
  '-D',
  '-m',
  '-M',
  '-c',
  '-C',
  '-f',
  '-u',
  '-vD',
  '--delete',
  '--move',
  '--copy',
  '--force',
];
const CHECKOUT_BRANCHES = ['-b', '-B', '-qb', '-fB', '-t', '-qt', '--orphan', '--orph', '--track', '--trac'];

interface Spelling {
  tool: 'git_read' | 'git_write';
  command: string;
  args: string[];
}

function spellings(): Spelling[] {
  const aims: Record<Aim, string> = { secret, written, evil, other: join(world.outside, 'other') };
  const list: Spelling[] = [];
  const add = (tool: Spelling['tool'], command: string, ...args: string[]) => list.push({ tool, command, args });
  for (const [option, shortest, aim] of LONG)
    for (const name of beginnings(option, shortest)) {
      add('git_read', 'diff', `${name}=${aims[aim]}`);
      add('git_read', 'log', '-p', name, aims[aim]);
      add('git_read', 'status', `${name}=${aims[aim]}`);
      add('git_write', 'commit', '--allow-empty', `${name}=${aims[aim]}`);
      add('git_write', 'add', name, aims[aim]);
      add('git_write', 'pull', `${name}=${aims[aim]}`, join(world.outside, 'other'));
    }
  for (const name of FOR_READING) for (const command of ['diff', 'log', 'show']) add('git_read', command, name);
  for (const flag of COMMIT_FILES) {
    add('git_write', 'commit', '--allow-empty', `${flag}${secret}`);
    add('git_write', 'commit', '--allow-empty', flag, secret);
  }
  for (const flag of ORDER_FILES) add('git_read', 'diff', `${flag}${secret}`);
  for (const flag of BRANCH_CHANGES) add('git_read', 'branch', flag, 'made');
  for (const flag of CHECKOUT_BRANCHES) add('git_write', 'checkout', flag, 'made');
  for (const path of [secret, `:(top)${secret}`, '../../../outside/secret.txt', 'x/../../../../../outside/secret.txt'])
    for (const command of ['diff', 'log', 'show', 'status']) add('git_read', command, '--', path);
  return list;
}

/** What the rules let through on purpose; git itself must then leave the canary alone. */
const HARMLESS: [Spelling['tool'], string, (at: { secret: string; evil: string; other: string }) => string[]][] = [
  ['git_write', 'pull', ({ other }) => [other]],
  ['git_write', 'pull', ({ other }) => [`file://${other}`]],
  ['git_write', 'pull', ({ evil: program }) => [`ext::${program}`]],
  ['git_write', 'pull', ({ evil: program }) => [`ext::sh -c ${program}`]],
  ['git_write', 'pull', () => ['fd::3']],
  ['git_write', 'add', ({ secret: file }) => [file]],
  ['git_write', 'add', ({ secret: file }) => ['--', file]],
  ['git_write', 'checkout', ({ secret: file }) => ['--', file]],
  ['git_write', 'checkout', () => ['--', '../../../outside/secret.txt']],
  ['git_read', 'show', () => ['HEAD:../../../outside/secret.txt']],
  ['git_read', 'log', () => ['-L', '1,1:../../../outside/secret.txt']],
  ['git_read', 'diff', () => ['-c', 'core.pager=x']],
  ['git_read', 'log', () => ['-C', '/']],
  ['git_read', 'log', () => ['--format=%(trailers)', '-1']],
  ['git_write', 'commit', () => ['--allow-empty', '-mFine']],
];

const standing = () => ({
  outside: world.snapshot(world.outside),
  branches: git(repo, 'branch'),
});

describe('spellings of git options, on a real repository with a canary outside of it', () => {
  test('at least 150 are refused before git runs, and nothing is seen or changed', async () => {
    const before = standing();
    const log = git(repo, 'log', '--format=%H');
    const list = spellings();
    expect(new Set(list.map((one) => `${one.command} ${one.args.join(' ')}`)).size).toBeGreaterThanOrEqual(150);
    const wrong: string[] = [];
    for (const { tool, command, args } of list) {
      const result = await world.call(tool, { repo, command, args });
      const refused = !result.ok && result.code === 'refused_argument';
      if (!refused || result.text.includes(CANARY))
        wrong.push(`${command} ${args.join(' ')}: ${result.text.slice(0, 80)}`);
    }
    expect(wrong).toEqual([]);
    expect(git(repo, 'log', '--format=%H')).toBe(log);
    expect(standing()).toEqual(before);
    expect(existsSync(ran) || existsSync(written)).toBe(false);
  });

  test('what git is let run with does not reach the canary either', async () => {
    const before = standing();
    for (const [tool, command, make] of HARMLESS) {
      const args = make({ secret, evil, other: join(world.outside, 'other') });
      const result = await world.call(tool, { repo, command, args });
      expect(result.text, `${command} ${args.join(' ')}`).not.toContain(CANARY);
    }
    expect(standing()).toEqual(before);
    expect(existsSync(ran)).toBe(false);
    expect(git(repo, 'log', '-p', '--all')).not.toContain(CANARY);
    expect(git(repo, 'status', '--short')).not.toContain('secret');
  });
});
