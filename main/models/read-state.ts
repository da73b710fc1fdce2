import type { ModelState, ProviderState, RoutingState } from '../../protocol/ipc/shapes.ts';
import type { Config, ConfigStore } from '../config/config-port.ts';
import { findProvider, PROVIDERS, type ProviderDescriptor } from '../config/providers.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { clampEffort, resolveModel } from './catalogue.ts';
import { checkBaseUrl } from './network/base-url.ts';
import type { ChoiceResolver } from './resolve-choice.ts';
import type { ProviderHealth } from './routes/health.ts';
import { primaryOf, standIns } from './routes/route-chain.ts';

interface StateParts {
  config: Pick<ConfigStore, 'current'>;
  secrets: SecretStore;
  health: ProviderHealth;
  choices: Pick<ChoiceResolver, 'facts'>;
}

/** What Settings > Model shows. From references alone: no key is read to draw a page, and no server is asked. */
export async function readState(parts: StateParts): Promise<ModelState> {
  const { secrets } = parts;
  const settings = parts.config.current();
  return {
    current: await describeCurrent(settings, parts),
    providers: PROVIDERS.map((provider) => describeProvider(provider, settings.providers, parts)),
    routing: describeRouting(settings),
    secretBackend: secrets.backend,
    secretNote: secrets.note,
  };
}

async function describeCurrent(settings: Config, { choices }: StateParts): Promise<ModelState['current']> {
  const primary = primaryOf(settings);
  const block = primary === null ? undefined : settings.providers[primary];
  const provider = primary === null ? undefined : findProvider(primary);
  const id = block?.defaultModel;
  if (!block || !provider || !id) return { id: 'direct', label: 'Direct mode', effort: null, contextWindow: null };
  const address = checkBaseUrl(block.baseUrl ?? provider.baseUrl ?? '', provider.kind);
  const server = address.ok ? choices.facts(address.url, id) : {};
  const { reasoningEffort: effort, contextWindow } = block;
  const { info, known } = await resolveModel({ provider, baseUrl: '', id, server, effort, contextWindow });
  return {
    id: info.id,
    label: info.label,
    effort: clampEffort(effort, info.efforts) ?? null,
    contextWindow: known ? info.contextWindow : null,
  };
}

function describeProvider(
  provider: ProviderDescriptor,
  blocks: Config['providers'],
  { secrets, health }: StateParts,
): ProviderState {
  const block = blocks[provider.name];
  const trouble = block === undefined ? null : health.trouble(provider.name);
  return {
    id: provider.name,
    label: provider.label,
    connected: block !== undefined,
    kind: provider.kind,
    baseUrl: block?.baseUrl ?? provider.baseUrl,
    key: keyState(provider, block?.apiKey ?? null, secrets),
    model: block?.defaultModel ?? null,
    primary: block?.primary ?? false,
    needs: { key: provider.key, address: provider.baseUrl === null || provider.name === 'ollama' },
    effort: provider.effort,
    trouble: trouble && {
      at: trouble.at,
      message: trouble.message,
      ...(trouble.replacedBy ? { replacedBy: trouble.replacedBy } : {}),
    },
  };
}

function keyState(provider: ProviderDescriptor, reference: string | null, secrets: SecretStore): ProviderState['key'] {
  if (reference !== null) return 'stored';
  if (secrets.has(provider.keyName)) return secrets.backend === 'environment' ? 'environment' : 'stored';
  return provider.key === 'optional' ? 'not_needed' : 'none';
}

function describeRouting(settings: Config): RoutingState {
  const { subagent, cron, meeting, fallbackOrder } = settings.routing;
  const primary = primaryOf(settings);
  return {
    subagent,
    cron,
    meeting,
    standIns: primary === null ? [] : standIns(settings, primary),
    ownOrder: fallbackOrder !== null,
  };
}
