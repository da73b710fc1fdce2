import { expect, test } from 'vitest';
import { splitLines } from '../../../../main/agent/digest.ts';
import type { ModelEvent, ModelRequest, ModelResponse } from '../../../../main/agent/model-client.ts';
import { toolResultRecall } from '../../../../main/agent/tool-result-recall.ts';
import { call, createWorld, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';

const LONG = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1} of the report`).join('\n');
const isDigest = (request: ModelRequest) => request.tools.length === 0;

/** Calls `big` for some steps, then answers; the model counts its prompt as `promptTokens` says. */
function bigSteps(steps: number, promptTokens: (step: number) => number) {
  let step = 0;
  return scriptedClient((request): Partial<ModelResponse> => {
    if (isDigest(request)) return { text: 'Short.\nLeft out: the lines.', usage: { totalTokens: 7 } };
    step += 1;
    const counted = { promptTokens: promptTokens(step), usage: { totalTokens: 1 } };
    if (step > steps) return { text: 'done', ...counted };
    return { toolCalls: [call('big', { value: `${step}` }, `c${step}`)], ...counted };
  });
}

function worldOf(client: ReturnType<typeof bigSteps>) {
  const world = createWorld(client);
  world.ports.registry.register(testTool('big', () => ({ ok: true, text: LONG })));
  world.ports.registry.register(toolResultRecall(world.store));
  return world;
}

const toolTexts = (request: ModelRequest | undefined) =>
  request?.messages.flatMap((one) => (one.role === 'tool' ? [one.text.slice(0, 20)] : [])) ?? [];

test('a run that stays far from the window sends its results as they are and asks for no digest', async () => {
  const client = bigSteps(5, () => 1_000);
  await worldOf(client).ask('go');
  expect(client.requests.filter(isDigest)).toHaveLength(0);
  expect(toolTexts(client.requests.at(-1))).toEqual(Array.from({ length: 5 }, () => 'line 1 of the report'));
});

test('over the threshold, results older than the last three steps are condensed, oldest first, and stay readable', async () => {
  const client = bigSteps(5, (step) => (step < 5 ? 1_000 : 84_000));
  const world = worldOf(client);
  const { conversationId } = await world.ask('go');
  const digests = client.requests.filter(isDigest);
  expect(digests.length).toBeGreaterThan(0);
  expect(toolTexts(client.requests.at(-1)).slice(2)).toEqual(Array.from({ length: 3 }, () => 'line 1 of the report'));
  expect(toolTexts(client.requests.at(-1))[0]).toBe('[Digest of a result ');
  expect(world.conversations.readToolResult(conversationId, 'c1')).toBe(LONG);
  expect(world.conversations.open(conversationId).usage.totalTokens).toBe(6 + digests.length * 7);
});

test('a refusal for length is met by condensing and asking again, and no tool runs again', async () => {
  let refused = 0;
  let runs = 0;
  async function* tooLong(): AsyncGenerator<ModelEvent> {
    refused += 1;
    const error = {
      kind: 'context_length_exceeded',
      provider: 'test',
      stage: 'before_response',
      message: 'Too long.',
    } as const;
    yield { type: 'error', error, partialText: '' };
  }
  const client = scriptedClient((request, count) => {
    if (isDigest(request)) return { text: 'Short.' };
    if (count === 1) return { toolCalls: [call('big', {}, 'c1')] };
    return refused < 1 ? tooLong() : { text: 'done' };
  });
  const world = createWorld(client);
  world.ports.registry.register(
    testTool('big', () => {
      runs += 1;
      return { ok: true, text: LONG };
    }),
  );
  expect(await world.ask('go')).toMatchObject({ result: 'completed', text: 'done' });
  expect(runs).toBe(1);
  expect(toolTexts(client.requests.at(-1))).toEqual(['[Digest of a result ']);
});

test('a refusal for length with nothing to condense says so; one after condensing asks for less', async () => {
  async function* tooLong(): AsyncGenerator<ModelEvent> {
    const error = {
      kind: 'context_length_exceeded',
      provider: 'test',
      stage: 'before_response',
      message: 'Too long.',
    } as const;
    yield { type: 'error', error, partialText: '' };
  }
  expect((await createWorld(scriptedClient(() => tooLong())).ask('go')).failure?.code).toBe('context_length_exceeded');
  const client = scriptedClient((request, count) => {
    if (isDigest(request)) return { text: 'Short.' };
    return count === 1 ? { toolCalls: [call('big', {}, 'c1')] } : tooLong();
  });
  const world = createWorld(client);
  world.ports.registry.register(testTool('big', () => ({ ok: true, text: LONG })));
  expect((await world.ask('go')).failure?.code).toBe('context_overflow_after_compaction');
});

test('a failing digest before a request does not fail the turn; after a refusal it does, with the reason', async () => {
  async function* broken(kind: 'provider_unavailable' | 'context_length_exceeded'): AsyncGenerator<ModelEvent> {
    yield {
      type: 'error',
      error: { kind, provider: 'test', stage: 'before_response', message: 'Down.' },
      partialText: '',
    };
  }
  let step = 0;
  const early = scriptedClient((request) => {
    if (isDigest(request)) return broken('provider_unavailable');
    step += 1;
    return step < 6
      ? { toolCalls: [call('big', { value: `${step}` }, `c${step}`)], promptTokens: 99_000 }
      : { text: 'done' };
  });
  const world = createWorld(early);
  world.ports.registry.register(testTool('big', () => ({ ok: true, text: LONG })));
  expect((await world.ask('go')).result).toBe('completed');

  const late = scriptedClient((request, count) => {
    if (isDigest(request)) return broken('provider_unavailable');
    return count === 1 ? { toolCalls: [call('big', {}, 'c1')] } : broken('context_length_exceeded');
  });
  const other = createWorld(late);
  other.ports.registry.register(testTool('big', () => ({ ok: true, text: LONG })));
  expect((await other.ask('go')).failure).toMatchObject({
    code: 'context_recovery_failed',
    message: expect.stringContaining('Down.'),
  });
});

test('recall reads lines and finds text in the original, within the own conversation alone', async () => {
  const client = bigSteps(1, () => 10);
  const world = worldOf(client);
  const { conversationId } = await world.ask('go');
  const other = await world.ask('another conversation');
  const recall = toolResultRecall(world.store);
  const run = async (input: object, id = conversationId) => {
    const prepared = recall.prepare(input);
    if (!prepared.ok) return prepared;
    const caller = { ...OWNER, conversationId: id };
    const signal = new AbortController().signal;
    return await prepared.run({ caller, turnId: 't', callId: 'r', signal, report: () => undefined });
  };
  expect(await run({ call_id: 'c1', query: 'LINE 777 ' })).toMatchObject({ text: '777: line 777 of the report' });
  expect((await run({ call_id: 'c1', offset: 999 })).text).toBe('line 999 of the report\nline 1000 of the report');
  expect((await run({ call_id: 'c1', offset: 1, limit: 400 })).text).toContain('go on at offset 401');
  expect(await run({ call_id: 'c1', offset: 1_001 })).toMatchObject({ code: 'invalid_range' });
  expect(await run({ call_id: 'c1', offset: 0 })).toMatchObject({ code: 'invalid_arguments' });
  expect(await run({ call_id: 'c1' }, other.conversationId)).toMatchObject({ code: 'unknown_call_id' });
  expect(recall.authorize({ ...OWNER, conversationId: '' })).toMatchObject({ code: 'no_store' });
});

test('chunks are cut at line ends and between characters, and nothing is lost', () => {
  const text = `${'ä'.repeat(50)}\n${'€'.repeat(50)}\n${'x'.repeat(300)}`;
  const pieces = splitLines(text, 110);
  expect(pieces.join('')).toBe(text);
  expect(pieces.every((piece) => Buffer.byteLength(piece) <= 110)).toBe(true);
  expect(pieces[0]).toBe(`${'ä'.repeat(50)}\n`);
});
