import type { ConnectResult, LocalServer, ModelChoice, ModelConnect, ModelState } from '../../protocol/ipc/shapes.ts';
import type { Effort, ModelClient, ModelRouter } from '../agent/model-client.ts';
import type { Clock, Log } from '../agent/ports.ts';
import type { ConfigStore, ConfigValue, ProviderConfig, RouteOverlay, RoutePurpose } from '../config/config-port.ts';
import { findProvider, type ProviderDescriptor } from '../config/providers.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { loadCatalogue, resolveModel } from './catalogue.ts';
import { ModelsError } from './models-error.ts';
import { checkBaseUrl } from './network/base-url.ts';
import { createGuardedFetch } from './network/guarded-fetch.ts';
import { DEFAULT_DEADLINES } from './pi/pi-client.ts';
import { readState } from './read-state.ts';
import { type ChoiceResolver, createChoiceResolver, isKeyReference, readKey } from './resolve-choice.ts';
import { createRouter } from './router.ts';
import { createProviderHealth, type ProviderHealth } from './routes/health.ts';
import { primaryOf } from './routes/route-chain.ts';
import type { ModelRouting } from './routes/routing-port.ts';
import { createModelRouting } from './routes/routing-settings.ts';
import { discoverServers } from './servers/discover-servers.ts';
import { type ListedModel, listModels } from './servers/list-models.ts';
import { verifyClient } from './verify-client.ts';

const LIST_TIMEOUT_MS = 15_000;

/** What the pages about models do; every refusal is a ModelsError. */
export interface ModelsService {
  state(): Promise<ModelState>;
  discover(): Promise<LocalServer[]>;
  list(input: { provider: string; baseUrl?: string | undefined }): Promise<ModelChoice[]>;
  connect(
    input: { [K in keyof ModelConnect]: ModelConnect[K] | undefined } & Pick<ModelConnect, 'provider' | 'model'>,
  ): Promise<ConnectResult>;
  disconnect(input: { provider: string }): Promise<ModelState>;
  select(input: { provider: string; model: string; effort: Effort | null }): Promise<ModelState>;
  /** Which model a kind of run uses; null is the main one's. */
  route(input: { purpose: RoutePurpose } & RouteOverlay): Promise<ModelState>;
  /** Who stands in, in this order; null for every connected provider. */
  fallbacks(input: { order: string[] | null }): Promise<ModelState>;
  /** Called after a change of the providers or the choice, and when a provider fails or answers again. */
  onChange(listener: (state: ModelState) => void): () => void;
}

export interface ModelsParts {
  config: ConfigStore;
  secrets: SecretStore;
  /** Answers while no model is connected. */
  direct: ModelClient;
  clock: Clock;
  log: Log;
  /** Of this app, for the user agent. */
  version: string;
  /** Default: the guarded fetch. */
  fetch?: typeof globalThis.fetch;
}

/** The models of a host: who answers, the service behind the pages, the routing. `close` ends open connections. */
export interface Models {
  router: ModelRouter;
  service: ModelsService;
  routing: ModelRouting;
  close(): Promise<void>;
}

export function createModels(parts: ModelsParts): Models {
  const guarded = parts.fetch ? null : createGuardedFetch();
  const fetch = parts.fetch ?? guarded?.fetch ?? globalThis.fetch;
  const userAgent = `fermix-desktop/${parts.version}`;
  const { secrets, clock, log } = parts;
  const health = createProviderHealth(clock);
  const routing = createModelRouting(parts.config);
  const choices = createChoiceResolver({ fetch, secrets, clock, log, userAgent, deadlines: DEFAULT_DEADLINES });
  return {
    router: createRouter({ config: parts.config, choices, direct: parts.direct, health, log }),
    service: new Service(parts, { choices, health, routing }, fetch),
    routing,
    close: async () => {
      await guarded?.close();
    },
  };
}

class Service implements ModelsService {
  readonly #parts: ModelsParts;
  readonly #choices: ChoiceResolver;
  readonly #health: ProviderHealth;
  readonly #routing: ModelRouting;
  readonly #fetch: typeof globalThis.fetch;

  constructor(
    parts: ModelsParts,
    made: { choices: ChoiceResolver; health: ProviderHealth; routing: ModelRouting },
    fetch: typeof globalThis.fetch,
  ) {
    this.#parts = parts;
    this.#choices = made.choices;
    this.#health = made.health;
    this.#routing = made.routing;
    this.#fetch = fetch;
  }

