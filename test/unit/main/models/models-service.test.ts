import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ModelClient } from '../../../../main/agent/model-client.ts';
import { openConfig } from '../../../../main/config/open-config.ts';
import type { SecretStore } from '../../../../main/config/secrets-port.ts';
import { createModels } from '../../../../main/models/models-service.ts';
import { createScriptedModel, type ScriptedModelOptions } from '../../../support/scripted-model.ts';
import { answer, ask, eagerClock, quietLog, request } from './open-client.ts';

const direct: ModelClient = {
  info: {
    id: 'direct',
    provider: 'direct',
    label: 'Direct mode',
    contextWindow: 0,
    maxImageEdge: 0,
    vision: false,
    efforts: [],
  },
  async *stream() {
    yield { type: 'end', response: { text: 'direct', toolCalls: [], usage: {}, model: 'direct' } };
  },
};

function memorySecrets(
  values: Record<string, string> = {},
): SecretStore & { values: Map<string, string>; reads: string[] } {
  const kept = new Map(Object.entries(values));
  const reads: string[] = [];
  return {
    values: kept,
    reads,
    backend: 'keychain',
    note: null,
    has: (name) => kept.has(name),
    async read(name) {
      reads.push(name);
      const value = kept.get(name);
      return value === undefined ? { ok: false, code: 'missing' } : { ok: true, value };
    },
    async write(name, value) {
      kept.set(name, value);
    },
    async remove(name) {
      kept.delete(name);
    },
  };
}

