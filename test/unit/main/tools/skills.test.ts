import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentPorts } from '../../../../main/agent/agent-ports.ts';
import { createWorkers } from '../../../../main/agent/subagents/workers.ts';
import { bindTool } from '../../../../main/registry/define-tool.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import type { Skills } from '../../../../main/skills/ports.ts';
import { skillCreate } from '../../../../main/tools/skills/skill-create.ts';
import { skillList } from '../../../../main/tools/skills/skill-list.ts';
import { skillReload } from '../../../../main/tools/skills/skill-reload.ts';
import { skillRun } from '../../../../main/tools/skills/skill-run.ts';
import { skillView } from '../../../../main/tools/skills/skill-view.ts';
import type { JsonObject } from '../../../../protocol/json.ts';
import { call, createWorld, OWNER, type Script, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { type SkillFolders, skillFolders, skillText } from '../../../support/skill-folders.ts';

let folders: SkillFolders;
beforeEach(() => {
  folders = skillFolders();
});
afterEach(() => folders.close());

const done = () => ({ ok: true as const, text: 'seen' });

/** An agent with the five tools; its workers follow `worker`. */
async function open(worker: Script = () => ({ text: 'skill answer' })) {
  const skills: Skills = folders.open(['shell', 'reader', 'writer', 'web']);
  await skills.ready();
  const client = scriptedClient(worker);
  const promptFacts: AgentPorts['promptFacts'] = () => ({
    platform: 'Linux',
    sandbox: 'standard',
    workingDirectory: '/',
    timeZone: 'UTC',
    skills: skills.snapshot().skills.map((one) => ({ ...one, isForeign: one.trust !== 'operator' })),
  });
  const world = createWorld(client, { promptFacts });
  const { registry } = world.ports;
  const reach = { skills, workers: createWorkers(world.ports), registry };
  for (const tool of [
    bindTool(skillCreate, reach),
    bindTool(skillList, reach),
    bindTool(skillReload, reach),
    bindTool(skillRun, reach),
    bindTool(skillView, reach),
    testTool('reader', done),
    testTool('writer', done, { policy: 'read_write' }),
    testTool('web', done, { policy: 'network' }),
    testTool('private', done, { ownerOnly: true }),
  ])
    registry.register(tool);
  const use = async (name: string, input: JsonObject, caller: Caller = OWNER) => {
    const surface = registry.snapshot(caller);
    const gate = surface.authorize(name);
    if (gate) return { ok: false as const, code: gate.code, text: gate.text };
    const prepared = surface.find(name)?.prepare(input);
    if (!prepared?.ok) return { ok: false as const, code: prepared?.code ?? 'none', text: prepared?.text ?? '' };
    const signal = new AbortController().signal;
    return await prepared.run({ caller, turnId: 't', callId: 'c', signal, report: () => undefined });
  };
  return { ...world, skills, client, use };
}

test('a skill is listed, read, run by a worker with its instructions and tools, and counted', async () => {
  folders.write(
    'local',
    'one',
    skillText('one', 'allowed_tools: [reader, writer]\nmax_iterations: 3\n', 'Do the dance.'),
  );
  const { use, client } = await open();
  expect(JSON.parse((await use('skill_list', {})).text)).toEqual({
    skills: [{ name: 'one', description: 'About one', root: 'local', trust: 'operator' }],
  });
  const view = await use('skill_view', { name: 'one' });
  expect(view.text).toMatch(/"allowed_tools": \[\s*"reader"[\s\S]*Do the dance\./);
  const run = await use('skill_run', { name: 'one', task: 'dance now', context: 'in the rain' });
  expect(run).toMatchObject({ ok: true, text: 'skill answer', external: false, workers: [{ status: 'completed' }] });
  const [request] = client.requests;
  expect(request?.system[0]).toContain('Do the dance.');
  expect(request?.messages).toMatchObject([{ role: 'user', text: 'dance now\n\nContext:\nin the rain' }]);
  // A worker has no class that writes, whatever the skill names.
  expect(request?.tools.map((one) => one.name)).toEqual(['reader']);
  expect(folders.usage).toMatchObject([{ skill: 'one', origin: 'local' }]);
});

test('a plugin’s skill is confined to reading, also for the owner, and what it says is data', async () => {
  folders.write('plugin', 'foreign');
  const { use, client } = await open();
  const run = await use('skill_run', { name: 'foreign', task: 'go' });
  expect(run).toMatchObject({ ok: true, external: true });
  const names = client.requests[0]?.tools.map((one) => one.name);
  expect(names).toContain('reader');
  for (const closed of ['web', 'private', 'writer', 'skill_run', 'skill_list']) expect(names).not.toContain(closed);
  expect(await use('skill_view', { name: 'foreign' })).toMatchObject({ external: true });
  expect(await use('skill_list', {})).toMatchObject({ external: true });
});

test('policy narrows, an empty list means no tools, and a list of which nothing is open is an error that names it', async () => {
  folders.write('local', 'narrow', skillText('narrow', 'policy: [network]\n'));
  folders.write('local', 'bare', skillText('bare', 'allowed_tools: []\n'));
  folders.write('local', 'needy', skillText('needy', 'allowed_tools: [writer, nowhere]\n'));
  const { use, client } = await open();
  await use('skill_run', { name: 'narrow', task: 'x' });
  await use('skill_run', { name: 'bare', task: 'x' });
  expect(client.requests.map((one) => one.tools.map((tool) => tool.name))).toEqual([['web'], []]);
  const needy = await use('skill_run', { name: 'needy', task: 'x' });
  expect(needy).toMatchObject({ ok: false, code: 'missing_tools', text: expect.stringContaining('writer, nowhere') });
  expect(client.requests).toHaveLength(2);
});

test('a confined caller cannot regain a tool through a skill', async () => {
  folders.write('local', 'one', skillText('one', 'allowed_tools: [reader, web]\n'));
  const { use, client } = await open();
  const caller: Caller = { ...OWNER, scheduled: true, origin: 'unattended', allowedTools: ['skill_run', 'reader'] };
  await use('skill_run', { name: 'one', task: 'x' }, caller);
  expect(client.requests[0]?.tools.map((tool) => tool.name)).toEqual(['reader']);
});

test('skills inside skills end four deep, and a removed skill fails before any model call', async () => {
  folders.write('local', 'again', skillText('again'));
  const { use, client } = await open((request, count) =>
    request.messages.length === 1
      ? { toolCalls: [call('skill_run', { name: 'again', task: `level ${count}` }, `c${count}`)] }
      : { text: request.messages.at(-1)?.text ?? '' },
  );
  const end = await use('skill_run', { name: 'again', task: 'start' });
  expect(end.text).toContain('recursion_limit');
  expect(client.requests.filter((request) => request.messages.length === 1)).toHaveLength(4);
  const before = client.requests.length;
  expect(await use('skill_run', { name: 'gone', task: 'x' })).toMatchObject({ code: 'unknown_skill' });
  expect(client.requests).toHaveLength(before);
});

test.each([
  ['guest', { trust: 'guest' }, ['skill_create', 'skill_list', 'skill_reload', 'skill_run', 'skill_view']],
  ['subagent', { depth: 1, replyPort: false }, ['skill_create', 'skill_reload']],
  ['scheduled run', { scheduled: true, origin: 'unattended' }, []],
] as const)('%s: closed tools answer like unknown ones and are not in the prompt', async (_name, change, closed) => {
  folders.write('local', 'one');
  const { use, ports } = await open();
  const caller: Caller = { ...OWNER, ...change };
  for (const name of closed)
    expect(await use(name, { name: 'one' }, caller)).toMatchObject({ code: 'unknown_capability' });
  const names = ports.registry.snapshot(caller).advertised.map((one) => one.name);
  for (const name of closed) expect(names).not.toContain(name);
});

test('the prompt names the skills where they can be used, a plugin’s with its maker’s words marked, and a reload is seen by the next turn', async () => {
  folders.write('local', 'one');
  folders.write('plugin', 'foreign');
  const world = await open(() => ({ text: 'ok' }));
  await world.ask('hello');
  expect(world.client.requests[0]?.system[1]).toMatch(/foreign, by its maker's words[\s\S]*- one: About one/);
  folders.write('local', 'fresh');
  await world.use('skill_reload', {});
  await world.ask('hello');
  expect(world.client.requests[1]?.system[1]).toContain('- fresh: About fresh');
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'g', text: 'hi', images: [], files: [] };
  await world.conversations.finished(await world.conversations.send(input, { ...OWNER, trust: 'guest' }));
  expect(world.client.requests[2]?.system.join()).not.toContain('About one');
});

test.each([
  ['skill_view', {}, 'invalid_arguments'],
  ['skill_view', { name: 'one', file: 7 }, 'invalid_arguments'],
  ['skill_view', { name: 'one', file: '../../config' }, 'invalid_reference'],
  ['skill_view', { name: '../one' }, 'unknown_skill'],
  ['skill_run', { name: 'one' }, 'invalid_arguments'],
  ['skill_run', { name: 'one', task: ' ' }, 'invalid_arguments'],
  ['skill_run', { name: 'one', task: 'x', tools: ['shell'] }, 'invalid_arguments'],
  ['skill_create', { name: 'x' }, 'invalid_arguments'],
  ['skill_create', { name: '../x', description: 'y' }, 'invalid_name'],
  ['skill_create', { name: 'one', description: 'y' }, 'already_exists'],
  ['skill_list', { all: true }, 'invalid_arguments'],
  ['skill_reload', { all: true }, 'invalid_arguments'],
])('%s %j is refused with %s', async (name, input, code) => {
  folders.write('local', 'one');
  const { use } = await open();
  expect(await use(name, input as JsonObject)).toMatchObject({ ok: false, code });
});
