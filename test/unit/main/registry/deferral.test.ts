import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Capability } from '../../../../main/registry/capability.ts';
import { deferSchemas } from '../../../../main/registry/deferral/defer-schemas.ts';
import { firstSentence, listingBudget, listTools } from '../../../../main/registry/deferral/listing.ts';
import { DEFERRAL_DEFAULTS, type DeferralSettings } from '../../../../main/registry/deferral/settings.ts';
import { readInner, unwrapCall } from '../../../../main/registry/deferral/unwrap-call.ts';
import { bindTool, defineTool } from '../../../../main/registry/define-tool.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import { createRegistry } from '../../../../main/registry/registry.ts';
import { toolCall } from '../../../../main/tools/meta/tool-call.ts';
import { toolDescribe } from '../../../../main/tools/meta/tool-describe.ts';
import { toolSearch } from '../../../../main/tools/meta/tool-search.ts';

const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: 'c',
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};
const GUEST: Caller = { ...OWNER, trust: 'guest', approvalPort: false };

function attached(name: string, group: string, policy: Capability['policy'] = 'external_api'): Capability {
  const tool = defineTool<null>()({
    name,
    category: 'web',
    policy,
    ownerOnly: false,
    description: `Does ${name.replaceAll('_', ' ')}. More words that nobody lists.`,
    input: z.object({ text: z.string().describe('What.') }),
    title: () => name,
    run: async ({ text }) => ({ ok: true, text: `${name}: ${text}` }),
  });
  return { ...bindTool(tool, null), source: 'mcp', group };
}

function world(names: [string, string, Capability['policy']?][], settings: Partial<DeferralSettings> = {}) {
  const registry = createRegistry();
  const deferral = { ...DEFERRAL_DEFAULTS, ...settings };
  const reach = { registry, deferral: () => deferral };
  for (const one of [bindTool(toolSearch, reach), bindTool(toolDescribe, reach), bindTool(toolCall, reach)])
    registry.register(one);
  registry.register({ ...attached('file_read', ''), source: 'builtin', group: '' });
  for (const [name, group, policy] of names) registry.register(attached(name, group, policy));
  const surfaceFor = (caller: Caller) => deferSchemas(registry.snapshot(caller), deferral, 200_000);
  async function call(name: string, input: unknown, caller = OWNER) {
    const prepared = registry.snapshot(caller).find(name)?.prepare(input);
    if (!prepared?.ok) return prepared;
    const signal = new AbortController().signal;
    return prepared.run({ caller, turnId: 't', callId: 'c', signal, report: () => undefined });
  }
  return { registry, surfaceFor, call };
}

const names = (list: readonly Capability[]) => list.map(({ name }) => name);
const SOME: [string, string][] = [
  ['mcp_git_create_issue', 'git'],
  ['mcp_mail_send', 'mail'],
];

describe('what is advertised', () => {
  test('attached tools give way to the three bridges, the rest stays', () => {
    const { surface, report } = world(SOME).surfaceFor(OWNER);
    expect(names(surface.advertised)).toEqual(['file_read', 'tool_call', 'tool_describe', 'tool_search']);
    expect(report).toMatchObject({ deferred: 2, form: 'full', budget: 4000 });
    const search = surface.advertised.find(({ name }) => name === 'tool_search');
    expect(search?.description).toContain('mcp_git_create_issue: Does mcp git create issue.');
    expect(search?.available()).toBeNull();
  });

  test('they stay callable by their own names', () => {
    const { surface } = world(SOME).surfaceFor(OWNER);
    expect(surface.find('mcp_mail_send')?.name).toBe('mcp_mail_send');
    expect(surface.authorize('mcp_mail_send')).toBeNull();
  });

  test('with nothing attached there are no bridges', () => {
    const { surface, report } = world([]).surfaceFor(OWNER);
    expect([names(surface.advertised), report]).toEqual([['file_read'], null]);
  });

  test('switched off, everything is as if the feature did not exist', () => {
    const { surface } = world(SOME, { enabled: false }).surfaceFor(OWNER);
    expect(names(surface.advertised)).toEqual(['file_read', 'mcp_git_create_issue', 'mcp_mail_send']);
  });

  test('a run confined to named tools defers nothing', () => {
    const { surface } = world(SOME).surfaceFor({ ...OWNER, allowedTools: ['mcp_mail_send'] });
    expect(names(surface.advertised)).toEqual(['mcp_mail_send']);
  });

  test('a built-in is deferred only when the owner named it', () => {
    const { surface } = world(SOME, { defer: ['file_read'] }).surfaceFor(OWNER);
    expect(names(surface.advertised)).toEqual(['tool_call', 'tool_describe', 'tool_search']);
  });

  test('the same set in another order gives the same bytes', () => {
    const one = world(SOME)
      .surfaceFor(OWNER)
      .surface.advertised.map(({ description }) => description);
    const other = world([...SOME].reverse())
      .surfaceFor(OWNER)
      .surface.advertised.map(({ description }) => description);
    expect(other).toEqual(one);
  });
});

