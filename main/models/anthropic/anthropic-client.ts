import type { Model } from '@earendil-works/pi-ai';
import type { ModelClient, ModelRequest } from '../../agent/model-client.ts';
import type { ResolvedModel } from '../catalogue.ts';
import { type ClientParts, createPiClient, toReasoning } from '../pi/pi-client.ts';

/** Longest answer asked for, in tokens; thinking comes on top. */
const MAX_OUTPUT_TOKENS = 16_384;

/** Anthropic Messages. */
export function createAnthropicClient(resolved: ResolvedModel, key: string | null, parts: ClientParts): ModelClient {
  const model = resolved.model as Model<'anthropic-messages'>;
  return createPiClient(
    {
      ...resolved,
      key,
      format: 'anthropic-messages',
      async call(context, options, request) {
        const { streamSimple } = await import('@earendil-works/pi-ai/api/anthropic-messages');
        const reasoning = toReasoning(request.effort, model);
        return streamSimple(model, context, {
          ...options,
          maxTokens: Math.min(MAX_OUTPUT_TOKENS, model.maxTokens),
          ...(reasoning ? { reasoning } : {}),
          onPayload: (payload) => splitSystem(payload, request),
        });
      },
    },
    parts,
  );
}

/**
 * The library sends the system text as one block. Its stable first part gets a block and a cache mark of its own, so
 * that a change further down does not throw the cached prefix away.
 */
function splitSystem(payload: unknown, request: ModelRequest): unknown {
  const parts = request.system.filter((text) => text !== '');
  if (typeof payload !== 'object' || payload === null || parts.length < 2) return payload;
  const mark = { cache_control: { type: 'ephemeral' } };
  const system = parts.map((text, index) => ({
    type: 'text',
    text,
    ...(index === 0 || index === parts.length - 1 ? mark : {}),
  }));
  return { ...payload, system };
}