  state(): Promise<ModelState> {
    const { config, secrets } = this.#parts;
    return readState({ config, secrets, health: this.#health, choices: this.#choices });
  }

  discover(): Promise<LocalServer[]> {
    return discoverServers(this.#fetch);
  }

  onChange(listener: (state: ModelState) => void): () => void {
    const tell = () => {
      this.state().then(listener, (error) => this.#parts.log.error('model_state_failed', { error }));
    };
    const ends = [this.#parts.config.onChange(tell), this.#health.onChange(tell)];
    return () => {
      for (const end of ends) end();
    };
  }

  async list(input: { provider: string; baseUrl?: string | undefined }): Promise<ModelChoice[]> {
    const provider = known(input.provider);
    const block = this.#parts.config.current().providers[provider.name];
    const baseUrl = address(provider, input.baseUrl ?? block?.baseUrl);
    // A saved key belongs to the address it was saved with, and goes nowhere else.
    const isSavedPlace = baseUrl === address(provider, block?.baseUrl ?? provider.baseUrl ?? baseUrl);
    const key = isSavedPlace ? await readKey(provider, block, this.#parts.secrets) : { ok: true as const, value: null };
    if ((!key.ok || key.value === null) && provider.key === 'required' && provider.list === 'known') {
      const catalogue = await loadCatalogue(provider.name);
      return Promise.all([...catalogue.keys()].map((id) => choice(provider, baseUrl, { id })));
    }
    const keyValue = key.ok ? key.value : null;
    const { kind } = provider;
    const answer = await listModels({ fetch: this.#fetch, kind, baseUrl, key: keyValue, timeoutMs: LIST_TIMEOUT_MS });
    if (!answer.ok) throw listFailure(provider, answer.status);
    return Promise.all(answer.models.map((model) => choice(provider, baseUrl, model)));
  }

  async connect(input: Parameters<ModelsService['connect']>[0]): Promise<ConnectResult> {
    const provider = known(input.provider);
    const { config } = this.#parts;
    const block = config.current().providers[provider.name];
    const baseUrl = address(provider, input.baseUrl ?? block?.baseUrl);
    const key = await this.#keyFor(provider, input.key?.trim() || null, baseUrl);
    const contextWindow = block?.defaultModel === input.model ? block.contextWindow : null;
    const settings = { reasoningEffort: block?.reasoningEffort ?? null, contextWindow };
    const client = await this.#choices.build(provider, baseUrl, input.model, key, settings);
    const answeredMs = await verifyClient(client, this.#parts.clock);

    const changed = await config.changedOutside();
    if (changed.length > 0) {
      throw new ModelsError(
        'settings_changed_outside',
        `The settings file was changed outside the app (${changed.join(', ')}). Read it again first.`,
        { remedy: { label: 'Open settings', page: 'settings/general' } },
      );
    }
    const section = `fermix_core.providers.${provider.name}`;
    const isDefaultPlace = provider.baseUrl !== null && baseUrl === address(provider, provider.baseUrl);
    await config.write({
      ...this.#firstPrimary(provider.name),
      [`${section}.default_model`]: input.model,
      ...otherModel(section, block, input.model),
      [`${section}.base_url`]: isDefaultPlace ? null : baseUrl,
      ...(await this.#keepKey(provider, block, input.key?.trim() || null, baseUrl)),
    });
    this.#health.answered(provider.name);
    return { state: await this.state(), answeredMs };
  }

  async disconnect(input: { provider: string }): Promise<ModelState> {
    const provider = known(input.provider);
    const block = this.#parts.config.current().providers[provider.name];
    await this.#parts.config.write({ [`fermix_core.providers.${provider.name}`]: null });
    if (block?.apiKey && isKeyReference(block.apiKey)) await this.#parts.secrets.remove(provider.keyName);
    this.#health.answered(provider.name);
    return this.state();
  }

  async select(input: { provider: string; model: string; effort: Effort | null }): Promise<ModelState> {
    const provider = known(input.provider);
    const block = this.#parts.config.current().providers[provider.name];
    const key = await readKey(provider, block, this.#parts.secrets);
    if (!block || (!key.ok && key.code === 'missing')) {
      throw new ModelsError('not_connected', `${provider.label} is not connected yet.`, { remedy: CONNECT });
    }
    if (input.effort !== null && !provider.effort) {
      throw new ModelsError('effort_unsupported', `${provider.label} has no reasoning effort to choose.`);
    }
    const section = `fermix_core.providers.${provider.name}`;
    await this.#parts.config.write({
      ...this.#onlyPrimary(provider.name),
      [`${section}.default_model`]: input.model,
      ...otherModel(section, block, input.model),
      ...(provider.effort ? { [`${section}.reasoning_effort`]: input.effort } : {}),
      ...(await this.#keepKey(provider, block, null, address(provider, block.baseUrl))),
    });
    return this.state();
  }

  async route({ purpose, provider, model, effort }: { purpose: RoutePurpose } & RouteOverlay): Promise<ModelState> {
    await this.#routing.change(purpose, { provider, model: model?.trim() || null, effort });
    return this.state();
  }

  async fallbacks({ order }: { order: string[] | null }): Promise<ModelState> {
    await this.#routing.setFallbacks(order);
    return this.state();
  }

  /** The key to try: the new one, or the saved one when the server is the one it was saved for. */
  async #keyFor(provider: ProviderDescriptor, given: string | null, baseUrl: string): Promise<string | null> {
    if (given?.startsWith('sk-ant-oat')) {
      throw new ModelsError(
        'auth',
        'This is a sign-in token of a subscription, not an API key. Create a key in the provider’s console.',
      );
    }
    if (given !== null) return given;
    const block = this.#parts.config.current().providers[provider.name];
    const savedPlace = address(provider, block?.baseUrl ?? provider.baseUrl ?? baseUrl);
    const saved = await readKey(provider, block, this.#parts.secrets);
    if (saved.ok && (saved.value === null || savedPlace === baseUrl)) return saved.value;
    if (provider.key === 'optional') return null;
    throw new ModelsError('auth', `Enter the API key for ${provider.label}.`);
  }

  /**
   * Puts a new key, or one found written in the file, where keys belong, and answers the reference for the file. A key
   * of another address is forgotten: it must not go to this one.
   */
  async #keepKey(
    provider: ProviderDescriptor,
    block: ProviderConfig | undefined,
    given: string | null,
    baseUrl: string,
  ): Promise<Record<string, ConfigValue | null>> {
    const { secrets } = this.#parts;
    const key = `fermix_core.providers.${provider.name}.api_key`;
    const saved = block?.apiKey ?? null;
    const isSamePlace = baseUrl === address(provider, block?.baseUrl ?? provider.baseUrl ?? baseUrl);
    if (given === null && saved !== null && !isSamePlace) {
      if (isKeyReference(saved)) await secrets.remove(provider.keyName);
      return { [key]: null };
    }
    const written = saved !== null && !isKeyReference(saved) ? saved : null;
    const value = given ?? written;
    if (value === null) return {};
    try {
      await secrets.write(provider.keyName, value);
      return { [key]: '@keychain' };
    } catch (error) {
      // A key that stands in the file already goes on working from there.
      if (given === null) return {};
      throw new ModelsError('no_secret_store', 'The key could not be saved, so nothing was changed.', {
        cause: error,
        remedy: { label: 'Check the keychain', page: 'settings/permissions' },
      });
    }
  }

  /** The first provider answers; a later one does only when the owner chooses it. */
  #firstPrimary(name: string): Record<string, ConfigValue | null> {
    const primary = primaryOf(this.#parts.config.current());
    return primary === null || primary === name ? this.#onlyPrimary(name) : {};
  }

  #onlyPrimary(name: string): Record<string, ConfigValue | null> {
    const others = Object.entries(this.#parts.config.current().providers).filter(
      ([other, block]) => other !== name && block.primary,
    );
    return {
      ...Object.fromEntries(others.map(([other]) => [`fermix_core.providers.${other}.primary`, null])),
      [`fermix_core.providers.${name}.primary`]: true,
    };
  }
}

/** What the owner said about the window of one model is not true of another. */
function otherModel(
  section: string,
  block: ProviderConfig | undefined,
  model: string,
): Record<string, ConfigValue | null> {
  return block && block.contextWindow !== null && block.defaultModel !== model
    ? { [`${section}.context_window`]: null }
    : {};
}

const CONNECT = { label: 'Connect a model', page: 'settings/model' };

function known(name: string): ProviderDescriptor {
  const provider = findProvider(name);
  if (!provider) throw new ModelsError('unknown_provider', `There is no provider called ${name.slice(0, 50)}.`);
  return provider;
}

function address(provider: ProviderDescriptor, baseUrl: string | null | undefined): string {
  const wanted = baseUrl ?? provider.baseUrl;
  if (wanted === null) throw new ModelsError('invalid_address', 'Enter the address of the server.');
  const checked = checkBaseUrl(wanted, provider.kind);
  if (!checked.ok) throw new ModelsError('invalid_address', checked.message);
  return checked.url;
}

function listFailure(provider: ProviderDescriptor, status: number | null): ModelsError {
  if (status === 401 || status === 403) return new ModelsError('auth', `${provider.label} did not accept the API key.`);
  if (status === null) return new ModelsError('network', `${provider.label} could not be reached. Check its address.`);
  return new ModelsError(
    'list_failed',
    `${provider.label} did not list its models. Enter the name of the model by hand.`,
  );
}

async function choice(provider: ProviderDescriptor, baseUrl: string, listed: ListedModel): Promise<ModelChoice> {
  const { id, ...server } = listed;
  const {
    info,
    known: isKnown,
    maxOutput,
    price,
  } = await resolveModel({ provider, baseUrl, id, server, effort: null });
  return {
    id,
    label: info.label,
    vision: info.vision,
    contextWindow: isKnown ? info.contextWindow : null,
    maxOutput,
    price,
    efforts: info.efforts,
  };
}
