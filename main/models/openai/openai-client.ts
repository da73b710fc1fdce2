import type { Model } from '@earendil-works/pi-ai';
import type { ModelClient } from '../../agent/model-client.ts';
import type { ResolvedModel } from '../catalogue.ts';
import { type ClientParts, createPiClient, toReasoning } from '../pi/pi-client.ts';

/** OpenAI Responses. Nothing is stored at the provider; reasoning comes back encrypted and is sent again. */
export function createOpenAiClient(resolved: ResolvedModel, key: string | null, parts: ClientParts): ModelClient {
  const model = resolved.model as Model<'openai-responses'>;
  return createPiClient(
    {
      ...resolved,
      key,
      format: 'openai-responses',
      async call(context, options, request) {
        const { stream } = await import('@earendil-works/pi-ai/api/openai-responses');
        const reasoningEffort = toReasoning(request.effort, model);
        return stream(model, context, { ...options, ...(reasoningEffort ? { reasoningEffort } : {}) });
      },
    },
    parts,
  );
}
