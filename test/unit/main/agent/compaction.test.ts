import { expect, test } from 'vitest';
import type { ModelClient, ModelRequest } from '../../../../main/agent/model-client.ts';
import { call, createWorld, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

const isSummary = (request: ModelRequest) => request.system[0]?.startsWith('You summarise') === true;
const textOf = (request: ModelRequest | undefined) => JSON.stringify(request?.messages);

/** Answers requests with growing counts of tokens; makes summaries. */
function growing(counts: number[], summary: (request: ModelRequest) => string = () => 'THE SUMMARY', info = {}) {
  let asked = 0;
  const summaries: ModelRequest[] = [];
  const client = scriptedClient((request) => {
    if (isSummary(request)) {
      summaries.push(request);
      return { text: summary(request), usage: { totalTokens: 7 } };
    }
    asked += 1;
    return { text: `answer ${asked}`, promptTokens: counts[asked - 1] ?? 10 };
  }, info);
  return { client, summaries, asked: () => client.requests.filter((one) => !isSummary(one)) };
}

test('a turn that came near the window is followed by a summary; the conversation itself stays whole', async () => {
  const { client, summaries, asked } = growing([10, 86_000, 10]);
  const world = createWorld(client);
  const { conversationId } = await world.ask('one');
  await world.ask('two', conversationId);
  await settle();
  expect(summaries).toHaveLength(1);
  const { entries, usage, compacting } = world.conversations.open(conversationId);
  expect(entries.map((one) => one.kind)).toEqual(['user', 'assistant', 'user', 'assistant', 'divider']);
  expect(entries.at(-1)).toMatchObject({ reason: 'compacted', summary: 'THE SUMMARY' });
  expect([usage.totalTokens, compacting]).toEqual([7, false]);

  await world.ask('three', conversationId);
  const sent = textOf(asked().at(-1));
  expect(sent).toContain('THE SUMMARY');
  expect(sent).toContain('three');
  expect(sent).not.toContain('"text":"one"');
  expect(
    asked()
      .at(-1)
      ?.messages.map((one) => one.role),
  ).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  await settle();
  expect(summaries).toHaveLength(1);
});

test('a stored count makes the summary before the next turn, with a line in the conversation', async () => {
  const { client, summaries } = growing([90_000, 10]);
  const settings = { compaction: false };
  const world = createWorld(client, {});
  const read = world.ports.settings;
  world.ports.settings = () => ({ ...read(), ...settings });
  const { conversationId } = await world.ask('one');
  expect(summaries).toHaveLength(0);
  settings.compaction = true;
  await world.ask('two', conversationId);
  expect(summaries).toHaveLength(1);
  expect(textOf(summaries[0])).not.toContain('two');
  const entries = world.conversations.open(conversationId).entries;
  expect(entries.filter((one) => one.kind === 'notice')).toMatchObject([{ code: 'compacted' }]);
  await world.ask('three', conversationId);
  expect(textOf(client.requests.at(-1))).toContain('two');
});

test('a failed summary keeps the history, is tried again after a minute, and fails no turn', async () => {
  let isBroken = true;
  const { client, summaries } = growing([90_000, 90_000, 90_000, 90_000], () => (isBroken ? ' ' : 'NOW'));
  const world = createWorld(client);
  const { conversationId, result } = await world.ask('one');
  expect(result).toBe('completed');
  await settle();
  expect(summaries).toHaveLength(1);
  expect((await world.ask('two', conversationId)).result).toBe('completed');
  await settle();
  expect(summaries).toHaveLength(1);
  expect(textOf(client.requests.at(-1))).toContain('answer 1');
  isBroken = false;
  await world.clock.advance(60_000);
  await world.ask('three', conversationId);
  expect(summaries).toHaveLength(2);
  expect(textOf(client.requests.at(-1))).toContain('NOW');
});

test('the next route makes the summary when the first cannot, and one with too small a window is left out', async () => {
  const { client } = growing([90_000], () => ' ');
  const tiny = scriptedClient(() => ({ text: 'never' }), { id: 'test/tiny', contextWindow: 4_000 });
  const second = scriptedClient(() => ({ text: 'FROM THE SECOND' }), { id: 'test/second' });
  const fallbacks = async (): Promise<ModelClient[]> => [tiny, second];
  const world = createWorld(client, { models: { current: async () => ({ ok: true, client }), fallbacks } });
  const { conversationId } = await world.ask('one');
  await settle();
  expect(world.conversations.open(conversationId).entries.at(-1)).toMatchObject({ summary: 'FROM THE SECOND' });
  expect(tiny.requests).toHaveLength(0);
});

test('a long history is summarised in parts of at most half the window, each after the other', async () => {
  const { client, summaries } = growing([], (request) => `SUMMARY ${textOf(request).length}`, {
    contextWindow: 30_000,
  });
  const world = createWorld(client);
  const { conversationId } = await world.ask('x'.repeat(15_000));
  for (let turn = 0; turn < 5; turn += 1) await world.ask(`${turn}`.repeat(15_000), conversationId);
  const end = await world.conversations.compact(conversationId);
  expect(end.ok).toBe(true);
  expect(summaries.length).toBeGreaterThan(2);
  for (const request of summaries) expect(textOf(request).length).toBeLessThan(15_000 * 3);
  expect(textOf(summaries[1])).toContain('SUMMARY ');
});

test('without a count nothing is summarised; on demand it is, once there is anything', async () => {
  const { client, summaries } = growing([]);
  const world = createWorld(client);
  const { conversationId } = world.conversations.create();
  expect(await world.conversations.compact(conversationId)).toMatchObject({ ok: false, code: 'nothing_to_compact' });
  await world.ask('one', conversationId);
  await settle();
  expect(summaries).toHaveLength(0);
  expect(await world.conversations.compact(conversationId)).toMatchObject({ ok: true });
});

test('a fresh session sends nothing of what came before, and a reused call id replaces no old card', async () => {
  const client = scriptedClient((_, count) =>
    count % 2 === 1 ? { toolCalls: [call('echo', { value: String(count) }, 'same')] } : { text: `answer ${count}` },
  );
  const world = createWorld(client);
  world.ports.registry.register(testTool('echo', (value) => ({ ok: true, text: value })));
  const { conversationId } = await world.ask('one');
  await world.conversations.startSession(conversationId);
  await world.ask('two', conversationId);
  expect(client.requests[2]?.messages).toHaveLength(1);
  const cards = world.store.rows(conversationId).flatMap((row) => (row.kind === 'tool' ? [row.end?.text] : []));
  expect(cards).toEqual(['1', '3']);
});

test('Stop ends a summary and changes nothing', async () => {
  const client = scriptedClient((request) =>
    isSummary(request)
      ? (async function* () {
          await new Promise(() => undefined);
          yield* [];
        })()
      : { text: 'ok', promptTokens: 90_000 },
  );
  const world = createWorld(client);
  const { conversationId } = await world.ask('one');
  await settle();
  expect(world.conversations.open(conversationId).compacting).toBe(true);
  const stopping = world.conversations.stop(conversationId);
  await world.clock.advance(2_000);
  await stopping;
  const { entries, compacting } = world.conversations.open(conversationId);
  expect([entries.map((one) => one.kind), compacting]).toEqual([['user', 'assistant'], false]);
  const input = { conversationId, clientId: 'n', text: 'next', images: [], files: [] };
  await world.conversations.send(input, OWNER);
});
