import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ModelClient, RouteChoice } from '../../../../main/agent/model-client.ts';
import { createEnvironmentSecrets } from '../../../../main/config/environment-secrets.ts';
import { openConfig } from '../../../../main/config/open-config.ts';
import { createModels } from '../../../../main/models/models-service.ts';
import { createScriptedModel, type ScriptedFormat, type Turn } from '../../../support/scripted-model.ts';
import { ask, collect, eagerClock, quietLog, request } from './open-client.ts';

const direct = { info: { id: 'direct' } } as ModelClient;
const KEYS = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', XAI_API_KEY: 'k' };

function open(text: string, env: Record<string, string> = KEYS) {
  const home = mkdtempSync(join(tmpdir(), 'fermix-routing-'));
  writeFileSync(join(home, 'config.toml'), text);
  const config = openConfig({ home, env: {} });
  const secrets = createEnvironmentSecrets({ env, home });
  const models = createModels({ config, secrets, direct, clock: eagerClock(), log: quietLog, version: '9.9.9' });
  onTestFinished(async () => {
    await models.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { ...models, config, home, file: () => readFileSync(join(home, 'config.toml'), 'utf8') };
}

async function serve(format: ScriptedFormat, script: Turn[]) {
  const server = await createScriptedModel({ format, script });
  onTestFinished(() => server.close());
  return server;
}

function block(name: string, url: string, rest = ''): string {
  return `[fermix_core.providers.${name}]\ndefault_model = "m-${name}"\nbase_url = "${url}"\n${rest}\n`;
}

function client(choice: RouteChoice): ModelClient {
  if (!choice.ok) throw new Error(choice.error.message);
  return choice.client;
}

const LIMITED: Turn = { error: { status: 429, body: { error: { type: 'rate_limit_error', message: 'slow down' } } } };
const BUSY: Turn = { error: { status: 529, body: { error: { type: 'overloaded_error', message: 'busy' } } } };

describe('a turn whose provider fails', () => {
  it('tries the same route first, then the next one, over other formats', async () => {
    const anthropic = await serve('anthropic', [BUSY, BUSY, BUSY]);
    const openai = await serve('openai-responses', [LIMITED]);
    const google = await serve('google', [{ text: 'from google' }, { text: 'still google' }]);
    const { router, service } = open(
      block('anthropic', anthropic.url, 'primary = true') + block('openai', openai.url) + block('google', google.url),
    );
    const run = client(await router.current());
    const events = await collect(run.stream(request([ask('hello')])));
    expect(events.map((event) => event.type)).toEqual(['retry', 'retry', 'failover', 'failover', 'text-delta', 'end']);
    expect(events[2]).toMatchObject({ from: 'anthropic/m-anthropic', to: 'openai/m-openai' });
    expect(events.at(-1)).toMatchObject({ response: { text: 'from google', model: 'google/m-google' } });
    expect([anthropic, openai, google].map((server) => server.requests.length)).toEqual([3, 1, 1]);

    await collect(run.stream(request([ask('and now')])));
    expect(google.requests).toHaveLength(2);
    const { providers } = await service.state();
    expect(providers.find((one) => one.id === 'anthropic')?.trouble).toMatchObject({
      message: expect.stringContaining('busy'),
      replacedBy: 'openai/m-openai',
    });
    expect(providers.find((one) => one.id === 'google')?.trouble).toBeNull();
  });

  it('names every route when none answers', async () => {
    const [a, b] = [await serve('anthropic', [LIMITED]), await serve('openai-responses', [LIMITED])];
    const { router } = open(block('anthropic', a.url, 'primary = true') + block('openai', b.url));
    const events = await collect(client(await router.current()).stream(request([ask('hello')])));
    expect(events.at(-1)).toMatchObject({ error: { kind: 'all_routes_failed' } });
  });

  it('stays with a bad key, and with whom the owner allows', async () => {
    const bad: Turn = { error: { status: 401, body: { error: { type: 'authentication_error', message: 'no' } } } };
    const [a, b] = [await serve('anthropic', [bad, LIMITED]), await serve('openai-responses', [])];
    const { router, service } = open(block('anthropic', a.url, 'primary = true') + block('openai', b.url));
    const call = async () => (await collect(client(await router.current()).stream(request([ask('x')])))).at(-1);
    expect(await call()).toMatchObject({ error: { kind: 'auth' } });
    expect((await service.fallbacks({ order: [] })).routing).toMatchObject({ standIns: [], ownOrder: true });
    expect(await call()).toMatchObject({ error: { kind: 'rate_limit' } });
    expect(b.requests).toEqual([]);
  });

  it('follows the order of the settings, and leaves out what has no key', async () => {
    const a = await serve('anthropic', [LIMITED]);
    const x = await serve('openai-responses', [{ text: 'from xai' }]);
    const o = await serve('openai-responses', [{ text: 'from openai' }]);
    const text =
      block('anthropic', a.url, 'primary = true') +
      block('openai', o.url) +
      block('xai', x.url) +
      block('mistral', o.url) +
      '[fermix_core.routing]\nfallback_order = ["mistral", "xai", "openai"]\n';
    const { router } = open(text);
    const events = await collect(client(await router.current()).stream(request([ask('x')])));
    expect(events.at(-1)).toMatchObject({ response: { text: 'from xai' } });
    expect(o.requests).toEqual([]);
  });

  it('waits by itself when it is scheduled', async () => {
    const a = await serve('anthropic', [BUSY, { text: 'no' }]);
    const { router } = open(block('anthropic', a.url, 'primary = true'));
    const run = client(await router.current());
    const events = await collect(run.stream(request([ask('x')], { retries: false })));
    expect(events).toMatchObject([{ type: 'error', error: { kind: 'provider_unavailable' } }]);
  });
});

describe('a route of its own', () => {
  const BASE =
    '[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "claude-opus-4-5"\nreasoning_effort = "high"\n' +
    '[fermix_core.providers.openai]\ndefault_model = "gpt-5.2"\n';

  const idOf = (choice: RouteChoice) => (choice.ok ? choice.client.info.id : choice.error.message);

  it('is the main model while nothing is set', async () => {
    const { router } = open(BASE);
    expect(idOf((await router.route?.('subagent')) as RouteChoice)).toBe('anthropic/claude-opus-4-5');
  });

  it.each([
    ['a model without a provider', 'subagent_model = "claude-haiku-4-5"', 'anthropic/claude-haiku-4-5'],
    ['a provider without a model', 'subagent_provider = "openai"', 'openai/gpt-5.2'],
    ['both', 'subagent_provider = "openai"\nsubagent_model = "gpt-5-mini"', 'openai/gpt-5-mini'],
    ['a name nobody knows', 'subagent_provider = "openai"\nsubagent_model = "new-one"', 'openai/new-one'],
  ])('takes %s', async (_what, lines, id) => {
    const { router } = open(`${BASE}[fermix_core.routing]\n${lines}\n`);
    expect(idOf((await router.route?.('subagent')) as RouteChoice)).toBe(id);
    expect(idOf((await router.route?.('cron')) as RouteChoice)).toBe('anthropic/claude-opus-4-5');
    expect(idOf(await router.current())).toBe('anthropic/claude-opus-4-5');
  });

  it('changes live, with an effort of its own that fits the model', async () => {
    const { router, routing } = open(BASE);
    await routing.change('subagent', { effort: 'low' });
    expect(await router.route?.('subagent')).toMatchObject({ ok: true, effort: 'low' });
    await routing.change('subagent', { effort: null });
    expect(await router.route?.('subagent')).toMatchObject({ ok: true, effort: 'high' });
  });

  it('is refused when it pairs a provider with the model of another, also when it comes from the file', async () => {
    const { router } = open(
      `${BASE}[fermix_core.routing]\nsubagent_provider = "openai"\nsubagent_model = "claude-opus-4-5"\n`,
    );
    expect(await router.route?.('subagent')).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request', message: 'claude-opus-4-5 is a model of Anthropic, not of OpenAI.' },
    });
  });

  it('is what a single run wishes, with the provider its model belongs to', async () => {
    const { router } = open(`${BASE}[fermix_core.routing]\nsubagent_model = "claude-haiku-4-5"\n`);
    expect(idOf((await router.route?.('subagent', { model: 'gpt-5-mini' })) as RouteChoice)).toBe('openai/gpt-5-mini');
    expect(idOf((await router.route?.('subagent', { provider: 'openai' })) as RouteChoice)).toBe('openai/gpt-5.2');
    expect(idOf((await router.route?.('subagent', { provider: 'xai', model: 'grok-4.3' })) as RouteChoice)).toBe(
      'xAI is not connected.',
    );
  });
});

