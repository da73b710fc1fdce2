import type { ModelState, ProviderState } from '../../protocol/ipc/shapes.ts';
import type { Config, ConfigStore } from '../config/config-port.ts';
import { findProvider, PROVIDERS, type ProviderDescriptor } from '../config/providers.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import { clampEffort, resolveModel } from './catalogue.ts';

/** What Settings > Model shows. From references alone: no key is read to draw a page. */
export async function readState(config: ConfigStore, secrets: SecretStore): Promise<ModelState> {
  const { providers } = config.current();
  const primary = Object.entries(providers).find(([, block]) => block.primary);
  return {
    current: await describeCurrent(primary),
    providers: PROVIDERS.map((provider) => describeProvider(provider, providers, secrets)),
    secretBackend: secrets.backend,
    secretNote: secrets.note,
  };
}

async function describeCurrent(
  primary: [string, Config['providers'][string]] | undefined,
): Promise<ModelState['current']> {
  const provider = primary && findProvider(primary[0]);
  const id = primary?.[1].defaultModel;
  if (!primary || !provider || !id) return { id: 'direct', label: 'Direct mode', effort: null };
  const effort = primary[1].reasoningEffort;
  const { info } = await resolveModel({ provider, baseUrl: '', id, server: {}, effort });
  return { id: info.id, label: info.label, effort: clampEffort(effort, info.efforts) ?? null };
}

function describeProvider(
  provider: ProviderDescriptor,
  blocks: Config['providers'],
  secrets: SecretStore,
): ProviderState {
  const block = blocks[provider.name];
  return {
    id: provider.name,
    label: provider.label,
    connected: block !== undefined,
    kind: provider.kind,
    baseUrl: block?.baseUrl ?? provider.baseUrl,
    key: keyState(provider, block?.apiKey ?? null, secrets),
    model: block?.defaultModel ?? null,
    primary: block?.primary ?? false,
  };
}

function keyState(provider: ProviderDescriptor, reference: string | null, secrets: SecretStore): ProviderState['key'] {
  if (reference !== null) return 'stored';
  if (secrets.has(provider.keyName)) return secrets.backend === 'environment' ? 'environment' : 'stored';
  return provider.key === 'optional' ? 'not_needed' : 'none';
}
