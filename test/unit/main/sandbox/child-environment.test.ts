import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandPath, findProgram } from '../../../../main/sandbox/command-path.ts';
import { openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeEach(() => {
  world = openToolWorld();
});
afterEach(() => world.close());

function build() {
  const built = world.reach.environment.build();
  if (!built.ok) throw new Error(built.text);
  return built;
}

test('exactly the listed names, whatever the host has', () => {
  Object.assign(world.env, {
    ANTHROPIC_API_KEY: 'sk-secret-value',
    FOO: 'x',
    LC_TIME: 'de_DE.UTF-8',
    NODE_OPTIONS: '--x',
  });
  const { variables, secrets, unresolved } = build();
  expect(Object.keys(variables).sort()).toEqual(['HOME', 'LANG', 'LC_TIME', 'PATH', 'SHELL', 'TMPDIR', 'USER']);
  expect(variables).toMatchObject({ HOME: world.osHome, USER: 'ada', SHELL: '/bin/sh' });
  expect([secrets, unresolved]).toEqual([[], []]);
});

test('an allowed name is passed on and taken out of the output; short values are not', async () => {
  world.sandbox.env.allow = ['MY_TOKEN', 'SHORT'];
  Object.assign(world.env, { MY_TOKEN: 'abcdefgh-token\n', SHORT: 'abc' });
  expect(build()).toMatchObject({
    variables: { MY_TOKEN: 'abcdefgh-token', SHORT: 'abc' },
    secrets: ['abcdefgh-token'],
  });
  const seen: string[] = [];
  const input = { command: 'echo "$MY_TOKEN $SHORT"; exit 2' };
  const result = await world.call('shell', input, { report: (text) => seen.push(text) });
  expect(result.text).toBe('The command ended with exit code 2.\n«redacted» abc\n');
  expect(seen.join('')).toBe('«redacted» abc\n');
});

test('a name without a usable value never stops the command and is named', async () => {
  world.sandbox.env.allow = ['MISSING', 'TWO_LINES', 'LONG', 'not a name', 'PATH'];
  Object.assign(world.env, { TWO_LINES: 'a\nb', LONG: 'x'.repeat(9_000), 'not a name': 'x' });
  expect(build().unresolved).toEqual(['MISSING', 'TWO_LINES', 'LONG', 'not a name']);
  const result = await world.call('shell', { command: 'echo ran' });
  expect(result).toMatchObject({ ok: true, text: expect.stringContaining('MISSING, TWO_LINES, LONG, not a name') });
  expect(result.text.endsWith('\nran\n')).toBe(true);
});

test('denied names are left out, also when they are allowed', () => {
  Object.assign(world.env, { A_NAME: 'some-value', LC_ALL: 'C' });
  world.sandbox.env.allow = ['A_NAME'];
  world.sandbox.env.deny = ['A_NAME', 'LC_ALL', 'USER'];
  expect(Object.keys(build().variables).sort()).toEqual(['HOME', 'LANG', 'PATH', 'SHELL', 'TMPDIR', 'USER']);
});

test('mode all passes everything but keys; with names it is like selected', () => {
  world.sandbox.env.mode = 'all';
  const keys = { OPENAI_API_KEY: 'a', GITHUB_TOKEN: 'b', DB_PASSWORD: 'c', AWS_SECRET_ACCESS_KEY: 'd' };
  Object.assign(world.env, { FOO: 'x', MONKEY: 'y', ...keys });
  world.sandbox.env.deny = ['FOO'];
  const names = Object.keys(build().variables);
  expect(names).toContain('MONKEY');
  for (const name of ['FOO', ...Object.keys(keys)]) expect(names).not.toContain(name);
  world.sandbox.env.allow = ['OPENAI_API_KEY'];
  expect(build().variables).toMatchObject({ OPENAI_API_KEY: 'a' });
  expect(build().variables['MONKEY']).toBeUndefined();
});

test('USER is always there', () => {
  world.env['USER'] = ' ';
  world.env['LOGNAME'] = 'grace';
  expect(build().variables['USER']).toBe('grace');
});

test('the search path keeps ours, drops relative entries and adds the usual folders', () => {
  const path = commandPath('/opt/x:bin::.:/usr/bin', world.places).split(':');
  expect(path.slice(0, 2)).toEqual(['/opt/x', '/usr/bin']);
  expect(path).toContain('/bin');
  expect(path).not.toContain('.');
  expect(path).not.toContain('');
  expect(commandPath(undefined, world.places)).toContain('/usr/bin');
  expect(findProgram('sh', path.join(':'))).toMatch(/\/sh$/);
  expect(findProgram('no-such-program', path.join(':'))).toBeNull();
  expect(findProgram('ada', join(world.directory))).toBeNull();
});
