import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../../../main/sandbox/paths/rules.ts';
import { createSearchPool } from '../../../../main/tools/search/pool.ts';
import type { ContentJob, GlobJob } from '../../../../main/tools/search/worker/messages.ts';
import { walk } from '../../../../main/tools/search/worker/walk.ts';
import { realClock } from '../../../support/clock-and-ids.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

const FILES: Record<string, string | Uint8Array> = {
  'tree/a-b.txt': 'needle one\n',
  'tree/a/x.txt': 'first\nthe needle two\r\nneedle needle\n',
  'tree/a/.hidden': 'needle hidden',
  'tree/a/(1) report [x].md': 'nothing',
  'tree/b/c/deep.ts': 'export const Needle = 1;\n// needle\n',
  'tree/b/empty': '',
  'tree/bin': Buffer.concat([Buffer.from('needle'), Buffer.from([0]), Buffer.from('needle')]),
  'tree/late-nul': Buffer.concat([Buffer.from(`needle\n${'x'.repeat(5_000)}`), Buffer.from([0])]),
  'tree/latin': Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0xe9, 0x0a]),
  'tree/wide': `${'é'.repeat(50_000)}needle${'x'.repeat(50_000)}\n`,
  'tree/blocked/x.txt': 'needle blocked',
};

beforeAll(() => {
  world = openToolWorld();
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(world.workspace, name)), { recursive: true });
    writeFileSync(join(world.workspace, name), content);
  }
  const tree = join(world.workspace, 'tree');
  world.sandbox.blockedRoots = [join(tree, 'blocked')];
  writeFileSync(join(world.outside, 'secret.txt'), 'needle secret');
  symlinkSync(world.outside, join(tree, 'link-outside'));
  symlinkSync(join(world.outside, 'secret.txt'), join(tree, 'link-secret'));
  symlinkSync('..', join(tree, 'a', 'link-up'));
  symlinkSync('x.txt', join(tree, 'a', 'link-x'));
  symlinkSync('nowhere', join(tree, 'a', 'link-broken'));
  execFileSync('mkfifo', [join(tree, 'pipe')]);
  writeFileSync(join(tree, 'unreadable'), 'needle');
  chmodSync(join(tree, 'unreadable'), 0);
});
afterAll(() => world.close());

async function search(input: object): Promise<{ matches: [string, number, string][]; truncated: boolean }> {
  const result = await world.call('content_search', { path: 'tree', pattern: 'needle', ...input });
  if (!result.ok) throw new Error(`${result.code}: ${result.text}`);
  const { matches, truncated } = JSON.parse(result.text);
  const cut = (path: string) => path.slice(world.workspace.length + 'tree/'.length + 1);
  return {
    matches: matches.map((one: { path: string; line: number; text: string }) => [cut(one.path), one.line, one.text]),
    truncated,
  };
}

async function glob(input: object): Promise<{ paths: string[]; truncated: boolean }> {
  const result = await world.call('glob_search', { path: 'tree', ...input });
  if (!result.ok) throw new Error(`${result.code}: ${result.text}`);
  const { paths, truncated } = JSON.parse(result.text);
  return { paths: paths.map((path: string) => path.slice(world.workspace.length + 'tree/'.length + 1)), truncated };
}

/** Root may read everything: whether the file without permissions is found depends on who runs the tests. */
const without = <T>(list: T[], name: string) => list.filter((one) => !JSON.stringify(one).includes(name));