describe('who finds what', () => {
  const mixed = () => world([...SOME, ['mcp_mail_list', 'mail', 'read_only']]);

  test('a guest searches, reads and is told of nothing beyond its ceiling', async () => {
    const { call, surfaceFor } = mixed();
    const found = await call('tool_search', { query: 'mail' }, GUEST);
    expect(found).toMatchObject({ ok: true, text: expect.stringContaining('mcp_mail_list') });
    expect(JSON.stringify(found)).not.toContain('mcp_mail_send');
    expect(JSON.stringify(surfaceFor(GUEST).surface.advertised.map((one) => one.description))).not.toContain(
      'mail_send',
    );
    const closed = await call('tool_describe', { name: 'mcp_mail_send' }, GUEST);
    const absent = await call('tool_describe', { name: 'mcp_mail_nowhere' }, GUEST);
    expect(closed).toMatchObject({ ok: false, code: 'unknown_capability' });
    expect(JSON.stringify(closed)).toBe(JSON.stringify(absent).replace('nowhere', 'send'));
  });

  test('a search answers with source, required fields and the count; nothing found says where to look', async () => {
    const { call } = mixed();
    const found = await call('tool_search', { query: 'create an issue' });
    expect(JSON.parse(found?.ok ? (found as { text: string }).text : '{}')).toMatchObject({
      total_available: 3,
      matches: [{ name: 'mcp_git_create_issue', source: 'git', required: ['text'] }],
    });
    const nothing = await call('tool_search', { query: 'zzz' });
    expect(JSON.parse((nothing as { text: string }).text)).toMatchObject({
      matches: [],
      available_sources: [
        { name: 'git', tool_count: 1 },
        { name: 'mail', tool_count: 2 },
      ],
    });
  });

  test('several questions, odd limits and none at all', async () => {
    const { call } = mixed();
    const many = await call('tool_search', { query: ['issue', 'mail'], limit: 1 });
    expect(JSON.parse((many as { text: string }).text).results).toHaveLength(2);
    for (const limit of [0, -5, 1e9, 1.5])
      expect(await call('tool_search', { query: 'mail', limit })).toMatchObject({ ok: true });
    for (const query of ['', '   ', ['', ' ']])
      expect(await call('tool_search', { query })).toMatchObject({ ok: false, code: 'missing_query' });
  });

  test('several schemas at once, and a tool that is not deferred', async () => {
    const { call } = mixed();
    const read = await call('tool_describe', { name: ['mcp_mail_send', 'file_read', 'nothing'] });
    expect(JSON.parse((read as { text: string }).text)).toMatchObject({
      tools: [{ name: 'mcp_mail_send', parameters: { required: ['text'] } }, { name: 'file_read' }],
      not_found: ['nothing'],
    });
  });
});

describe('taking the real call out', () => {
  const unwrap = (input: Parameters<typeof readInner>[0]) =>
    unwrapCall({ id: 'c1', name: 'tool_call', arguments: input });

  test.each([
    [{ text: 'a' }, { text: 'a' }],
    ['{"text":"a"}', { text: 'a' }],
    ['', {}],
    ['  ', {}],
    [null, {}],
  ])('arguments %j', (given, expected) => {
    expect(unwrap({ name: ' mcp_mail_send ', arguments: given })).toEqual({
      id: 'c1',
      name: 'mcp_mail_send',
      arguments: expected,
    });
  });

  test('absent arguments are none', () => {
    expect(unwrap({ name: 'x' })).toMatchObject({ name: 'x', arguments: {} });
  });

  test.each([
    [{ name: '', arguments: {} }, 'invalid_arguments'],
    [{ arguments: {} }, 'invalid_arguments'],
    [{ name: 'x', arguments: '{"text":' }, 'invalid_arguments'],
    [{ name: 'x', arguments: [1] }, 'invalid_arguments'],
    [{ name: 'tool_call', arguments: { name: 'x' } }, 'recursive_bridge_call'],
    [{ name: 'tool_search', arguments: {} }, 'recursive_bridge_call'],
  ])('%j stays and is answered %s', async (input, code) => {
    expect(unwrap(input).name).toBe('tool_call');
    expect(readInner(input)).toMatchObject({ ok: false, code });
  });

  test('other calls are left alone', () => {
    const call = { id: 'c', name: 'shell', arguments: { command: 'ls' } };
    expect(unwrapCall(call)).toBe(call);
  });
});

describe('the listing', () => {
  const tools = (group: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      name: `${group}_tool_${n}`,
      group,
      description: 'Does a thing, e.g. this. Not that.',
    }));

  test.each([
    [8_000, 400],
    [16_000, 800],
    [64_000, 3_200],
    [80_000, 4_000],
    [1_000_000, 4_000],
    [null, 4_000],
  ])('a window of %s gives %i tokens', (context, budget) => {
    expect(listingBudget(context, 5, 4_000)).toBe(budget);
  });

  test('it says less and less until it fits, largest group first', () => {
    const all = [...tools('huge', 300), ...tools('tiny', 2)];
    const forms = [20_000, 3_000, 1_000, 15, 3].map((budget) => listTools(all, budget).form);
    expect(forms).toEqual(['full', 'names', 'mixed', 'groups', 'none']);
    const mixed = listTools(all, 1_000).text;
    expect(mixed).toContain('huge (300): use tool_search');
    expect(mixed).toContain('tiny_tool_1');
  });

  test('it never takes more than its budget, whatever the tools', () => {
    for (const count of [1, 58, 155, 500])
      for (const budget of [200, 400, 4_000])
        expect(listTools([...tools('a', count), ...tools('ü', count)], budget).tokens).toBeLessThanOrEqual(budget);
  });

  test.each([
    ['Reads it. Then more.', 'Reads it.'],
    ['Reads, e.g. this one. More.', 'Reads, e.g. this one.'],
    ['Two\n  lines here', 'Two lines here'],
    ['获取信息。更多', '获取信息。'],
    ['', ''],
  ])('the first sentence of %j', (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });

  test('a long sentence is cut at a word', () => {
    const cut = firstSentence('word '.repeat(40));
    expect([...cut].length).toBeLessThanOrEqual(60);
    expect(cut.endsWith('word…')).toBe(true);
  });
});
