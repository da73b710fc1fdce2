import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeEach(() => {
  world = openToolWorld();
});
afterEach(() => world.close());

const shell = (command: string, more: object = {}) => world.call('shell', { command, ...more });

describe('shell', () => {
  test('output, exit code, working directory', async () => {
    expect(await shell('pwd; echo err >&2')).toEqual({ ok: true, text: `${world.workspace}\nerr\n` });
    expect(await shell('true')).toEqual({ ok: true, text: '(no output)' });
    mkdirSync(join(world.workspace, 'sub'));
    expect((await shell('pwd', { working_dir: 'sub' })).text).toBe(`${world.workspace}/sub\n`);
    expect(await shell('echo bad; exit 3')).toMatchObject({
      ok: false,
      code: 'exit_nonzero',
      text: 'The command ended with exit code 3.\nbad\n',
      data: { exit_code: 3, working_dir: world.workspace },
    });
  });
  test('output is reported while it runs', async () => {
    const stop = new AbortController();
    const report = (text: string) => text.includes('started') && stop.abort();
    const result = await world.call('shell', { command: 'echo started; sleep 60' }, { signal: stop.signal, report });
    expect(result).toMatchObject({ ok: false, code: 'stopped', outcome: 'stopped' });
  });
  test('a deadline, too much output, a signal', async () => {
    expect(await shell('echo a; sleep 60', { timeout_ms: 300 })).toMatchObject({ ok: false, code: 'timeout' });
    const much = await shell('yes');
    expect(much).toMatchObject({ ok: false, code: 'exit_nonzero', data: { exit_code: 124 } });
    expect(much.text.length).toBeLessThan(1_048_576 + 300);
    expect(await shell('kill -9 $$')).toMatchObject({ ok: false, code: 'exit_nonzero' });
  });
  test('the hardline comes first, also for a folder that is refused', async () => {
    expect(await shell('rm -rf ~', { working_dir: '/etc' })).toMatchObject({ code: 'sandbox_hardline' });
    expect(await shell('cd / && rm -rf *')).toMatchObject({ code: 'sandbox_hardline' });
  });
  test('a missing folder, a file as folder', async () => {
    expect(await shell('pwd', { working_dir: 'nowhere' })).toMatchObject({ ok: false, code: 'missing_working_dir' });
  });
  test('the key of a model never reaches a command', async () => {
    world.env['ANTHROPIC_API_KEY'] = 'sk-ant-secret-value';
    expect((await shell('env')).text).not.toContain('sk-ant');
  });
});

describe('request_directory_access', () => {
  const ask = (path: string, more = {}) =>
    world.call('request_directory_access', { path, reason: 'The task needs it.' }, { caller: { ...OWNER, ...more } });

  test('asks once, and the answer persists the grant', async () => {
    expect(await ask(world.outside)).toMatchObject({ ok: true, text: expect.stringContaining('has been asked') });
    expect(await ask(world.outside)).toMatchObject({ ok: true, code: 'already_pending' });
    expect(world.questions).toHaveLength(1);
    expect(world.questions[0]).toMatchObject({
      kind: 'directory_grant',
      key: world.outside,
      reason: 'The task needs it.',
    });
    expect(world.sandbox.allowedRoots).toEqual([]);
    expect(await world.questions[0]?.apply()).toContain(world.outside);
    expect(world.sandbox.allowedRoots).toEqual([world.outside]);
    expect(await ask(world.outside)).toMatchObject({ ok: true, code: 'already_allowed' });
  });
  test('what cannot be allowed is refused and the owner is not asked', async () => {
    mkdirSync(join(world.osHome, '.ssh'));
    expect(await ask('~')).toMatchObject({ ok: false, code: 'unsafe_root' });
    expect(await ask('~/.ssh')).toMatchObject({ ok: false, code: 'unsafe_root' });
    expect(await ask(join(world.outside, 'missing'))).toMatchObject({ ok: false, code: 'missing_dir' });
    world.sandbox.blockedRoots = [world.outside];
    expect(await ask(world.outside)).toMatchObject({ ok: false, code: 'blocked_root' });
    expect(world.questions).toEqual([]);
  });
  test('only the attended owner is offered it, and all others get one and the same text', async () => {
    const others = [{ origin: 'unattended' }, { replyPort: false }, { approvalPort: false }] as const;
    const answers = await Promise.all(others.map((change) => ask(world.outside, change)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ok: false, code: 'not_attended' });
    for (const change of others) {
      const advertised = world.registry.snapshot({ ...OWNER, ...change }).advertised.map((one) => one.name);
      expect(advertised).not.toContain('request_directory_access');
    }
    expect(await ask(world.outside, { trust: 'guest' })).toMatchObject({ ok: false, code: 'unknown_capability' });
    expect(world.questions).toEqual([]);
  });
});

describe('tool_help', () => {
  test('tells everything about a tool', async () => {
    const help = JSON.parse((await world.call('tool_help', { name: 'git_read' })).text);
    expect(help).toMatchObject({ name: 'git_read', category: 'git', policy: 'read_only' });
    expect(help.parameters.properties.command.enum).toContain('status');
    expect(help.failure_modes.map((one: { code: string }) => one.code)).toContain('refused_argument');
  });
  test('a name outside the ceiling and one that does not exist get the same answer', async () => {
    const guest = { ...OWNER, trust: 'guest' as const };
    const one = await world.call('tool_help', { name: 'shell' }, { caller: guest });
    const other = await world.call('tool_help', { name: 'nope' }, { caller: guest });
    expect(one).toMatchObject({ ok: false, code: 'unknown_capability' });
    expect(one.text.replace('shell', 'nope')).toBe(other.text);
  });
});

describe('titles of the cards', () => {
  test.each([
    ['shell', { command: 'npm test\nmore' }, 'Run npm test'],
    ['file_read', { path: '~/a/notes.txt' }, 'Read notes.txt'],
    ['file_write', { path: 7 }, 'Write a file'],
    ['content_search', { pattern: 'foo', path: 'src' }, 'Search for foo in src'],
    ['glob_search', { pattern: '**/*.md' }, 'Find **/*.md'],
    ['git_read', { command: 'log', args: ['--oneline', 5] }, 'Run git log --oneline'],
    ['request_directory_access', { path: '/x/site' }, 'Ask for access to site'],
    ['tool_help', { name: 'shell' }, 'Look up shell'],
  ])('%s %j', (name, input, title) => {
    expect(
      world.registry
        .snapshot(OWNER)
        .find(name)
        ?.title(input as never),
    ).toBe(title);
  });
});