describe('changing the routing', () => {
  it('checks the merged result, and a refusal changes nothing', async () => {
    const { routing, file } = open(
      '[fermix_core.providers.openai]\nprimary = true\ndefault_model = "gpt-5.2"\n# mine\n',
    );
    await routing.change('subagent', { provider: 'anthropic' });
    await routing.change('subagent', { model: 'claude-haiku-4-5' });
    const before = file();
    await expect(routing.change('subagent', { provider: 'openai' })).rejects.toMatchObject({ code: 'invalid_value' });
    await expect(routing.change('subagent', { provider: null })).rejects.toMatchObject({ code: 'invalid_value' });
    await expect(routing.change('subagent', { provider: 'nobody' })).rejects.toMatchObject({ code: 'invalid_value' });
    await expect(routing.change('subagent', { model: 'a\nb' })).rejects.toMatchObject({ code: 'invalid_value' });
    await expect(routing.change('subagent', { effort: 'huge' as 'high' })).rejects.toMatchObject({
      code: 'invalid_value',
    });
    await expect(routing.setFallbacks(['nobody'])).rejects.toMatchObject({ code: 'invalid_value' });
    expect(file()).toBe(before);
    expect(before).toContain('# mine');
  });

  it('refuses an effort for a provider that has none', async () => {
    const { routing } = open('[fermix_core.providers.mistral]\nprimary = true\ndefault_model = "m"\n');
    await expect(routing.change('cron', { effort: 'high' })).rejects.toMatchObject({
      message: 'Mistral has no reasoning effort to choose.',
    });
  });
});

describe('a provider block', () => {
  it.each(['mistral', 'venice', 'ollama'])('of %s, which has no effort, does not know the key', (name) => {
    expect(() => open(`[fermix_core.providers.${name}]\nreasoning_effort = "high"\n`)).toThrow(
      `fermix_core.providers.${name}.reasoning_effort is not a known key`,
    );
  });

  it('may correct the window of its model until another is chosen', async () => {
    const { router, service, file } = open(
      '[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "claude-opus-4-5"\ncontext_window = 5000\n',
    );
    expect(client(await router.current()).info.contextWindow).toBe(5000);
    expect((await service.state()).current.contextWindow).toBe(5000);
    await service.select({ provider: 'anthropic', model: 'claude-haiku-4-5', effort: null });
    expect(client(await router.current()).info.contextWindow).toBe(200_000);
    expect(file()).not.toContain('context_window');
  });
});
