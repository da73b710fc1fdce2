import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ModelMessage } from '../../../../main/agent/model-client.ts';
import { answer, ask, collect, connect, FORMATS, joined, request } from './open-client.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { mime: 'image/png', data: PNG, width: 1, height: 1 } as const;

describe.each(FORMATS)('an answer over %s', (...format) => {
  it('streams text and reasoning, and reports usage', async () => {
    const { client } = await connect(format, [
      {
        reasoning: 'Let me think.',
        text: ['Grüße, ', 'мир ', '👨‍👩‍👧'],
        usage: { input: 90, output: 7, cacheRead: 10, reasoning: 3 },
      },
    ]);
    const { events, response } = await answer(client, request([ask('hello')], { effort: 'medium' }));
    expect(joined(events, 'text-delta')).toBe('Grüße, мир 👨‍👩‍👧');
    expect(joined(events, 'reasoning-delta').trim()).toBe('Let me think.');
    expect(response).toMatchObject({
      text: 'Grüße, мир 👨‍👩‍👧',
      toolCalls: [],
      promptTokens: 100,
      model: client.info.id,
      usage: { inputTokens: 100, outputTokens: 7, totalTokens: 107, cacheReadTokens: 10, reasoningTokens: 3 },
    });
    expect(response.cut).toBeUndefined();
  });

  it('survives bytes that come one at a time, in the middle of characters', async () => {
    const { client } = await connect(format, [
      { text: 'né 世界 👍🏽', slowBytes: true, toolCalls: [{ name: 'file_read', arguments: { path: '/é' } }] },
    ]);
    const { response } = await answer(client, request([ask('hello')]));
    expect(response.text).toBe('né 世界 👍🏽');
    expect(response.toolCalls).toMatchObject([{ arguments: { path: '/é' } }]);
  });

  it('gives several tool calls with their own ids', async () => {
    const { client } = await connect(format, [
      {
        text: 'Looking.',
        toolCalls: [
          { name: 'file_read', arguments: { path: '/a' } },
          { name: 'screenshot', arguments: {} },
          { name: 'file_read', arguments: { path: '/b' } },
        ],
      },
    ]);
    const { response } = await answer(client, request([ask('look')]));
    expect(response.toolCalls.map(({ name, arguments: input }) => [name, input])).toEqual([
      ['file_read', { path: '/a' }],
      ['screenshot', {}],
      ['file_read', { path: '/b' }],
    ]);
    expect(new Set(response.toolCalls.map((call) => call.id)).size).toBe(3);
    expect(response.toolCalls.every((call) => call.malformed === undefined)).toBe(true);
  });

  it('sends results with their pictures, and what the model wants back', async () => {
    const { client, server } = await connect(format, [
      {
        reasoning: 'A picture would help.',
        toolCalls: [
          { name: 'screenshot', arguments: {} },
          { name: 'file_read', arguments: { path: '/x' } },
        ],
      },
      { text: 'I see a dot.' },
    ]);
    const first = (await answer(client, request([ask('look')], { effort: 'high' }))).response;
    const results = first.toolCalls.map((call): ModelMessage => {
      const images = call.name === 'screenshot' ? [picture] : [];
      return {
        role: 'tool',
        callId: call.id,
        name: call.name,
        ok: call.name === 'screenshot',
        text: `result of ${call.name}`,
        images,
      };
    });
    const history: ModelMessage[] = [
      ask('look'),
      {
        role: 'assistant',
        text: first.text,
        toolCalls: first.toolCalls,
        model: first.model,
        ...(first.providerState ? { providerState: JSON.parse(JSON.stringify(first.providerState)) } : {}),
      },
      ...results,
    ];
    const second = await answer(client, request(history, { effort: 'high' }));
    expect(second.response.text).toBe('I see a dot.');

    const sent = server.requests[1];
    expect(sent?.results.map((result) => result.text)).toEqual(['result of screenshot', 'result of file_read']);
    expect(sent?.results.flatMap((result) => result.images)).toEqual([{ mime: 'image/png', data: PNG }]);
    if (format[0] !== 'chat-completions') {
      expect(sent?.results[0]?.images).toHaveLength(1);
      const states: Record<string, string> = {
        anthropic: 'signature-1',
        google: Buffer.from('sealed-1').toString('base64'),
      };
      expect(JSON.stringify(sent?.body)).toContain(states[format[0]] ?? 'sealed-1');
    }
    expect(sent?.system).toContain('Be brief.');
    expect(sent?.tools).toEqual(['file_read', 'screenshot']);
  });

  it('sends pictures of the user', async () => {
    const { client, server } = await connect(format, [{ text: 'nice' }]);
    await answer(client, request([{ role: 'user', text: 'see', images: [picture, picture] }]));
    expect(server.requests[0]?.userImages).toHaveLength(2);
    expect(server.requests[0]?.userText).toBe('see');
  });

  it('sends its key, its own name, and nothing about the computer', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-mine');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-mine');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { client, server } = await connect(format, [{ text: 'hi' }]);
    await answer(client, request([ask('hi')]));
    const [sent] = server.requests;
    if (!sent) throw new Error('nothing was sent');
    const { headers, body } = sent;
    const keyHeader = { anthropic: 'x-api-key', google: 'x-goog-api-key' }[String(format[0])] ?? 'authorization';
    expect(headers[keyHeader]).toMatch(/^(Bearer )?test-key$/);
    expect(headers['user-agent']).toBe('fermix-desktop/9.9.9');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
    expect(headers).not.toHaveProperty('x-goog-api-client');
    if (format[0] !== 'google') expect(body['stream']).toBe(true);
    expect(JSON.stringify(headers)).not.toContain('mine');
    expect(body).not.toHaveProperty('session_id');
    expect(body).not.toHaveProperty('thread');
    expect(body).not.toHaveProperty('temperature');
  });

  it('gives a repeated or missing call id a new one', async () => {
    const { client } = await connect(format, [
      { toolCalls: [{ name: 'file_read', arguments: {}, id: 'call_0' }] },
      { toolCalls: [{ name: 'file_read', arguments: {}, id: 'call_0' }] },
    ]);
    const first = (await answer(client, request([ask('one')]))).response;
    const [call] = first.toolCalls;
    if (!call) throw new Error('no call');
    const history: ModelMessage[] = [
      ask('one'),
      { role: 'assistant', text: '', toolCalls: [call], model: first.model },
      { role: 'tool', callId: call.id, name: call.name, ok: true, text: 'done', images: [] },
      ask('two'),
    ];
    const second = (await answer(client, request(history))).response;
    if (format[0] !== 'openai-responses') expect(second.toolCalls[0]?.id).not.toBe(call.id);
    expect(second.toolCalls[0]?.id).toBeTruthy();
  });

  it('ends within moments when it is stopped, and hangs up', async () => {
    const { client, server } = await connect(format, [{ text: ['partial '], hang: 'body' }]);
    const stop = new AbortController();
    const events = [];
    for await (const event of client.stream(request([ask('hello')], { signal: stop.signal }))) {
      events.push(event);
      if (event.type === 'text-delta') stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { kind: 'aborted' }, partialText: 'partial ' });
    await server.requests[0]?.hungUp;
  });

  it('ends when it is stopped before the server has answered', async () => {
    const { client, server } = await connect(format, [{ hang: 'head' }]);
    const stop = new AbortController();
    const ending = collect(client.stream(request([ask('hello')], { signal: stop.signal })));
    const asked = await server.waitForRequest(1);
    stop.abort();
    expect((await ending).at(-1)).toMatchObject({
      type: 'error',
      error: { kind: 'aborted', stage: 'before_response' },
    });
    await asked.hungUp;
  });

  it('does not call at all when it is stopped already', async () => {
    const { client, server } = await connect(format, [{ text: 'never' }]);
    const events = await collect(client.stream(request([ask('x')], { signal: AbortSignal.abort() })));
    expect(events).toMatchObject([{ type: 'error', error: { kind: 'aborted' } }]);
    expect(server.requests).toEqual([]);
  });

  it('hangs up when nobody reads on', async () => {
    const { client, server } = await connect(format, [{ text: ['a', 'b'], hang: 'body' }]);
    for await (const event of client.stream(request([ask('x')]))) {
      if (event.type === 'text-delta') break;
    }
    await server.requests[0]?.hungUp;
  });
});

