import type { ModelClient } from '../agent/model-client.ts';
import type { ProviderKind } from '../config/providers.ts';
import { createAnthropicClient } from './anthropic/anthropic-client.ts';
import type { ResolvedModel } from './catalogue.ts';
import { createCompatibleClient } from './compatible/compatible-client.ts';
import { createGoogleClient } from './google/google-client.ts';
import { createOpenAiClient } from './openai/openai-client.ts';
import type { ClientParts } from './pi/pi-client.ts';

const FAMILIES: Record<ProviderKind, (resolved: ResolvedModel, key: string | null, parts: ClientParts) => ModelClient> =
  {
    anthropic: createAnthropicClient,
    openai: createOpenAiClient,
    google: createGoogleClient,
    compatible: createCompatibleClient,
  };

/** The client of the provider's family. */
export function createClient(
  kind: ProviderKind,
  resolved: ResolvedModel,
  key: string | null,
  parts: ClientParts,
): ModelClient {
  return FAMILIES[kind](resolved, key, parts);
}
