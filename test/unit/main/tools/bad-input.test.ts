import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../protocol/json.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

/** A call of every tool that works, again and again. */
const VALID: Record<string, JsonObject> = {
  shell: { command: 'echo hello', working_dir: '.', timeout_ms: 20_000 },
  request_directory_access: { path: '.', reason: 'the task' },
  file_read: { path: 'notes.txt', offset: 1, limit: 10 },
  file_write: { path: 'notes.txt', content: 'one\ntwo\n', mkdir: true },
  file_edit: { path: 'notes.txt', old_string: 'one', new_string: 'one' },
  glob_search: { pattern: '*.txt', path: '.', max_results: 10 },
  content_search: { pattern: 'two', path: '.', regex: false, max_results: 10, timeout_ms: 20_000 },
  git_read: { repo: 'repo', command: 'status', args: ['--short'] },
  git_write: { repo: 'repo', command: 'add', args: ['file'] },
  model_routing_config: { action: 'set', key: 'subagent_model', value: 'some-model' },
  tool_help: { name: 'shell' },
  memory_store: { key: 'tea', value: 'green' },
  memory_recall: { search: 'green', scope: 'all', source: 'all', limit: 5 },
  memory_sources_list: { status: 'active', source_type: 'scheduled_job' },
  tool_search: { query: 'shell' },
  tool_describe: { name: 'shell' },
};

