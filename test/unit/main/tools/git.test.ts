import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;
let repo: string;
let counter = 0;
/** A program that leaves a trace when it is run. */
let evil: string;
let trace: string;

beforeAll(() => {
  world = openToolWorld();
  evil = join(world.workspace, 'evil.sh');
  trace = join(world.workspace, 'evil-was-here');
  writeFileSync(evil, `#!/bin/sh\necho ran >> ${trace}\nexit 1\n`);
  chmodSync(evil, 0o755);
  writeFileSync(join(world.outside, 'secret.txt'), 'top secret\n');
  writeFileSync(join(world.osHome, '.gitconfig'), '[user]\nname = Ada\nemail = ada@example.org\n');
});
afterAll(() => world.close());

function git(...args: string[]): string {
  const env = { ...process.env, HOME: world.osHome, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-C', repo, ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10_000,
  });
}

beforeEach(() => {
  counter += 1;
  repo = join(world.workspace, `repo-${counter}`);
  mkdirSync(repo);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repo, 'a.txt'), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
});

const read = (command: string, ...args: string[]): Promise<ToolResult> =>
  world.call('git_read', { repo, command, args });
const write = (command: string, ...args: string[]): Promise<ToolResult> =>
  world.call('git_write', { repo, command, args });

describe('ordinary work', () => {
  test('status, diff, log, show and branch', async () => {
    writeFileSync(join(repo, 'a.txt'), 'two\n');
    expect(await read('status', '--short')).toEqual({ ok: true, text: ' M a.txt\n' });
    expect((await read('diff')).text).toContain('-one\n+two');
    expect((await read('log', '--oneline', '-1')).text).toMatch(/^[0-9a-f]+ first\n$/);
    expect((await read('show', '--stat', 'HEAD')).text).toContain('a.txt | 1 +');
    expect(await read('branch')).toEqual({ ok: true, text: '* main\n' });
    expect((await read('diff', '--', 'a.txt')).text).toContain('+two');
    expect((await read('diff', 'HEAD..HEAD')).ok).toBe(true);
  });
  test('add and commit, with the repository as working directory', async () => {
    writeFileSync(join(repo, 'b.txt'), 'new\n');
    const caller = { ...OWNER, requestDirectory: repo };
    world.sandbox.allowedRoots = [repo];
    expect(await world.call('git_write', { command: 'add', args: ['b.txt'] }, { caller })).toMatchObject({ ok: true });
    expect(await write('commit', '-m', '--file is a fine word')).toMatchObject({ ok: true });
    expect(git('log', '-1', '--format=%s')).toBe('--file is a fine word\n');
    world.sandbox.allowedRoots = [];
  });
  test('checkout of a file and of a branch', async () => {
    git('branch', 'other');
    writeFileSync(join(repo, 'a.txt'), 'two\n');
    expect(await write('checkout', '--', 'a.txt')).toMatchObject({ ok: true });
    expect(await read('status', '--short')).toMatchObject({ ok: true, text: '(no output)' });
    expect(await write('checkout', 'other')).toMatchObject({ ok: true });
    expect(git('branch', '--show-current')).toBe('other\n');
  });
  test('a failure carries code and output; a question is never asked', async () => {
    expect(await read('show', 'nonsense')).toMatchObject({ ok: false, code: 'git_failed', data: { exit_code: 128 } });
    const pull = await write('pull', 'https://127.0.0.1:9/x.git');
    expect(pull).toMatchObject({ ok: false, code: 'git_failed' });
  });
  test('a stop ends git', async () => {
    const stop = new AbortController();
    stop.abort();
    const call = { repo, command: 'status', args: [] };
    expect(await world.call('git_read', call, { signal: stop.signal })).toMatchObject({ ok: false });
  });
});

