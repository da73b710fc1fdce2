import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDecided } from '../../../../main/sandbox/files/open-file.ts';
import { replaceFile } from '../../../../main/sandbox/files/replace-file.ts';
import { realIds } from '../../../support/clock-and-ids.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeEach(() => {
  world = openToolWorld();
});
afterEach(() => world.close());

const view = (caller = OWNER) => world.reach.sandbox.view(caller, 'test');
const codeOf = async (path: string, caller = OWNER) => {
  const decision = await (await view(caller)).decide(path);
  return decision.ok ? 'allowed' : decision.code;
};

describe('roots of a mode', () => {
  test('strict: the workspace and grants alone', async () => {
    world.sandbox.mode = 'strict';
    world.places.startDirectory = join(world.osHome, 'project');
    expect(await codeOf('x')).toBe('allowed');
    expect(await codeOf('~/.fermix/skills/x')).toBe('outside_root');
    expect(await codeOf('~/project/x')).toBe('outside_root');
    world.sandbox.allowedRoots = [world.outside];
    expect(await codeOf(join(world.outside, 'x'))).toBe('allowed');
  });
  test('standard: also skills, the start folder and the request folder, when strictly inside the OS home', async () => {
    const request = join(world.osHome, 'request');
    mkdirSync(request);
    world.places.startDirectory = join(world.osHome, 'project');
    expect(await codeOf('~/.fermix/skills/x')).toBe('allowed');
    expect(await codeOf('~/project/x')).toBe('allowed');
    expect(await codeOf('~/request/x')).toBe('outside_root');
    expect(await codeOf('x', { ...OWNER, requestDirectory: request })).toBe('allowed');
    for (const directory of [world.osHome, world.directory, '/', world.outside]) {
      world.places.startDirectory = directory;
      expect(await codeOf('~/other/x', { ...OWNER, requestDirectory: directory })).toBe('outside_root');
    }
  });
  test('a request folder is dropped for guests, remote channels and shared chats', async () => {
    const requestDirectory = join(world.osHome, 'request');
    mkdirSync(requestDirectory);
    for (const change of [{ trust: 'guest' }, { channel: 'telegram' }, { shared: true }] as const)
      expect(await codeOf('~/request/x', { ...OWNER, requestDirectory, ...change })).toBe('outside_root');
  });
  test('open: the whole OS home but what is protected', async () => {
    world.sandbox.mode = 'open';
    expect(await codeOf('~/anything/x')).toBe('allowed');
    expect(await codeOf('~/.ssh/id')).toBe('protected_path');
    expect(await codeOf(world.outside)).toBe('outside_root');
    expect((await view()).workingDirectory).toBe(world.workspace);
  });
  test('the workspace is made when it is missing', async () => {
    rmSync(world.workspace, { recursive: true });
    expect((await (await view()).decideWorkingDirectory(undefined)).ok).toBe(true);
  });
});

