import { describe, expect, it } from 'vitest';
import type { ModelClient, ModelError, ModelErrorKind, ModelEvent } from '../../../../main/agent/model-client.ts';
import { createFailover, type Route, type RouteWatch } from '../../../../main/models/routes/failover.ts';
import { ask, collect, request } from './open-client.ts';

const CONTINUED = [
  ask('look'),
  { role: 'assistant' as const, text: '', toolCalls: [{ id: 't', name: 'file_read', arguments: {} }], model: 'x/y' },
  { role: 'tool' as const, callId: 't', name: 'file_read', ok: true, text: 'content', images: [] },
];

type Play = ModelErrorKind | 'answer' | 'half then timeout';

/** A route that plays its list of endings, one a call. */
function route(id: string, plays: Play[], extra: Partial<ModelClient['info']> = {}): Route & { calls: unknown[] } {
  const calls: unknown[] = [];
  const error = (kind: ModelErrorKind): ModelError => ({
    kind,
    provider: id,
    stage: 'before_response',
    message: `${id} failed: ${kind}.`,
    summary: `${id} failed.`,
  });
  const client: ModelClient = {
    info: {
      id: `${id}/model`,
      provider: id,
      label: 'model',
      contextWindow: 1000,
      maxImageEdge: 100,
      vision: true,
      efforts: ['low', 'high'],
      ...extra,
    },
    async *stream(asked): AsyncGenerator<ModelEvent> {
      const play = plays[calls.length] ?? 'answer';
      calls.push(asked.effort);
      if (play === 'half then timeout') {
        yield { type: 'text-delta', text: 'Half' };
        yield { type: 'error', error: error('timeout'), partialText: 'Half' };
      } else if (play === 'answer') {
        const response = { text: id, toolCalls: [], usage: {}, model: `${id}/model` };
        yield { type: 'end', response };
      } else yield { type: 'error', error: error(play), partialText: '' };
    },
  };
  return { client, label: `${id} (model)`, effort: null, calls };
}

function chain(routes: Route[]) {
  const seen: string[] = [];
  const watch: RouteWatch = {
    answered: ({ info }) => seen.push(`answered ${info.provider}`),
    failed: ({ info }, { kind }) => seen.push(`failed ${info.provider} ${kind}`),
    moved: (from, to) => seen.push(`moved ${from.info.provider} ${to.info.provider}`),
  };
  const [lead, ...others] = routes;
  if (!lead) throw new Error('no route');
  const rest = (async function* () {
    yield* others;
  })();
  return { client: createFailover(lead, rest, watch), seen };
}

const last = async (client: ModelClient, messages = [ask('x')], extra = {}) =>
  (await collect(client.stream(request(messages, extra)))).at(-1);