/** The answer to one bad value of one field; `clamped` values are no error. */
const EXPECTED: Record<string, Record<string, string>> = {
  'shell.command': { nul: 'invalid_command', surrogate: 'invalid_command', huge: 'invalid_command' },
  'shell.working_dir': { nul: 'invalid_working_dir', surrogate: 'invalid_working_dir', huge: 'invalid_working_dir' },
  'shell.timeout_ms': { huge: 'invalid_arguments' },
  'request_directory_access.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'request_directory_access.reason': {
    nul: 'invalid_arguments',
    surrogate: 'invalid_arguments',
    huge: 'invalid_arguments',
  },
  'file_read.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'file_read.offset': { huge: 'invalid_range' },
  'file_read.limit': { huge: 'invalid_range' },
  'file_write.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'file_write.content': { nul: 'invalid_content', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'file_edit.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'file_edit.old_string': { nul: 'invalid_content', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'file_edit.new_string': { nul: 'invalid_content', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'glob_search.pattern': { nul: 'invalid_pattern', surrogate: 'invalid_pattern', huge: 'invalid_pattern' },
  'glob_search.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'glob_search.max_results': { huge: 'clamped' },
  'content_search.pattern': { nul: 'invalid_pattern', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'content_search.path': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'content_search.max_results': { huge: 'clamped' },
  'content_search.timeout_ms': { huge: 'clamped' },
  'git_read.repo': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'git_read.command': { nul: 'unknown_command', surrogate: 'unknown_command', huge: 'unknown_command' },
  'git_read.args': { nul: 'invalid_arguments', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'git_write.repo': { nul: 'invalid_path', surrogate: 'invalid_path', huge: 'invalid_path' },
  'git_write.command': { nul: 'unknown_command', surrogate: 'unknown_command', huge: 'unknown_command' },
  'git_write.args': { nul: 'invalid_arguments', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'memory_store.key': { nul: 'invalid_key', surrogate: 'invalid_key', huge: 'invalid_key' },
  'memory_store.value': { nul: 'invalid_value', surrogate: 'invalid_value', huge: 'value_too_large' },
  'memory_recall.key': {
    nul: 'conflicting_arguments',
    surrogate: 'conflicting_arguments',
    huge: 'conflicting_arguments',
  },
  'memory_recall.search': { nul: 'clamped', surrogate: 'clamped', huge: 'clamped' },
  'memory_recall.scope': { nul: 'invalid_arguments', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'memory_recall.source': { nul: 'invalid_arguments', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'memory_recall.limit': { huge: 'invalid_arguments' },
  'memory_sources_list.status': { nul: 'invalid_arguments', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'memory_sources_list.source_type': {
    nul: 'invalid_arguments',
    surrogate: 'invalid_arguments',
    huge: 'invalid_arguments',
  },
  'tool_search.query': { nul: 'clamped', surrogate: 'clamped', huge: 'invalid_arguments' },
  'tool_search.limit': { huge: 'clamped' },
  'tool_describe.name': { nul: 'unknown_capability', surrogate: 'unknown_capability', huge: 'invalid_arguments' },
  'model_routing_config.action': {
    nul: 'invalid_action',
    surrogate: 'invalid_arguments',
    huge: 'invalid_arguments',
  },
  'model_routing_config.key': { nul: 'invalid_key', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'model_routing_config.value': { nul: 'invalid_value', surrogate: 'invalid_arguments', huge: 'invalid_arguments' },
  'tool_help.name': { nul: 'unknown_capability', surrogate: 'unknown_capability', huge: 'unknown_capability' },
};

/** Fields that hold a path, with the name of the code and what is different about the tool. */
const PATH_FIELDS = [
  { tool: 'shell', field: 'working_dir', inside: 'data' },
  { tool: 'file_read', field: 'path' },
  { tool: 'file_write', field: 'path' },
  { tool: 'file_edit', field: 'path' },
  { tool: 'glob_search', field: 'path' },
  { tool: 'content_search', field: 'path' },
  { tool: 'git_read', field: 'repo' },
  { tool: 'git_write', field: 'repo' },
];

const BAD_STRINGS = { nul: 'a\0b', surrogate: 'a\ud800b', huge: 'x'.repeat(12_000_000) };

beforeAll(() => {
  world = openToolWorld();
  const { workspace, outside, osHome, sandbox } = world;
  const blocked = join(workspace, 'blocked');
  const granted = join(world.directory, 'granted');
  for (const folder of [blocked, granted, join(osHome, '.ssh'), join(workspace, 'repo')]) mkdirSync(folder);
  sandbox.blockedRoots = [blocked];
  for (const folder of [workspace, outside, blocked, join(osHome, '.ssh')])
    writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\n');
  symlinkSync(outside, join(workspace, 'link-outside'));
  symlinkSync(join(outside, 'notes.txt'), join(workspace, 'notes-outside'));
  symlinkSync(join(osHome, '.ssh'), join(workspace, 'link-protected'));
  symlinkSync(blocked, join(workspace, 'link-blocked'));
  symlinkSync('loop-b', join(workspace, 'loop-a'));
  symlinkSync('loop-a', join(workspace, 'loop-b'));
  execFileSync('git', ['init', '-q', join(workspace, 'repo')]);
  writeFileSync(join(workspace, 'repo', 'file'), 'x\n');
  execFileSync('git', ['-C', join(workspace, 'repo'), 'add', 'file']);
});
afterAll(() => world.close());

/** The call is refused with this code, nothing on disk changed, and the next valid call works. */
async function expectRefused(tool: string, input: unknown, code: string, where: 'code' | 'data' = 'code') {
  await expectUnchanged(tool, input, code, where);
  expect(await world.call(tool, VALID[tool])).toMatchObject({ ok: true });
}

async function expectUnchanged(tool: string, input: unknown, code: string, where: 'code' | 'data' = 'code') {
  const before = world.snapshot();
  const result = await world.call(tool, input);
  const refusal = where === 'data' ? { code: 'sandbox_denied', data: { path_code: code } } : { code };
  expect(result).toMatchObject({ ok: false, ...refusal });
  expect(result.text.length).toBeGreaterThan(10);
  expect(result.text.length).toBeLessThan(2_000);
  expect(world.snapshot()).toEqual(before);
  return result;
}

/** One bad value of one field. */
async function expectBadValue(tool: string, field: string, type: unknown, kind: string, code: string) {
  const text = BAD_STRINGS[kind as keyof typeof BAD_STRINGS];
  const value = type === 'array' ? [text] : type === 'integer' || type === 'number' ? 1e300 : text;
  const input = { ...VALID[tool], [field]: value };
  if (code === 'clamped') expect(await world.call(tool, input)).toMatchObject({ ok: true });
  else await expectUnchanged(tool, input, code);
}

const schemaOf = (tool: string) => {
  const capability = world.registry.snapshot(OWNER).find(tool);
  return capability?.inputSchema(OWNER) as { properties: Record<string, JsonObject>; required?: string[] };
};

/** Tools whose bad inputs stand in their own tests. */
const ELSEWHERE = [
  'computer_use',
  'subagents',
  'tool_call',
  'skill_create',
  'skill_list',
  'skill_reload',
  'skill_run',
  'skill_view',
];

test('every registered tool is covered here or in its own tests', () => {
  const names = world.registry.all().map((one) => one.name);
  expect(names).toEqual([...Object.keys(VALID), ...ELSEWHERE].sort());
});

test('every tool states its class and tells what its refusals mean', () => {
  for (const one of world.registry.all()) {
    expect(['read_only', 'read_write', 'exec', 'external_api', 'gui_control']).toContain(one.policy);
    expect(one.help.failureModes?.length).toBeGreaterThan(0);
  }
});

describe.each(Object.keys(VALID))('%s', (tool) => {
  test('a valid call works', async () => {
    expect(await world.call(tool, VALID[tool])).toMatchObject({ ok: true });
  });
  test('an unknown field, and arguments that are no object', async () => {
    await expectRefused(tool, { ...VALID[tool], surprise: 1 }, 'invalid_arguments');
    for (const input of [null, [], 'text', 7]) await expectUnchanged(tool, input, 'invalid_arguments');
  });
  test('a missing field is named', async () => {
    for (const field of schemaOf(tool).required ?? []) {
      const { [field]: _, ...rest } = VALID[tool] ?? {};
      expect((await expectUnchanged(tool, rest, 'invalid_arguments')).text).toContain(`"${field}"`);
      expect(await world.call(tool, VALID[tool])).toMatchObject({ ok: true });
    }
  });
  test('a wrong type is named', async () => {
    for (const field of Object.keys(schemaOf(tool).properties))
      for (const value of [{}, null, [1]]) {
        const result = await expectUnchanged(tool, { ...VALID[tool], [field]: value }, 'invalid_arguments');
        expect(result.text).toContain(`"${field}`);
      }
    expect(await world.call(tool, VALID[tool])).toMatchObject({ ok: true });
  });
  test('a NUL byte, broken Unicode and a huge value in every field', async () => {
    for (const [field, schema] of Object.entries(schemaOf(tool).properties)) {
      if (schema['type'] === 'boolean') continue;
      const expected = EXPECTED[`${tool}.${field}`];
      expect(expected, `${tool}.${field}`).toBeDefined();
      for (const [kind, code] of Object.entries(expected ?? {}))
        await expectBadValue(tool, field, schema['type'], kind, code);
      expect(await world.call(tool, VALID[tool])).toMatchObject({ ok: true });
    }
  });
});

describe.each(PATH_FIELDS)('$tool denies by $field', ({ tool, field, inside }) => {
  const where = inside === 'data' ? 'data' : 'code';
  const isFile = tool.startsWith('file_');
  const cases: [string, string, () => string][] = [
    ['a path outside', 'outside_root', () => world.outside],
    ['a way out through ..', 'outside_root', () => '../../../outside'],
    ['a link that leads outside', 'outside_root', () => 'link-outside'],
    ['a protected path', 'protected_path', () => '~/.ssh'],
    ['a protected path in other letters', 'protected_path', () => '~/.SSH'],
    ['a link to a protected path', 'protected_path', () => 'link-protected'],
    ['a system folder', 'protected_path', () => '/etc'],
    ['a blocked folder inside a root', 'blocked_root', () => 'blocked'],
    ['a link to a blocked folder', 'blocked_root', () => 'link-blocked'],
    ['a loop of links', 'too_many_symlinks', () => 'loop-a'],
  ];
  test.each(cases)('%s', async (_name, code, folder) => {
    const path = isFile ? join(folder(), 'notes.txt') : folder();
    await expectRefused(tool, { ...VALID[tool], [field]: path }, code, where);
  });
  test('the denial is traced with tool, code and canonical path', async () => {
    world.log.lines.length = 0;
    await world.call(tool, { ...VALID[tool], [field]: isFile ? 'link-outside/notes.txt' : 'link-outside' });
    const path = isFile ? join(world.outside, 'notes.txt') : world.outside;
    expect(world.log.lines.filter((line) => line.event === 'sandbox_event')).toEqual([
      { event: 'sandbox_event', fields: { tool, code: 'outside_root', path, conversationId: OWNER.conversationId } },
    ]);
  });
});

test('a link to a file outside is denied to the file tools', async () => {
  for (const tool of ['file_read', 'file_write', 'file_edit', 'content_search'])
    await expectRefused(tool, { ...VALID[tool], path: 'notes-outside' }, 'outside_root');
});