describe('decisions', () => {
  test('containment is by whole component', async () => {
    world.sandbox.allowedRoots = [join(world.outside, 'b')];
    expect(await codeOf(join(world.outside, 'bc'))).toBe('outside_root');
    expect(await codeOf(join(world.outside, 'b'))).toBe('allowed');
  });
  test('dots are collapsed as text, links are followed afterwards', async () => {
    mkdirSync(join(world.outside, 'deep'));
    symlinkSync(join(world.outside, 'deep'), join(world.workspace, 'link'));
    const decision = await (await view()).decide('link/../new.txt');
    expect(decision).toMatchObject({ ok: true, path: join(world.workspace, 'new.txt') });
    expect(await codeOf('link/new.txt')).toBe('outside_root');
  });
  test('a new file below a linked folder is judged by the real place', async () => {
    mkdirSync(join(world.workspace, 'real'));
    symlinkSync('real', join(world.workspace, 'near'));
    const decision = await (await view()).decide('near/a/b.txt');
    expect(decision).toMatchObject({ ok: true, path: join(world.workspace, 'real/a/b.txt'), stats: null });
  });
  test('64 links are followed, 65 are not', async () => {
    writeFileSync(join(world.workspace, 'l0'), '');
    for (let at = 1; at <= 65; at += 1) symlinkSync(`l${at - 1}`, join(world.workspace, `l${at}`));
    expect(await codeOf('l64')).toBe('allowed');
    expect(await codeOf('l65')).toBe('too_many_symlinks');
  });
  test('a part that cannot be looked at is an error, not allowed', async () => {
    writeFileSync(join(world.workspace, 'file'), '');
    expect(await codeOf('file/below')).toBe('path_error');
    expect(await codeOf('n'.repeat(300))).toBe('invalid_path');
  });
  test.each(['', ' ', '\0', 'a\0b'])('%j is no path', async (path) => {
    expect(await codeOf(path)).toBe('invalid_path');
  });
  test('a linked root and a linked protected folder count by their real place', async () => {
    mkdirSync(join(world.outside, 'keys'));
    symlinkSync(join(world.outside, 'keys'), join(world.osHome, '.gnupg'));
    symlinkSync(world.outside, join(world.directory, 'granted'));
    world.sandbox.allowedRoots = [join(world.directory, 'granted')];
    expect(await codeOf(join(world.outside, 'x'))).toBe('allowed');
    expect(await codeOf(join(world.outside, 'keys/x'))).toBe('protected_path');
  });
  test('the model is told the canonical path and never to ask for a protected one', async () => {
    const outside = await (await view()).decide('../../../outside');
    expect(outside).toMatchObject({ text: expect.stringContaining(world.outside), remedy: { page: 'settings' } });
    expect(outside).toMatchObject({ text: expect.stringContaining('request_directory_access') });
    const secret = await (await view()).decide('~/.ssh');
    expect(secret).toMatchObject({ text: expect.not.stringContaining('request_directory_access') });
  });
});

describe('protected paths, inside a grant too', () => {
  test.each([
    ...[
      '.ssh/id',
      '.SSH/id',
      '.aws/x',
      '.gnupg/x',
      '.docker/x',
      '.kube/x',
      '.codex/x',
      '.anthropic/x',
      '.config/fermix/x',
    ],
    ...[
      '.config/Fermix/Cookies',
      '.claude.json',
      '.claude.json.bak',
      '.claude/.credentials.json',
      '.claude/.claude.json',
    ],
    ...['.fermix/config.toml', '.fermix/config.toml.pre-m5', '.fermix/CONFIG.TOML-old', '.fermix/auth.json'],
    ...[
      '.fermix/secrets/x',
      '.fermix/grants/x',
      '.fermix/logs/x',
      '.fermix/traces/x',
      '.fermix/recordings/x',
      '.fermix/run/host.sock',
    ],
    ...[
      '.fermix/memory.db',
      '.fermix/memory.db-wal',
      '.fermix/fermix.db-shm',
      '.fermix/core.sock',
      '.fermix/browser/profiles/x',
    ],
  ])('~/%s', async (path) => {
    world.sandbox.mode = 'open';
    expect(await codeOf(`~/${path}`)).toBe('protected_path');
  });
  test.each([
    '.claude/settings.json',
    '.fermix/workspace/config.toml',
    '.sshx/id',
    '.fermix/skills/a.db',
    '.fermix/configs',
  ])('~/%s is not', async (path) => {
    world.sandbox.mode = 'open';
    expect(await codeOf(`~/${path}`)).toBe('allowed');
  });
  test.each(['/etc/passwd', '/usr/bin/env', '/bin/sh', '/sbin/x', '/proc/self/environ', '/dev/sda', '/sys/x'])(
    '%s',
    async (path) => {
      world.sandbox.allowedRoots = ['/'];
      expect(await codeOf(path)).toBe('protected_path');
    },
  );
  test('the configured place of another program and our own user data', async () => {
    world.sandbox.mode = 'open';
    world.env['CODEX_HOME'] = join(world.osHome, 'codex');
    world.places.userData = join(world.osHome, 'app-data');
    expect(await codeOf('~/codex/auth.json')).toBe('protected_path');
    expect(await codeOf('~/app-data/Cookies')).toBe('protected_path');
  });
});