describe('a first call that fails', () => {
  it.each<ModelErrorKind>(['timeout', 'transport_closed', 'network', 'provider_unavailable', 'rate_limit', 'quota'])(
    'by %s goes to the next route, and says so',
    async (kind) => {
      const { client, seen } = chain([route('a', [kind]), route('b', ['answer'])]);
      const events = await collect(client.stream(request([ask('x')])));
      expect(events).toMatchObject([
        { type: 'failover', from: 'a/model', to: 'b/model', label: 'b (model)', reason: 'a failed.' },
        { type: 'end', response: { text: 'b' } },
      ]);
      expect(client.info.id).toBe('b/model');
      expect(seen).toEqual([`failed a ${kind}`, 'moved a b', 'answered b']);
    },
  );

  it.each<ModelErrorKind>([
    'connection_unavailable',
    'auth',
    'context_length_exceeded',
    'image_unsupported',
    'invalid_request',
    'content_filter',
    'not_implemented',
    'protocol',
    'secret_needs_app',
    'no_model',
    'aborted',
  ])('by %s stops where it is', async (kind) => {
    const [a, b] = [route('a', [kind]), route('b', ['answer'])];
    const { client } = chain([a, b]);
    expect(await last(client)).toMatchObject({ type: 'error', error: { kind, message: `a failed: ${kind}.` } });
    expect(b.calls).toEqual([]);
  });

  it('after something was shown stays: two models never answer together', async () => {
    const [a, b] = [route('a', ['half then timeout']), route('b', ['answer'])];
    const { client } = chain([a, b]);
    expect(await last(client)).toMatchObject({ type: 'error', error: { kind: 'timeout' }, partialText: 'Half' });
    expect(b.calls).toEqual([]);
  });

  it('on every route lists them with their reasons, and quotes the last', async () => {
    const { client } = chain([route('a', ['rate_limit']), route('b', ['timeout']), route('c', ['auth'])]);
    expect(await last(client)).toMatchObject({
      error: {
        kind: 'all_routes_failed',
        tried: [
          { model: 'a/model', kind: 'rate_limit' },
          { model: 'b/model', kind: 'timeout' },
          { model: 'c/model', kind: 'auth' },
        ],
        message:
          'None of the connected models could answer. Tried: a (model) (usage limit reached), ' +
          'b (model) (no answer in time), c (model) (key not accepted). The last one: c failed: auth.',
      },
    });
  });

  it('on the only route gives its bare reason', async () => {
    const { client } = chain([route('a', ['rate_limit'])]);
    expect(await last(client)).toMatchObject({ error: { kind: 'rate_limit', message: 'a failed: rate_limit.' } });
  });

  it('leaves a refusal for length to the loop on the route it came from', async () => {
    const [a, b] = [route('a', ['timeout']), route('b', ['context_length_exceeded', 'answer'])];
    const { client } = chain([a, b]);
    expect(await last(client)).toMatchObject({ error: { kind: 'context_length_exceeded' } });
    expect(await last(client)).toMatchObject({ response: { text: 'b' } });
    expect([a.calls.length, b.calls.length]).toEqual([1, 2]);
  });

  it('skips a route that cannot see the picture it is asked about', async () => {
    const [b, c] = [route('b', [], { vision: false }), route('c', [])];
    const { client } = chain([route('a', ['timeout']), b, c]);
    const picture = { mime: 'image/png' as const, data: 'aaaa', width: 1, height: 1 };
    const end = await last(client, [{ role: 'user', text: 'what is this', images: [picture] }]);
    expect(end).toMatchObject({ response: { text: 'c' } });
    expect(b.calls).toEqual([]);
  });

  it('that is stopped meanwhile goes nowhere', async () => {
    const b = route('b', []);
    const { client } = chain([route('a', ['timeout']), b]);
    const end = await last(client, [ask('x')], { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ type: 'error', error: { kind: 'timeout' } });
    expect(b.calls).toEqual([]);
  });
});

describe('a run', () => {
  it('stays on the route that answered its first call', async () => {
    const [a, b] = [route('a', ['timeout', 'answer']), route('b', ['answer', 'rate_limit', 'answer'])];
    const { client } = chain([a, b, route('c', [])]);
    await last(client);
    expect(await last(client, CONTINUED)).toMatchObject({
      error: { kind: 'rate_limit', message: 'b failed: rate_limit.' },
    });
    expect(await last(client, CONTINUED)).toMatchObject({ response: { text: 'b' } });
    expect(a.calls).toHaveLength(1);
  });

  it('is not moved by a digest or a summary that fails', async () => {
    const [a, b] = [route('a', ['rate_limit', 'answer']), route('b', [])];
    const { client } = chain([a, b]);
    expect(await last(client, [ask('condense')], { helping: true })).toMatchObject({ error: { kind: 'rate_limit' } });
    expect(await last(client)).toMatchObject({ response: { text: 'a' } });
    expect(b.calls).toEqual([]);
  });

  it('asks each route for an effort it has', async () => {
    const [a, b] = [
      route('a', ['timeout']),
      { ...route('b', [], { efforts: ['none', 'low'] }), effort: 'high' as const },
    ];
    const plain = route('c', [], { efforts: [] });
    await last(chain([a, b]).client, [ask('x')], { effort: 'max' });
    await last(chain([plain]).client, [ask('x')], { effort: 'max' });
    expect([a.calls, b.calls, plain.calls]).toEqual([['high'], ['low'], [undefined]]);
  });
});