describe('refused commands and folders', () => {
  test.each(['push', 'merge', 'reset', 'rebase', 'clean', 'config', 'commit', 'clone', 'branch -D', ''])(
    'git_read %j',
    async (command) => {
      expect(await read(command)).toMatchObject({ ok: false, code: 'unknown_command' });
    },
  );
  test.each(['push', 'merge', 'branch', 'reset', 'rebase', 'clean', 'status', 'stash'])(
    'git_write %j',
    async (command) => {
      expect(await write(command)).toMatchObject({ ok: false, code: 'unknown_command' });
    },
  );
  test('no repository', async () => {
    const call = { repo: '.', command: 'status' };
    expect(await world.call('git_read', call)).toMatchObject({ ok: false, code: 'invalid_repo' });
    expect(await world.call('git_read', { ...call, repo: 'nowhere' })).toMatchObject({
      ok: false,
      code: 'invalid_repo',
    });
    expect(await world.call('git_read', { ...call, repo: 'evil.sh' })).toMatchObject({
      ok: false,
      code: 'invalid_repo',
    });
  });
  test('no git', async () => {
    const path = world.env['PATH'];
    const empty = join(world.workspace, 'empty');
    mkdirSync(empty);
    world.env['PATH'] = empty;
    const findable = existsSync('/usr/bin/git') || existsSync('/usr/local/bin/git');
    const result = await read('status');
    world.env['PATH'] = path;
    expect(result.ok || result.code).toBe(findable ? true : 'git_not_found');
  });
});

describe('arguments that reach elsewhere', () => {
  const everywhere = [
    '--no-index',
    '--no-ind',
    '--git-dir=/x',
    '--git-d=/x',
    '--work-tree=/x',
    '--work',
    '--exec-path=/x',
    '--output=x',
    '--outp=x',
    '--output-directory=x',
    '--upload-pack=x',
    '--upload-pac=x',
    '--receive-pack=x',
    '--man-path',
    '--info-path',
    '--file=x',
    '--fil=x',
    '--pathspec-from-file=x',
    '--pathspec-from=x',
    '--template=x',
    '--templ=x',
  ];
  test.each(everywhere)('%s', async (arg) => {
    for (const result of [
      await read('diff', arg),
      await read('log', 'HEAD', arg),
      await write('commit', arg),
      await write('pull', arg),
    ])
      expect(result).toMatchObject({ ok: false, code: 'refused_argument' });
  });
  test.each(['--ext-diff', '--ext', '--textconv', '--textc', '--submodule=diff', '--ignore-submodules=none', '--ign'])(
    'git_read %s',
    async (arg) => {
      expect(await read('diff', arg)).toMatchObject({ ok: false, code: 'refused_argument' });
    },
  );
  test.each([['-F', 'x'], ['-Fx'], ['-aF', 'x'], ['-avFx'], ['-t', 'x'], ['-tx'], ['-at', 'x'], ['-eF', 'x']])(
    'git_write commit %j %j',
    async (...args) => {
      expect(await write('commit', ...args)).toMatchObject({ ok: false, code: 'refused_argument' });
    },
  );
  test.each([['-mFix the Ft'], ['-amFt'], ['-m', '-Fx'], ['--message', '--file']])(
    'commit %j %j is a message',
    async (...args) => {
      writeFileSync(join(repo, 'a.txt'), `${counter}\n`);
      git('add', '.');
      expect(await write('commit', ...args)).toMatchObject({ ok: true });
    },
  );
  test.each([
    ['-b', 'x'],
    ['-B', 'x'],
    ['-qb', 'x'],
    ['--orphan', 'x'],
    ['--orp', 'x'],
    ['-t', 'x'],
    ['--track', 'x'],
  ])('checkout %s makes no branch', async (...args) => {
    expect(await write('checkout', ...args)).toMatchObject({ ok: false, code: 'refused_argument' });
    expect(git('branch')).toBe('* main\n');
  });
  test.each([
    ['new'],
    ['-v', 'new'],
    ['-d', 'main'],
    ['-D', 'main'],
    ['-m', 'new'],
    ['-M', 'new'],
    ['-c', 'new'],
    ['-C', 'new'],
    ['-f', 'main'],
    ['-u', 'x'],
    ['-vD', 'main'],
    ['--edit-description'],
    ['--edit'],
    ['--set-upstream-to=x'],
    ['--unset-upstream'],
    ['--delete', 'main'],
    ['--del', 'main'],
    ['--move', 'x'],
    ['--force', 'x'],
    ['--', 'new'],
    ['--sort', 'refname', 'new'],
  ])('branch %j %j is no listing', async (...args) => {
    expect(await read('branch', ...args)).toMatchObject({ ok: false, code: 'refused_argument' });
    expect(git('branch')).toBe('* main\n');
  });
  test.each([
    ['-a'],
    ['-vv'],
    ['--list', 'm*'],
    ['-l', 'm*'],
    ['--contains', 'HEAD'],
    ['--sort=refname'],
    ['--show-current'],
  ])('branch %j %j lists', async (...args) => {
    expect(await read('branch', ...args)).toMatchObject({ ok: true });
  });
  test('absolute paths and paths that leave the repository', async () => {
    const secret = join(world.outside, 'secret.txt');
    for (const path of [secret, '../evil.sh', 'x/../../evil.sh', `:(top)${secret}`])
      for (const args of [[path], ['--', path]])
        expect(await read('diff', ...args)).toMatchObject({ ok: false, code: 'refused_argument' });
    mkdirSync(join(repo, 'sub'));
    const inside = await world.call('git_read', { repo: join(repo, 'sub'), command: 'log', args: ['--', '../a.txt'] });
    expect(inside).toMatchObject({ ok: true });
  });
});