describe('between the decision and the opening', () => {
  test('a file that became a link is not read', async () => {
    writeFileSync(join(world.workspace, 'a.txt'), 'fine');
    writeFileSync(join(world.outside, 'secret'), 'secret');
    const now = await view();
    const decision = await now.decide('a.txt');
    rmSync(join(world.workspace, 'a.txt'));
    symlinkSync(join(world.outside, 'secret'), join(world.workspace, 'a.txt'));
    expect(decision.ok && (await openDecided(now, decision.path))).toMatchObject({
      ok: false,
      code: 'too_many_symlinks',
    });
  });
  test('a folder that became a link is neither read nor written', async () => {
    mkdirSync(join(world.workspace, 'sub'));
    mkdirSync(join(world.outside, 'inner'));
    writeFileSync(join(world.workspace, 'sub/a.txt'), 'fine');
    writeFileSync(join(world.outside, 'a.txt'), 'secret');
    const now = await view();
    const decision = await now.decide('sub/a.txt');
    renameSync(join(world.workspace, 'sub'), join(world.workspace, 'moved'));
    symlinkSync(world.outside, join(world.workspace, 'sub'));
    const before = world.snapshot();
    if (!decision.ok) throw new Error('not allowed');
    expect(await openDecided(now, decision.path)).toMatchObject({ ok: false, code: 'outside_root' });
    const options = { makeParents: true, ids: realIds };
    expect(await replaceFile(now, decision.path, Buffer.from('x'), options)).toMatchObject({ ok: false });
    for (const below of ['new/b.txt', 'inner/b.txt', 'inner/more/b.txt'])
      expect(await replaceFile(now, join(world.workspace, 'sub', below), Buffer.from('x'), options)).toMatchObject({
        ok: false,
        code: below.startsWith('inner') ? 'outside_root' : 'write_failed',
      });
    expect(world.snapshot()).toEqual(before);
  });
});

describe('grants', () => {
  test('a folder is added once, by its real path, and removed by any spelling', async () => {
    symlinkSync(world.outside, join(world.osHome, 'spelling'));
    expect(await world.reach.grants.add('~/spelling')).toEqual({ ok: true, path: world.outside, changed: true });
    expect(await world.reach.grants.add(`${world.outside}/`)).toEqual({
      ok: true,
      path: world.outside,
      changed: false,
    });
    expect(world.sandbox.allowedRoots).toEqual([world.outside]);
    expect(await world.reach.grants.remove('~/spelling')).toEqual({ ok: true, path: world.outside, changed: true });
    expect(world.sandbox.allowedRoots).toEqual([]);
    expect(await world.reach.grants.remove(world.outside)).toMatchObject({ ok: true, changed: false });
  });
  test('two at once are both kept', async () => {
    for (const name of ['a', 'b', 'c']) mkdirSync(join(world.outside, name));
    await Promise.all(['a', 'b', 'c'].map((name) => world.reach.grants.add(join(world.outside, name))));
    expect([...world.sandbox.allowedRoots].sort()).toEqual(['a', 'b', 'c'].map((name) => join(world.outside, name)));
  });
  test('what would open everything is unsafe', async () => {
    mkdirSync(join(world.osHome, '.ssh/sub'), { recursive: true });
    symlinkSync('/', join(world.osHome, 'everything'));
    const unsafe = [
      '/',
      '~',
      world.home,
      world.directory,
      '/tmp',
      '~/.ssh',
      '~/.ssh/sub',
      '/etc',
      '/usr/lib',
      '~/everything',
      realpathSync('/proc/self'),
    ];
    for (const path of unsafe)
      expect(await world.reach.grants.check(path), path).toMatchObject({ ok: false, code: 'unsafe_root' });
    expect(world.sandbox.allowedRoots).toEqual([]);
  });
  test('a missing folder, a file and a blocked folder', async () => {
    writeFileSync(join(world.outside, 'file'), '');
    world.sandbox.blockedRoots = [world.outside];
    expect(await world.reach.grants.add('~/nowhere')).toMatchObject({ ok: false, code: 'missing_dir' });
    expect(await world.reach.grants.add(join(world.outside, 'x'))).toMatchObject({ ok: false, code: 'blocked_root' });
    world.sandbox.blockedRoots = [];
    expect(await world.reach.grants.add(join(world.outside, 'file'))).toMatchObject({ ok: false, code: 'missing_dir' });
    expect(await world.reach.grants.add('a\0b')).toMatchObject({ ok: false, code: 'invalid_path' });
  });
  test('the settings page shows each root once and nothing that is protected', async () => {
    world.sandbox.allowedRoots = [world.outside, world.workspace, '/etc'];
    const paths = (await world.reach.sandbox.roots()).map((root) => root.path);
    expect(paths).toEqual([world.workspace, join(world.home, 'skills'), world.outside]);
  });
});
