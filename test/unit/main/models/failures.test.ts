import { describe, expect, it } from 'vitest';
import type { ModelErrorKind, ModelMessage } from '../../../../main/agent/model-client.ts';
import type { Turn } from '../../../support/scripted-model.ts';
import { answer, ask, collect, connect, FORMATS, failure, request } from './open-client.ts';

const CONTINUED: ModelMessage[] = [
  ask('look'),
  { role: 'assistant', text: '', toolCalls: [{ id: 't1', name: 'file_read', arguments: {} }], model: 'x/y' },
  { role: 'tool', callId: 't1', name: 'file_read', ok: true, text: 'content', images: [] },
];

function status(code: number, type: string, message = 'the words', headers: Record<string, string> = {}): Turn {
  return { error: { status: code, body: { type: 'error', error: { type, code: type, message } }, headers } };
}

describe.each(FORMATS)('a failure over %s', (...format) => {
  it.each<[ModelErrorKind, Turn]>([
    ['auth', status(401, 'authentication_error')],
    ['auth', status(403, 'permission_error')],
    ['quota', status(402, 'billing_error')],
    ['quota', status(429, 'insufficient_quota')],
    ['rate_limit', status(429, 'rate_limit_error')],
    ['invalid_request', status(404, 'not_found_error')],
    ['invalid_request', status(400, 'invalid_request_error')],
    ['context_length_exceeded', status(400, 'context_length_exceeded')],
    [
      'context_length_exceeded',
      status(400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum'),
    ],
    ['context_length_exceeded', status(413, 'request_too_large')],
    ['content_filter', status(400, 'content_policy_violation')],
    ['image_unsupported', status(415, 'unsupported')],
    ['not_implemented', status(501, 'nope')],
    ['protocol', status(302, 'moved', 'elsewhere', { location: 'http://127.0.0.1:9/' })],
    ['protocol', { text: 'hello', contentType: 'text/html' }],
    ['protocol', { text: 'hello', malformed: true }],
    ['content_filter', { text: 'Well', stop: 'refusal' }],
  ])('%s is told at once and not tried again', async (kind, turn) => {
    const { client, clock, server } = await connect(format, [turn]);
    const { error } = await failure(client, request([ask('x')]));
    expect(error).toMatchObject({
      kind,
      provider: format[1],
      message: expect.stringMatching(/^(?:[A-Z]|xAI).*[.]$|the words$|maximum$/s),
    });
    expect(clock.sleeps).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[ModelErrorKind, Turn]>([
    ['provider_unavailable', status(500, 'api_error')],
    ['provider_unavailable', status(503, 'unavailable')],
    ['provider_unavailable', status(529, 'overloaded_error')],
    ['timeout', status(408, 'timeout')],
    ['transport_closed', { cut: 'connection' }],
    ['transport_closed', { cut: 'head' }],
    ['transport_closed', { unfinished: true }],
    ['provider_unavailable', { declaredError: { type: 'overloaded_error', message: 'busy' } }],
  ])('%s on a first call is tried three times', async (kind, turn) => {
    const { client, clock } = await connect(format, [turn, turn, turn, { text: 'too late' }]);
    const { events, error } = await failure(client, request([ask('x')]));
    expect(error.kind).toBe(kind);
    expect(clock.sleeps).toEqual([500, 1000]);
    expect(events.filter((event) => event.type === 'retry')).toMatchObject([
      { attempt: 1, delayMs: 500, reason: expect.stringMatching(/^(?:[A-Z]|xAI)[^:_]* [^:_]*\.$/) },
      { attempt: 2, delayMs: 1000, reason: error.summary },
    ]);
  });

  it('that passes is not noticed', async () => {
    const { client } = await connect(format, [status(500, 'api_error'), { text: 'here' }]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response.text).toBe('here');
  });

  it('in the middle of a turn is left to the loop', async () => {
    const { client, clock } = await connect(format, [status(500, 'api_error'), { text: 'no' }]);
    expect((await failure(client, request(CONTINUED))).error.kind).toBe('provider_unavailable');
    expect(clock.sleeps).toEqual([]);
  });

  it('after something was shown is not tried again, and keeps what came', async () => {
    const { client, clock } = await connect(format, [
      { text: 'Half', declaredError: { type: 'overloaded_error', message: 'busy' } },
      { text: 'no' },
    ]);
    const { error, partialText } = await failure(client, request([ask('x')]));
    expect(error).toMatchObject({ kind: 'provider_unavailable', stage: 'streaming', providerWords: 'busy' });
    expect(partialText).toBe('Half');
    expect(clock.sleeps).toEqual([]);
  });

  it('waits as long as the provider asks, within reason', async () => {
    const { client, clock } = await connect(format, [
      status(503, 'unavailable', 'wait', { 'retry-after': '3' }),
      status(503, 'unavailable', 'wait', { 'retry-after': '3600' }),
      { text: 'no' },
    ]);
    const { error } = await failure(client, request([ask('x')]));
    expect(clock.sleeps).toHaveLength(1);
    expect(clock.sleeps[0]).toBeGreaterThan(2_000);
    expect(clock.sleeps[0]).toBeLessThanOrEqual(3_000);
    expect(error.resetsAt).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it('says when a limit ends', async () => {
    const { client } = await connect(format, [status(429, 'rate_limit_error', 'slow', { 'retry-after': '300' })]);
    const { error } = await failure(client, request([ask('x')]));
    expect(error.message).toContain('about 5 minutes');
    expect(error).toMatchObject({ status: 429, stage: 'before_response', providerWords: 'slow' });
  });

  it('quotes the provider without keys in it', async () => {
    const { client } = await connect(format, [
      status(400, 'invalid_request_error', `bad key sk-ant-${'a1'.repeat(20)} ${'long '.repeat(300)}`),
    ]);
    const { error } = await failure(client, request([ask('x')]));
    expect(error.providerWords).toContain('[REDACTED:anthropic]');
    expect(error.providerWords?.length).toBeLessThanOrEqual(500);
  });

  it.each([
    ['no answer', { hang: 'head' }, { firstByteMs: 60 }, 'before_response'],
    ['silence after the head', { hang: 'body' }, { idleMs: 60 }, 'streaming'],
  ] as const)('%s is a timeout', async (_what, turn, deadlines, stage) => {
    const { client } = await connect(format, [turn], { deadlines });
    const { error } = await failure(client, request(CONTINUED));
    expect(error).toMatchObject({ kind: 'timeout', stage });
  });

  it('a stop during the pause ends the call', async () => {
    const { client, clock } = await connect(format, [status(500, 'api_error'), { text: 'no' }]);
    const stop = new AbortController();
    const events = [];
    for await (const event of client.stream(request([ask('x')], { signal: stop.signal }))) {
      events.push(event);
      if (event.type === 'retry') stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { kind: 'aborted' } });
    expect(clock.sleeps).toEqual([]);
  });
});

describe.each(FORMATS)('an answer that is cut short over %s', (...format) => {
  it.each(['end', 'unfinished'] as const)('by %s keeps its text and says so', async (how) => {
    const { client } = await connect(format, [
      { text: 'Half an answ', ...(how === 'end' ? { cut: 'end' } : { unfinished: true }) },
    ]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response).toMatchObject({ text: 'Half an answ', cut: true, toolCalls: [] });
    expect(response.providerState).toBeUndefined();
  });

  // Google sends arguments whole, as an object.
  const itWithText = it.skipIf(format[0] === 'google');

  itWithText('marks a call whose arguments never ended', async () => {
    const { client } = await connect(format, [
      { text: 'Reading', toolCalls: [{ name: 'file_read', arguments: '{"path": "/etc/pa' }], cut: 'end' },
    ]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response.cut).toBe(true);
    expect(response.toolCalls).toMatchObject([{ name: 'file_read', arguments: {}, malformed: { code: 'cut_off' } }]);
  });

  itWithText('at its length limit marks the call it cut, and keeps the whole one', async () => {
    const { client } = await connect(format, [
      {
        toolCalls: [
          { name: 'screenshot', arguments: { path: '/whole' } },
          { name: 'file_read', arguments: '{"path": "/half' },
        ],
        stop: 'length',
      },
    ]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response.toolCalls).toMatchObject([
      { name: 'screenshot', arguments: { path: '/whole' } },
      { name: 'file_read', arguments: {}, malformed: { code: 'cut_off', raw: '{"path": "/half' } },
    ]);
    expect(response.toolCalls[0]).not.toHaveProperty('malformed');
  });

  it('at its length limit is marked, and is whole otherwise', async () => {
    const { client } = await connect(format, [{ text: 'As long as it may be', stop: 'length' }, { text: 'Whole.' }]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response).toMatchObject({ text: 'As long as it may be', truncated: true });
    expect(response.cut).toBeUndefined();
    expect((await answer(client, request([ask('y')]))).response.truncated).toBeUndefined();
  });

  itWithText.each(['{"path": nonsense}', '["a list"]', '"text"', 'null'])('marks arguments like %s', async (text) => {
    const { client } = await connect(format, [{ toolCalls: [{ name: 'file_read', arguments: text }] }]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response.toolCalls).toMatchObject([{ arguments: {}, malformed: { code: 'invalid_json', raw: text } }]);
  });
});

describe.each(FORMATS)('an answer with nothing in it over %s', (...format) => {
  it('that ends in order is an empty answer, not a failure', async () => {
    const { client, clock, server } = await connect(format, [{}, { text: 'no' }]);
    const { response } = await answer(client, request([ask('x')]));
    expect(response).toMatchObject({ text: '', toolCalls: [] });
    expect(response.cut).toBeUndefined();
    expect({ waits: clock.sleeps, requests: server.requests.length }).toEqual({ waits: [], requests: 1 });
  });

  it.each(['end', 'unfinished'] as const)('that is cut by %s is a broken connection', async (how) => {
    const cut: Turn = how === 'end' ? { cut: 'end' } : { unfinished: true };
    const { client } = await connect(format, [cut, cut, cut]);
    expect((await failure(client, request([ask('x')]))).error.kind).toBe('transport_closed');
  });
});

describe('an address where nobody listens', () => {
  it.each(FORMATS)('is a network failure over %s', async (...format) => {
    const { client, server, clock } = await connect(format, []);
    await server.close();
    const { error } = await failure(client, request([ask('x')]));
    expect(error).toMatchObject({ kind: 'network', stage: 'before_response' });
    expect(clock.sleeps).toEqual([500, 1000]);
  });
});

describe('a connection that died while it was kept', () => {
  it('is replaced without a word', async () => {
    const [first] = FORMATS;
    if (!first) throw new Error('no format');
    const { client, server } = await connect(first, [{ text: 'one' }, { text: 'two' }]);
    await answer(client, request([ask('x')]));
    const { port, requests } = server;
    await server.close();
    const { createScriptedModel } = await import('../../../support/scripted-model.ts');
    const again = await createScriptedModel({ format: 'anthropic', script: [{ text: 'two' }], port });
    try {
      const events = await collect(client.stream(request(CONTINUED)));
      expect(events.at(-1)).toMatchObject({ type: 'end', response: { text: 'two' } });
      expect(requests).toHaveLength(1);
    } finally {
      await again.close();
    }
  });
});
