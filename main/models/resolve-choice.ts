import type { Effort, ModelClient, ModelError } from '../agent/model-client.ts';
import type { ProviderConfig } from '../config/config-port.ts';
import { findProvider, type ProviderDescriptor } from '../config/providers.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { clampEffort, resolveModel, type ServerFacts } from './catalogue.ts';
import { createClient } from './create-client.ts';
import { toModelError } from './errors/model-error.ts';
import { checkBaseUrl } from './network/base-url.ts';
import type { ClientParts } from './pi/pi-client.ts';
import { describeModel } from './servers/describe-model.ts';

/** How long a server is asked about a model before it is taken as unknown, ms. */
const DESCRIBE_TIMEOUT_MS = 2_000;

/** A value of `api_key` that stands for a key kept elsewhere. */
export function isKeyReference(value: string): boolean {
  return value.startsWith('@');
}

export interface ChoiceParts extends ClientParts {
  secrets: SecretStore;
}

/** Makes clients from the owner's settings. */
export interface ChoiceResolver {
  resolve(
    name: string,
    block: ProviderConfig,
  ): Promise<{ ok: true; client: ModelClient; effort?: Effort } | { ok: false; error: ModelError }>;
  /** What a server has said about a model so far, without asking it. */
  facts(baseUrl: string, id: string): ServerFacts;
  /** The same with a key that is not saved yet. */
  build(
    provider: ProviderDescriptor,
    baseUrl: string,
    id: string,
    key: string | null,
    settings: Pick<ProviderConfig, 'reasoningEffort' | 'contextWindow'>,
  ): Promise<ModelClient>;
}

export function createChoiceResolver(parts: ChoiceParts): ChoiceResolver {
  /** What servers said about their models, so that a turn need not ask again. Keyed by address and model. */
  const described = new Map<string, Promise<ServerFacts>>();
  const learned = new Map<string, ServerFacts>();
  const warned = new Set<string>();

  const describe = (provider: ProviderDescriptor, baseUrl: string, id: string, key: string | null) => {
    if (provider.kind !== 'compatible') return Promise.resolve({});
    const place = `${baseUrl} ${id}`;
    const known = described.get(place);
    if (known) return known;
    const asked = describeModel(
      { fetch: parts.fetch, kind: provider.kind, baseUrl, key, timeoutMs: DESCRIBE_TIMEOUT_MS },
      id,
    );
    described.set(place, asked);
    // An empty answer may mean that the server is still starting: ask again next time.
    asked
      .then((facts) => {
        if (Object.keys(facts).length === 0) described.delete(place);
        else learned.set(place, facts);
      })
      .catch(() => described.delete(place));
    return asked;
  };

  const build: ChoiceResolver['build'] = async (provider, baseUrl, id, key, settings) => {
    const server = await describe(provider, baseUrl, id, key);
    const { reasoningEffort: effort, contextWindow } = settings;
    const resolved = await resolveModel({ provider, baseUrl, id, server, effort, contextWindow });
    if (!resolved.known && !warned.has(resolved.info.id)) {
      warned.add(resolved.info.id);
      parts.log.info('model_window_unknown', { model: resolved.info.id, assumed: resolved.info.contextWindow });
    }
    return createClient(provider.kind, resolved, key, parts);
  };

  return {
    build,
    facts: (baseUrl, id) => learned.get(`${baseUrl} ${id}`) ?? {},
    async resolve(name, block) {
      const provider = findProvider(name);
      const model = block.defaultModel;
      if (!provider || !model) {
        return refuse(
          'no_model',
          name,
          `No model is chosen for ${provider?.label ?? name}. Choose one under Settings > Model.`,
          parts,
        );
      }
      const address = checkBaseUrl(block.baseUrl ?? provider.baseUrl ?? '', provider.kind);
      if (!address.ok) return refuse('invalid_request', name, address.message, parts);
      const key = await readKey(provider, block, parts.secrets);
      if (!key.ok) {
        const culprit = { provider: name, label: provider.label, model };
        if (key.code === 'secret_needs_app')
          return { ok: false, error: toModelError(key.code, culprit, null, parts.clock.now()) };
        const sentence =
          key.code === 'unreadable'
            ? `The key for ${provider.label} cannot be read from the keychain. Unlock it, or enter the key again.`
            : `There is no API key for ${provider.label}. Enter it under Settings > Model, or set ${provider.keyName}.`;
        return refuse('auth', name, sentence, parts);
      }
      const client = await build(provider, address.url, model, key.value, block);
      const effort = clampEffort(block.reasoningEffort, client.info.efforts);
      return { ok: true, client, ...(effort ? { effort } : {}) };
    },
  };
}

/** The key a block refers to: written in the file, kept in the store, or none where none is needed. */
export async function readKey(
  provider: ProviderDescriptor,
  block: ProviderConfig | undefined,
  secrets: SecretStore,
): Promise<{ ok: true; value: string | null } | { ok: false; code: 'secret_needs_app' | 'missing' | 'unreadable' }> {
  const written = block?.apiKey ?? null;
  if (written !== null && !isKeyReference(written)) return { ok: true, value: written };
  const stored = await secrets.read(provider.keyName);
  if (stored.ok) return stored;
  // A key that was saved and cannot be read is a failure even where none would be needed.
  if (stored.code === 'missing' && provider.key === 'optional' && written === null) return { ok: true, value: null };
  return stored;
}

function refuse(
  kind: 'no_model' | 'invalid_request' | 'auth',
  provider: string,
  message: string,
  parts: ChoiceParts,
): { ok: false; error: ModelError } {
  parts.log.warn('model_choice_refused', { provider, kind });
  return { ok: false, error: { kind, provider, stage: 'before_response', message } };
}