describe('prompt caching', () => {
  it('marks the stable part, the tools and the end of the conversation for Anthropic', async () => {
    const { client, server } = await connect(['anthropic', 'anthropic', 'claude-opus-4-5'], [{ text: 'ok' }]);
    await answer(client, request([ask('hello')]));
    const body = server.requests[0]?.body as { system: object[]; tools: object[]; messages: { content: object[] }[] };
    const mark = expect.objectContaining({ cache_control: { type: 'ephemeral' } });
    expect(body.system).toEqual([mark, mark]);
    expect(body.tools.at(-1)).toEqual(mark);
    expect(body.messages.at(-1)?.content.at(-1)).toEqual(mark);
    expect(JSON.stringify(body).match(/cache_control/g)?.length).toBeLessThanOrEqual(4);
  });
});

describe('reasoning effort', () => {
  it.each([
    [
      'anthropic',
      'anthropic',
      'claude-opus-4-5',
      'high',
      (body: Record<string, unknown>) => (body['thinking'] as { type: string }).type !== 'disabled',
    ],
    [
      'openai-responses',
      'openai',
      'gpt-5.2',
      'high',
      (body: Record<string, unknown>) => (body['reasoning'] as { effort: string }).effort === 'high',
    ],
    [
      'openai-responses',
      'openai',
      'gpt-5.2',
      undefined,
      (body: Record<string, unknown>) => (body['reasoning'] as { effort: string }).effort === 'medium',
    ],
    [
      'chat-completions',
      'custom',
      'unknown',
      'high',
      (body: Record<string, unknown>) => body['reasoning_effort'] === undefined,
    ],
  ] as const)('over %s of %s %s at %s', async (format, name, id, effort, holds) => {
    const { client, server } = await connect([format, name, id], [{ text: 'ok' }]);
    await answer(client, request([ask('x')], effort ? { effort } : {}));
    expect(holds(server.requests[0]?.body ?? {})).toBe(true);
  });
});

describe('a server without a key', () => {
  it('gets no Authorization header', async () => {
    const { client, server } = await connect(['chat-completions', 'ollama', 'llama'], [{ text: 'ok' }], { key: null });
    await answer(client, request([ask('x')]));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});