describe('options that would hide behind others', () => {
  const secret = '../../outside/secret.txt';
  /** What must not be reached, by command. */
  const bad: Record<string, string[]> = {
    commit: [`-F${secret}`, `--file=${secret}`, `-t${secret}`, `-aF${secret}`, `--template=${secret}`],
    add: [`--pathspec-from-file=${secret}`],
    checkout: [`--pathspec-from-file=${secret}`, '-bnew', '--orphan=new'],
    pull: ['--upload-pack=x'],
    status: ['--no-index'],
    diff: ['--no-index', '--output=x', `-O${secret}`, `-pO${secret}`],
    log: ['--output=x', '--ext-diff', `-O${secret}`],
    show: ['--output=x', '--textconv', `-O${secret}`],
    branch: ['-D'],
  };
  /** Options that take the next word as their value, of every git there may be; those of this git are added. */
  const valued: Record<string, string[]> = {
    commit: ['-m', '-am', '-c', '-C', '--message', '--mes', '--author', '--date', '--trailer', '--trail', '--fixup'],
    add: ['--chmod'],
    checkout: ['--conflict'],
    pull: ['-s', '-X', '-o', '-j', '--strategy', '--depth', '--shallow-since', '--negotiation-tip', '--refmap'],
    status: [],
    diff: ['-S', '-G', '-I', '-l', '-U', '--diff-filter', '--src-prefix', '--dst-prefix', '--anchored', '--skip-to'],
    log: ['-n', '-S', '-G', '-L', '--since', '--author', '--grep', '--format', '--decorate-refs', '--max-count'],
    show: ['-S', '-G', '--format', '--encoding', '--notes', '--inter-hunk-context'],
    branch: ['--sort', '--format', '--contains', '--merged', '--points-at', '-u', '--set-upstream-to'],
  };
  const own = (command: string): string[] =>
    git(command, '--git-completion-helper-all')
      .split(/\s+/)
      .filter((word) => word.endsWith('='))
      .map((word) => word.slice(0, -1));
  const around = (option: string, flag: string): string[][] => [
    [option, '--', flag],
    [option, '-m', flag],
    [option, '--message', flag],
    [option, 'x', '--', '-m', flag],
    [option, '-am', flag],
    [option, '-m', '--', flag],
    ['-m', option, '-m', '--', flag],
    ['--', option, flag],
  ];

  test.each(Object.keys(valued))('%s: no option takes another along', async (command) => {
    const call = ['add', 'commit', 'checkout', 'pull'].includes(command) ? write : read;
    for (const option of new Set([...(valued[command] ?? []), ...own(command)]))
      for (const flag of bad[command] ?? [])
        for (const args of around(option, flag))
          expect(await call(command, ...args), args.join(' ')).toMatchObject({ ok: false, code: 'refused_argument' });
    expect(git('branch')).toBe('* main\n');
  });
  test.each([
    ['--trailer', '--', '-F', secret],
    ['--trailer', '--', `--file=${secret}`],
    ['--trailer', '-m', `-F${secret}`],
    ['--author', '--message', `-F${secret}`],
    ['--', '-F', secret],
  ])('commit %j %j %j is refused before git runs', async (...args) => {
    expect(await write('commit', ...args)).toMatchObject({ ok: false, code: 'refused_argument' });
  });
  test.each([
    [['-m', 'first', '-m', '-F is a flag']],
    [['--allow-empty', '-m', '--file']],
    [['--author=A <a@b.c>', '-m', '-F']],
    [['--trailer', 'a: b', '-m', '-F']],
    [['--trailer=a: b', '-m', '-m']],
    [['-m', 'x', '--', 'a.txt']],
  ])('commit %j works', async (args) => {
    writeFileSync(join(repo, 'a.txt'), `${counter}\n`);
    git('add', '.');
    expect(await write('commit', ...args)).toMatchObject({ ok: true });
  });
});