function open(text = '', secrets: SecretStore = memorySecrets()) {
  const home = mkdtempSync(join(tmpdir(), 'fermix-models-'));
  writeFileSync(join(home, 'config.toml'), text);
  const config = openConfig({ home, env: {} });
  const models = createModels({ config, secrets, direct, clock: eagerClock(), log: quietLog, version: '9.9.9' });
  onTestFinished(async () => {
    await models.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { ...models, config, secrets, home, file: () => readFileSync(join(home, 'config.toml'), 'utf8') };
}

async function server(options: Partial<ScriptedModelOptions> & Pick<ScriptedModelOptions, 'format'>) {
  const scripted = await createScriptedModel({ script: [{ text: 'hello' }, { text: 'again' }], ...options });
  onTestFinished(() => scripted.close());
  return scripted;
}

describe('with no model', () => {
  it('direct mode answers, and the pages say so', async () => {
    const { router, service } = open();
    expect(await router.current()).toEqual({ ok: true, client: direct });
    const state = await service.state();
    expect(state.current).toEqual({ id: 'direct', label: 'Direct mode', effort: null, contextWindow: null });
    expect(state.providers.map((one) => one.id)).toEqual(
      expect.arrayContaining(['anthropic', 'openai', 'openrouter', 'xai', 'ollama', 'custom']),
    );
    expect(state.providers.find((one) => one.id === 'anthropic')).toMatchObject({
      key: 'none',
      primary: false,
      model: null,
    });
  });

  it('nothing counts as connected, not even what needs no key or has one in the environment', async () => {
    const { service } = open('', memorySecrets({ OPENAI_API_KEY: 'secret-key-1' }));
    const { providers } = await service.state();
    expect(providers.length).toBeGreaterThan(0);
    expect(providers.filter((one) => one.connected)).toEqual([]);
  });

  it('a provider the settings have is connected until it is disconnected', async () => {
    const { service } = open('[fermix_core.providers.ollama]\ndefault_model = "qwen3"\n');
    const connected = async () => (await service.state()).providers.filter((one) => one.connected).map((one) => one.id);
    expect(await connected()).toEqual(['ollama']);
    await service.disconnect({ provider: 'ollama' });
    expect(await connected()).toEqual([]);
  });
});

describe('connecting', () => {
  it.each([
    ['anthropic', 'anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'openai-responses', 'OPENAI_API_KEY'],
    ['custom', 'chat-completions', 'CUSTOM_API_KEY'],
  ] as const)(
    '%s asks the model, keeps the key out of the file, and makes it answer',
    async (provider, format, keyName) => {
      const scripted = await server({ format, key: 'secret-key-1' });
      const secrets = memorySecrets();
      const { router, service, file } = open('# mine\n', secrets);
      const heard = vi.fn();
      service.onChange(heard);
      const result = await service.connect({
        provider,
        baseUrl: scripted.url,
        key: 'secret-key-1',
        model: 'scripted-1',
      });

      expect(result.state.current.id).toBe(`${provider}/scripted-1`);
      expect(result.state.providers.find((one) => one.id === provider)).toMatchObject({
        key: 'stored',
        primary: true,
        model: 'scripted-1',
      });
      expect(scripted.verifications).toHaveLength(1);
      expect(secrets.values.get(keyName)).toBe('secret-key-1');
      expect(file()).not.toContain('secret-key-1');
      expect(file()).toContain('# mine');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled());

      const current = await router.current();
      if (!current.ok) throw new Error(current.error.message);
      expect((await answer(current.client, request([ask('hi')]))).response.text).toBe('hello');
      expect(await service.list({ provider })).toMatchObject([{ id: 'scripted-1' }]);
    },
  );

  it('a second model is a stand-in until it is chosen, and the first stays connected', async () => {
    const [first, second] = [await server({ format: 'anthropic' }), await server({ format: 'chat-completions' })];
    const { router, service, config } = open();
    await service.connect({ provider: 'anthropic', baseUrl: first.url, key: 'k1', model: 'scripted-1' });
    await service.connect({ provider: 'custom', baseUrl: second.url, model: 'scripted-1' });
    expect(config.current().providers).toMatchObject({ anthropic: { primary: true }, custom: { primary: false } });
    expect((await service.state()).routing.standIns).toEqual(['custom']);
    await service.select({ provider: 'custom', model: 'scripted-1', effort: null });
    expect(config.current().providers).toMatchObject({ anthropic: { primary: false }, custom: { primary: true } });

    await service.select({ provider: 'anthropic', model: 'other', effort: null });
    const current = await router.current();
    expect(current.ok && current.client.info.id).toBe('anthropic/other');
    await service.disconnect({ provider: 'anthropic' });
    expect((await service.state()).current.id).toBe('direct');
  });

  it.each([
    ['a wrong key', { key: 'wrong' }, 'auth'],
    ['no key', {}, 'auth'],
    ['a token that is no key', { key: 'sk-ant-oat-abc' }, 'auth'],
    ['plain http to a public host', { key: 'k', baseUrl: 'http://example.com' }, 'invalid_address'],
    ['words that are no address', { key: 'k', baseUrl: 'my server' }, 'invalid_address'],
    ['no address at all', { key: 'k', baseUrl: 'ftp://x' }, 'invalid_address'],
  ])('%s is refused and changes nothing', async (_what, input, code) => {
    const scripted = await server({ format: 'anthropic', key: 'right' });
    const secrets = memorySecrets();
    const { service, file } = open('', secrets);
    const asked = service.connect({ provider: 'anthropic', baseUrl: scripted.url, model: 'scripted-1', ...input });
    await expect(asked).rejects.toMatchObject({ name: 'ModelsError', code });
    expect(file()).toBe('');
    expect(secrets.values.size).toBe(0);
  });

  it('does not send a saved key to another address', async () => {
    const [first, second] = [await server({ format: 'anthropic' }), await server({ format: 'anthropic' })];
    const { service } = open();
    await service.connect({ provider: 'anthropic', baseUrl: first.url, key: 'k1', model: 'scripted-1' });
    await expect(
      service.connect({ provider: 'anthropic', baseUrl: second.url, model: 'scripted-1' }),
    ).rejects.toMatchObject({ code: 'auth' });
    await service.list({ provider: 'anthropic', baseUrl: second.url });
    expect(second.verifications).toEqual([]);
    await service.connect({ provider: 'anthropic', baseUrl: first.url, model: 'scripted-2' });
    expect(first.verifications[1]?.headers['x-api-key']).toBe('k1');
  });

  it('forgets the key of an address that is left', async () => {
    const [first, second] = [
      await server({ format: 'chat-completions' }),
      await server({ format: 'chat-completions' }),
    ];
    const secrets = memorySecrets();
    const { service, router } = open('', secrets);
    await service.connect({ provider: 'custom', baseUrl: first.url, key: 'k1', model: 'scripted-1' });
    await service.connect({ provider: 'custom', baseUrl: second.url, model: 'scripted-1' });
    expect(secrets.values.size).toBe(0);
    const current = await router.current();
    if (!current.ok) throw new Error(current.error.message);
    await answer(current.client, request([ask('hi')]));
    expect(second.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('moves a key that stands in the file to the store', async () => {
    const text = '[fermix_core.providers.openai]\ndefault_model = "gpt-5.2"\napi_key = "written-key" # oops\n';
    const secrets = memorySecrets();
    const { service, file } = open(text, secrets);
    await service.select({ provider: 'openai', model: 'gpt-5.2', effort: 'high' });
    expect(secrets.values.get('OPENAI_API_KEY')).toBe('written-key');
    expect(file()).toContain('api_key = "@keychain" # oops');
  });

  it('says when there is nowhere to keep a key, and changes nothing', async () => {
    const scripted = await server({ format: 'anthropic' });
    const nowhere: SecretStore = { ...memorySecrets(), write: async () => Promise.reject(new Error('locked')) };
    const { service, file } = open('', nowhere);
    const asked = service.connect({ provider: 'anthropic', baseUrl: scripted.url, key: 'k1', model: 'scripted-1' });
    await expect(asked).rejects.toMatchObject({ code: 'no_secret_store' });
    expect(file()).toBe('');
  });

  it('stops at a file that was changed outside, before the key is kept', async () => {
    const scripted = await server({ format: 'anthropic' });
    const secrets = memorySecrets();
    const { service, home } = open('', secrets);
    writeFileSync(join(home, 'config.toml'), '[computer_use]\nenabled = true\n');
    const asked = service.connect({ provider: 'anthropic', baseUrl: scripted.url, key: 'k1', model: 'scripted-1' });
    await expect(asked).rejects.toMatchObject({ code: 'settings_changed_outside' });
    expect(secrets.values.size).toBe(0);
  });

  it('disconnecting forgets the key and the block', async () => {
    const scripted = await server({ format: 'openai-responses' });
    const secrets = memorySecrets();
    const { service, file } = open('', secrets);
    await service.connect({ provider: 'openai', baseUrl: scripted.url, key: 'k1', model: 'scripted-1' });
    const state = await service.disconnect({ provider: 'openai' });
    expect(state.current.id).toBe('direct');
    expect(secrets.values.size).toBe(0);
    expect(file()).not.toContain('keychain');
  });
});

describe('choosing', () => {
  it('clamps an effort above what the model has', async () => {
    const text =
      '[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "claude-opus-4-5"\nreasoning_effort = "max"\n';
    const { router } = open(text, memorySecrets({ ANTHROPIC_API_KEY: 'k' }));
    const current = await router.current();
    if (!current.ok) throw new Error(current.error.message);
    expect(current.client.info.efforts).toContain(current.effort);
    expect(current.client.info.efforts).not.toContain('none');
    expect(current.client.info).toMatchObject({ vision: true, contextWindow: 200_000 });
  });

  it('refuses an effort where there is none, and a provider that is not connected', async () => {
    const { service } = open('[fermix_core.providers.ollama]\ndefault_model = "llama"\n');
    await expect(service.select({ provider: 'ollama', model: 'llama', effort: 'high' })).rejects.toMatchObject({
      code: 'effort_unsupported',
    });
    await expect(service.select({ provider: 'openai', model: 'gpt', effort: null })).rejects.toMatchObject({
      code: 'not_connected',
    });
    await expect(service.select({ provider: 'acme', model: 'x', effort: null })).rejects.toMatchObject({
      code: 'unknown_provider',
    });
  });

  it('draws the pages without reading a key', async () => {
    const secrets = memorySecrets({ OPENAI_API_KEY: 'k' });
    const { service } = open(
      '[fermix_core.providers.openai]\nprimary = true\ndefault_model = "gpt-5.2"\napi_key = "@keychain"\n',
      secrets,
    );
    expect((await service.state()).providers.find((one) => one.id === 'openai')).toMatchObject({ key: 'stored' });
    expect(secrets.reads).toEqual([]);
  });
});

describe('a choice that cannot work', () => {
  const block =
    '[fermix_core.providers.anthropic]\nprimary = true\ndefault_model = "claude-opus-4-5"\napi_key = "@keychain"\n';

  it('is told with its reason, never replaced by another', async () => {
    const reading = (code: 'secret_needs_app' | 'missing' | 'unreadable'): SecretStore => ({
      ...memorySecrets(),
      read: async () => ({ ok: false, code }),
    });
    for (const [code, kind] of [
      ['secret_needs_app', 'secret_needs_app'],
      ['missing', 'auth'],
      ['unreadable', 'auth'],
    ] as const) {
      const { router } = open(block, reading(code));
      expect(await router.current()).toMatchObject({
        ok: false,
        error: { kind, message: expect.stringContaining('Anthropic') },
      });
    }
    expect(await open('[fermix_core.providers.openai]\nprimary = true\n').router.current()).toMatchObject({
      ok: false,
      error: { kind: 'no_model' },
    });
    const http = `${block}base_url = "http://example.com"\n`;
    expect(await open(http, memorySecrets({ ANTHROPIC_API_KEY: 'k' })).router.current()).toMatchObject({
      ok: false,
      error: { kind: 'invalid_request' },
    });
  });

  it('uses a key written in the file as it is', async () => {
    const scripted = await server({ format: 'chat-completions', key: 'plain' });
    const { router } = open(
      `[fermix_core.providers.custom]\nprimary = true\ndefault_model = "m"\nbase_url = "${scripted.url}"\napi_key = "plain"\n`,
    );
    const current = await router.current();
    if (!current.ok) throw new Error(current.error.message);
    expect((await answer(current.client, request([ask('hi')]))).response.text).toBe('hello');
  });
});

describe('listing', () => {
  it('offers the catalogue where there is no key yet, with what it knows', async () => {
    const { service } = open();
    const models = await service.list({ provider: 'anthropic' });
    expect(models.find((one) => one.id === 'claude-opus-4-5')).toMatchObject({ vision: true, contextWindow: 200_000 });
  });

  it('never shows the catalogue for a server that refuses', async () => {
    const scripted = await server({ format: 'anthropic', key: 'right' });
    const { service } = open(
      `[fermix_core.providers.anthropic]\nbase_url = "${scripted.url}"\n`,
      memorySecrets({ ANTHROPIC_API_KEY: 'wrong' }),
    );
    await expect(service.list({ provider: 'anthropic' })).rejects.toMatchObject({ code: 'auth' });
    await scripted.close();
    await expect(service.list({ provider: 'anthropic' })).rejects.toMatchObject({ code: 'network' });
    const odd = await server({ format: 'chat-completions', pages: { '/v1/models': { hello: 1 } } });
    await expect(service.list({ provider: 'custom', baseUrl: odd.url })).rejects.toMatchObject({ code: 'list_failed' });
  });

  it('takes over what a local server knows of its models', async () => {
    const scripted = await server({
      format: 'chat-completions',
      models: ['llava'],
      pages: { '/api/show': { capabilities: ['completion', 'vision'], model_info: { 'llama.context_length': 8192 } } },
    });
    const { router } = open(
      `[fermix_core.providers.ollama]\nprimary = true\ndefault_model = "llava"\nbase_url = "${scripted.url}"\n`,
    );
    const current = await router.current();
    expect(current.ok && current.client.info).toMatchObject({ contextWindow: 8192, vision: true });
  });

  it('gives an unknown model the default window', async () => {
    const scripted = await server({ format: 'chat-completions' });
    const { router } = open(
      `[fermix_core.providers.custom]\nprimary = true\ndefault_model = "scripted-1"\nbase_url = "${scripted.url}"\n`,
    );
    const current = await router.current();
    expect(current.ok && current.client.info.contextWindow).toBe(120_000);
  });
});