describe('content_search', () => {
  test('lines in the order of path, then line; nothing binary, denied, linked twice or unreadable', async () => {
    const { matches, truncated } = await search({});
    expect(without(matches, 'unreadable').map(([path, line]) => [path, line])).toEqual([
      ['a-b.txt', 1],
      ['a/.hidden', 1],
      ['a/x.txt', 2],
      ['a/x.txt', 3],
      ['b/c/deep.ts', 2],
      ['late-nul', 1],
      ['latin', 1],
      ['wide', 1],
    ]);
    expect(truncated).toBe(false);
    expect(matches.find(([path, line]) => path === 'a/x.txt' && line === 2)?.[2]).toBe('the needle two');
    expect(matches.find(([path]) => path === 'latin')?.[2]).toBe('needle\uFFFD');
  });
  test('a long line is shown as a window that holds the hit', async () => {
    const { matches } = await search({ path: 'tree/wide' });
    expect(matches[0]?.[2]).toContain('needle');
    expect(matches[0]?.[2]?.length).toBeLessThanOrEqual(2_000);
    const regex = await search({ path: 'tree/wide', regex: true });
    expect(regex.matches[0]?.[2]).toContain('needle');
    expect(regex.matches[0]?.[2]?.length).toBeLessThanOrEqual(2_000);
  });
  test('the cap keeps the first results in order', async () => {
    const all = await search({});
    for (const max_results of [1, 3]) {
      const some = await search({ max_results });
      expect(some.matches).toEqual(all.matches.slice(0, max_results));
      expect(some.truncated).toBe(true);
    }
    expect((await search({ max_results: -5 })).matches.length).toBe(1);
  });
  test('literal text is no regular expression, and case counts', async () => {
    expect((await search({ pattern: 'n..dle' })).matches).toEqual([]);
    expect((await search({ pattern: 'Needle' })).matches.map(([path]) => path)).toEqual(['b/c/deep.ts']);
  });
  test('a regular expression works line by line, old and new syntax', async () => {
    expect(
      (await search({ pattern: '^needle\\s', regex: true, path: 'tree/a' })).matches.map((one) => one.slice(0, 2)),
    ).toEqual([
      ['a/.hidden', 1],
      ['a/x.txt', 3],
    ]);
    expect((await search({ pattern: 'two$', regex: true })).matches.map(([path]) => path)).toEqual(['a/x.txt']);
    expect((await search({ pattern: '\\p{Lu}eedle', regex: true })).matches.length).toBe(1);
    expect((await search({ pattern: '\\-|needle\\_', regex: true })).matches).toEqual([]);
  });
  test('a bad expression, a pattern that hangs, a stop; the next search works', async () => {
    const bad = { path: 'tree', pattern: '(', regex: true };
    expect(await world.call('content_search', bad)).toMatchObject({ ok: false, code: 'invalid_regex' });
    writeFileSync(join(world.workspace, 'hang.txt'), `${'a'.repeat(40)}!\n`);
    const hang = { path: 'hang.txt', pattern: '^(a+)+$', regex: true };
    expect(await world.call('content_search', { ...hang, timeout_ms: 300 })).toMatchObject({
      ok: false,
      code: 'timeout',
    });
    const stop = new AbortController();
    const stopped = world.call('content_search', hang, { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    expect(await stopped).toMatchObject({ ok: false, code: 'stopped', outcome: 'stopped' });
    expect((await search({ max_results: 1 })).matches.length).toBe(1);
  });
  test('two searches at once do not meet', async () => {
    const [one, two] = await Promise.all([search({}), search({ pattern: 'Needle' })]);
    expect(one.matches.length).toBeGreaterThan(5);
    expect(two.matches.length).toBe(1);
  });
  test('a file larger than a block is searched whole, with right line numbers', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const content = `${line.repeat(30_000)}last needle`;
    const longLine = `${'y'.repeat((1 << 20) - 3)}needle${'y'.repeat(1 << 20)}\nneedle`;
    writeFileSync(join(world.workspace, 'large.txt'), content);
    writeFileSync(join(world.workspace, 'long-line.txt'), longLine);
    const inFile = async (path: string, regex: boolean) =>
      JSON.parse((await world.call('content_search', { pattern: 'needle', path, regex })).text).matches;
    for (const regex of [false, true])
      expect(await inFile('large.txt', regex)).toMatchObject([{ line: 30_001, text: 'last needle' }]);
    const lines = await inFile('long-line.txt', false);
    expect(lines.map((one: { line: number }) => one.line)).toEqual([1, 2]);
  });
  test('a missing path, a pipe, a pattern of two lines', async () => {
    const call = (input: object) => world.call('content_search', { pattern: 'x', ...input });
    expect(await call({ path: 'nowhere' })).toMatchObject({ ok: false, code: 'not_found' });
    expect(await call({ path: 'tree/pipe' })).toMatchObject({ ok: false, code: 'not_a_file' });
    expect(await call({ pattern: 'a\nb' })).toMatchObject({ ok: false, code: 'invalid_pattern' });
    expect(await call({ pattern: '' })).toMatchObject({ ok: false, code: 'invalid_pattern' });
  });
});

describe('glob_search', () => {
  test('names of every depth, dot files included, nothing denied', async () => {
    const { paths } = await glob({ pattern: '**/*.txt' });
    expect(paths).toEqual(['a-b.txt', 'a/x.txt']);
    expect((await glob({ pattern: '**' })).paths).not.toContain('link-outside');
    expect((await glob({ pattern: '**' })).paths).not.toContain('link-secret');
    expect((await glob({ pattern: 'a/.h*' })).paths).toEqual(['a/.hidden']);
  });
  test('one level, folders and links included', async () => {
    expect((await glob({ pattern: '*' })).paths).toEqual([
      ...['a-b.txt', 'a', 'b', 'bin', 'late-nul', 'latin', 'unreadable', 'wide'],
    ]);
    expect((await glob({ pattern: 'a/link-*' })).paths).toEqual(['a/link-up', 'a/link-x']);
  });
  test.each([
    ['a/?.txt', ['a/x.txt']],
    ['{a,b}/**/*.{ts,txt}', ['a/x.txt', 'b/c/deep.ts']],
    ['[ab]-*.txt', ['a-b.txt']],
    ['[!a]*/c/*', ['b/c/deep.ts']],
    ['a/(1) *', ['a/(1) report [x].md']],
    ['b/c/deep.ts', ['b/c/deep.ts']],
    ['../tree/a/x.*', ['a/x.txt']],
    ['!(a)', []],
    ['nothing*', []],
  ])('%s', async (pattern, expected) => {
    expect((await glob({ pattern })).paths).toEqual(expected);
  });
  test('an absolute pattern and one that goes up are judged like any path', async () => {
    const call = (pattern: string) => world.call('glob_search', { pattern, path: 'tree' });
    expect(await call(`${world.workspace}/tree/a/*.txt`)).toMatchObject({ ok: true });
    expect(await call(`${world.outside}/*`)).toMatchObject({ ok: false, code: 'outside_root' });
    expect(await call('../../../../outside/*')).toMatchObject({ ok: false, code: 'outside_root' });
    expect(await call('/etc/pass*')).toMatchObject({ ok: false, code: 'protected_path' });
    expect(await call('~/.ssh/*')).toMatchObject({ ok: false, code: 'protected_path' });
    expect(await call('*/../../x')).toMatchObject({ ok: false, code: 'invalid_pattern' });
  });
  test.each(['', '[a', '{a', 'a}', '{a,[b}', 'x\0'])('%j is no pattern', async (pattern) => {
    expect(await world.call('glob_search', { pattern })).toMatchObject({ ok: false, code: 'invalid_pattern' });
  });
  test('the cap, a missing root and a file as root', async () => {
    expect(await glob({ pattern: '**', max_results: 2 })).toMatchObject({ truncated: true });
    expect(await world.call('glob_search', { pattern: '*', path: 'nowhere' })).toMatchObject({ code: 'not_found' });
    expect(await world.call('glob_search', { pattern: '*', path: 'tree/bin' })).toMatchObject({
      code: 'not_a_directory',
    });
  });
  test('a folder linked from inside the roots but outside the tree is entered once', async () => {
    mkdirSync(join(world.workspace, 'elsewhere/deep'), { recursive: true });
    mkdirSync(join(world.workspace, 'linking'));
    writeFileSync(join(world.workspace, 'elsewhere/deep/z.txt'), 'needle');
    symlinkSync('../elsewhere', join(world.workspace, 'linking/one'));
    symlinkSync('../elsewhere', join(world.workspace, 'linking/two'));
    symlinkSync('..', join(world.workspace, 'elsewhere/deep/up'));
    const result = await world.call('glob_search', { pattern: '**/z.txt', path: 'linking' });
    expect(JSON.parse(result.text).paths).toEqual([join(world.workspace, 'linking/one/deep/z.txt')]);
  });
});

describe('searches at the same time', () => {
  const rules = async () => (await world.reach.sandbox.view(OWNER, 'test')).rules;
  const globJob = async (pattern: string): Promise<GlobJob> => ({
    ...{ kind: 'glob', root: join(world.workspace, 'tree'), pattern, maxResults: 50, rules: await rules() },
  });
  const hangJob = async (): Promise<ContentJob> => ({
    ...{ kind: 'content', root: join(world.workspace, 'hang.txt'), single: true, regex: true, pattern: '^(a+)+$' },
    ...{ maxResults: 1, share: { index: 0, count: 1 }, rules: await rules() },
  });
  const patience = () => ({ timeoutMs: 20_000, signal: new AbortController().signal });
  let started = 0;
  const count = () => {
    started += 1;
  };

  test('share a few threads, which stay for the next', async () => {
    process.on('worker', count);
    const pool = createSearchPool({ clock: realClock });
    const job = await globJob('a/x.*');
    const round = () => Promise.all(Array.from({ length: 60 }, () => pool.run([job], patience())));
    started = 0;
    for (const ending of await round())
      expect(ending).toMatchObject({ kind: 'done', answers: [{ paths: [join(world.workspace, 'tree/a/x.txt')] }] });
    const first = started;
    expect(first).toBeLessThanOrEqual(2 * pool.size);
    await round();
    for (let n = 0; n < 5; n += 1) await pool.run([job], patience());
    expect(started).toBe(first);
    process.off('worker', count);
    await pool.close();
  });
  test('whoever waits behind searches that hang is stopped, runs late, or has its turn when they end', async () => {
    writeFileSync(join(world.workspace, 'hang.txt'), `${'a'.repeat(40)}!\n`);
    const pool = createSearchPool({ clock: realClock });
    const stop = new AbortController();
    const hang = await hangJob();
    const hanging = Array.from({ length: 2 * pool.size }, () =>
      pool.run([hang], { timeoutMs: 20_000, signal: stop.signal }),
    );
    const job = await globJob('a/x.*');
    const impatient = new AbortController();
    const stopped = pool.run([job], { timeoutMs: 20_000, signal: impatient.signal });
    const waiting = pool.run([job], patience());
    expect(await pool.run([job], { timeoutMs: 50, signal: new AbortController().signal })).toEqual({ kind: 'timeout' });
    impatient.abort();
    expect(await stopped).toEqual({ kind: 'stopped' });
    stop.abort();
    expect(await waiting).toMatchObject({ kind: 'done' });
    for (const one of hanging) expect(await one).toEqual({ kind: 'stopped' });
    await pool.close();
    expect(await pool.run([job], patience())).toEqual({ kind: 'stopped' });
  });
});

test('a search judges every path exactly as a single check does', async () => {
  world.sandbox.mode = 'open';
  const secret = [
    '.ssh/id',
    '.claude/.credentials.json',
    '.claude/settings.json',
    '.fermix/fermix.db-wal',
    '.fermix/config.toml.bak',
    '.fermix/notes',
  ];
  for (const name of secret) {
    mkdirSync(dirname(join(world.osHome, name)), { recursive: true });
    writeFileSync(join(world.osHome, name), 'x');
  }
  const { rules } = await world.reach.sandbox.view(OWNER, 'test');
  const seen: string[] = [];
  const denied = walk(world.osHome, { rules, visit: (entry) => seen.push(entry.real) > 0 });
  for (const path of seen) expect(judge(path, rules), path).toBeNull();
  for (const { path, code } of denied) expect(judge(path, rules), path).toBe(code);
  const all = execFileSync('find', [world.osHome, '-mindepth', '1', '(', '-type', 'f', '-o', '-type', 'd', ')'], {
    encoding: 'utf8',
  });
  const allowed = all
    .trim()
    .split('\n')
    .filter((path) => judge(path, rules) === null);
  expect([...new Set(seen)].filter((path) => path.startsWith(world.osHome)).sort()).toEqual(allowed.sort());
  world.sandbox.mode = 'standard';
});