describe('what a repository would run', () => {
  const untouched = () => expect(existsSync(trace)).toBe(false);
  /** As long as what is committed: only the content can tell that it changed. */
  const makeStale = () => writeFileSync(join(repo, 'a.txt'), 'xyz\n');
  /** Plain git is caught by the trap; only then is it worth something that we are not. */
  const expectArmed = (...args: string[]) => {
    try {
      git(...args);
    } catch {
      // The trap may make git fail: what counts is that it was run.
    }
    expect(existsSync(trace), `git ${args.join(' ')} runs the program`).toBe(true);
    rmSync(trace);
  };

  test.each(['evil', 'with=equals', 'a.b'])('clean and process filters named %j', async (name) => {
    writeFileSync(join(repo, '.git', 'info', 'attributes'), `*.txt filter=${name}\n`);
    for (const key of ['clean', 'smudge', 'process']) git('config', `filter.${name}.${key}`, evil);
    git('config', `filter.${name}.required`, 'true');
    makeStale();
    expectArmed('status');
    expect((await read('status', '--short')).text).toBe(' M a.txt\n');
    expect((await read('diff')).text).toContain('+xyz');
    untouched();
  });
  test('the monitor, hooks and pagers', async () => {
    git('config', 'core.fsmonitor', evil);
    git('config', 'core.pager', evil);
    git('config', 'pager.log', evil);
    git('config', 'core.hooksPath', join(world.workspace, 'hooks'));
    mkdirSync(join(world.workspace, 'hooks'), { recursive: true });
    symlinkSync(evil, join(world.workspace, 'hooks', `post-index-change`));
    symlinkSync(evil, join(repo, '.git', 'hooks', 'post-index-change'));
    makeStale();
    expectArmed('status');
    for (const command of ['status', 'diff', 'log', 'show']) expect(await read(command)).toMatchObject({ ok: true });
    untouched();
  });
  test('external diff, text conversion and merge drivers', async () => {
    writeFileSync(join(repo, '.gitattributes'), '*.txt diff=evil merge=evil\n');
    git('config', 'diff.external', evil);
    git('config', 'diff.evil.command', evil);
    git('config', 'diff.evil.textconv', evil);
    git('config', 'merge.evil.driver', evil);
    git('checkout', '-qb', 'side');
    makeStale();
    git('commit', '-qam', 'side');
    git('checkout', '-q', 'main');
    writeFileSync(join(repo, 'a.txt'), 'other\n');
    git('commit', '-qam', 'other');
    git('merge', '-q', '-s', 'ours', 'side', '-m', 'merged');
    makeStale();
    for (const args of [['diff'], ['show', '--remerge-diff', 'HEAD']]) expectArmed(...args);
    for (const args of [['diff'], ['log', '-p'], ['show'], ['show', '--remerge-diff'], ['log', '-Sone']])
      await world.call('git_read', { repo, command: args[0], args: args.slice(1) });
    untouched();
  });
  test('signature programs', async () => {
    const raw = git('cat-file', 'commit', 'HEAD');
    const signed = raw.replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\n',
    );
    writeFileSync(join(world.workspace, 'commit'), signed);
    const id = git('hash-object', '-t', 'commit', '-w', join(world.workspace, 'commit')).trim();
    git('update-ref', 'refs/heads/main', id);
    git('config', 'gpg.program', evil);
    git('config', 'log.showSignature', 'true');
    expectArmed('log', '-1');
    expect(await read('log', '-1')).toMatchObject({ ok: true });
    await read('log', '-1', '--show-signature');
    await read('log', '-1', '--format=%G?');
    untouched();
  });
  test('a submodule with filters of its own', async () => {
    const inner = join(repo, 'inner');
    mkdirSync(inner);
    const inside = (...args: string[]) => git('-C', 'inner', ...args);
    inside('init', '-q');
    writeFileSync(join(inner, 'x.txt'), '1\n');
    inside('add', '.');
    inside('commit', '-qm', 'inner');
    git('add', 'inner');
    git('commit', '-qm', 'with inner');
    writeFileSync(join(inner, '.git', 'info', 'attributes'), '*.txt filter=evil\n');
    inside('config', 'filter.evil.clean', evil);
    inside('config', 'core.fsmonitor', evil);
    writeFileSync(join(inner, 'x.txt'), '2\n');
    expectArmed('status');
    for (const command of ['status', 'diff']) expect(await read(command)).toMatchObject({ ok: true });
    untouched();
  });
  test('fetching a missing object', async () => {
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.url', 'ssh://example.invalid/x');
    git('config', 'core.sshCommand', evil);
    expectArmed('show', '0123456789012345678901234567890123456789');
    await read('show', '0123456789012345678901234567890123456789');
    untouched();
  });
  test('ext:: and local transports of pull, whatever the settings allow', async () => {
    git('config', 'protocol.ext.allow', 'always');
    git('config', 'protocol.file.allow', 'always');
    expectArmed('pull', `ext::${evil}`, 'main');
    for (const url of [`ext::${evil}`, repo, `file://${repo}`]) {
      const result = await write('pull', url, 'main');
      expect(result).toMatchObject({ ok: false, code: 'git_failed' });
      expect(result.text).toMatch(/transport '(ext|file)' not allowed/);
    }
    untouched();
  });
  test('a template set in the repository is not committed', async () => {
    git('config', 'commit.template', join(world.outside, 'secret.txt'));
    await write('commit', '--allow-empty', '--trailer', 'a: b');
    await write('commit', '--allow-empty', '--cleanup=verbatim');
    expect(git('log', '--format=%B')).not.toContain('top secret');
  });
});

describe('repositories that point elsewhere', () => {
  test('a work tree outside', async () => {
    git('config', 'core.worktree', world.outside);
    expect(await read('status')).toMatchObject({ ok: false, code: 'outside_root' });
    expect(await write('add', 'secret.txt')).toMatchObject({ ok: false, code: 'outside_root' });
  });
  test('a git folder outside', async () => {
    const elsewhere = join(world.outside, `repo-${counter}`);
    execFileSync('git', ['init', '-q', elsewhere]);
    const folder = join(world.workspace, `pointer-${counter}`);
    mkdirSync(folder);
    writeFileSync(join(folder, '.git'), `gitdir: ${join(elsewhere, '.git')}\n`);
    expect(await world.call('git_read', { repo: folder, command: 'log' })).toMatchObject({
      ok: false,
      code: 'outside_root',
    });
  });
  test('a repository above the allowed folder', async () => {
    const above = join(world.outside, `above-${counter}`);
    mkdirSync(join(above, 'inside'), { recursive: true });
    execFileSync('git', ['init', '-q', above]);
    world.sandbox.allowedRoots = [join(above, 'inside')];
    const result = await world.call('git_read', { repo: join(above, 'inside'), command: 'status' });
    world.sandbox.allowedRoots = [];
    expect(result).toMatchObject({ ok: false, code: 'outside_root' });
  });
  test('a repository around protected folders', async () => {
    execFileSync('git', ['init', '-q', world.osHome]);
    world.sandbox.mode = 'open';
    const result = await world.call('git_read', { repo: world.osHome, command: 'status' });
    world.sandbox.mode = 'standard';
    execFileSync('rm', ['-rf', join(world.osHome, '.git')]);
    expect(result).toMatchObject({ ok: false, code: 'protected_path' });
  });
});
