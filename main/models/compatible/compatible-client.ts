import type { Model } from '@earendil-works/pi-ai';
import type { ModelClient } from '../../agent/model-client.ts';
import type { ResolvedModel } from '../catalogue.ts';
import { type ClientParts, createPiClient, toReasoning } from '../pi/pi-client.ts';
import { separatingFetch } from './separate-calls.ts';

/** Chat Completions, as spoken by Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many more. */
export function createCompatibleClient(resolved: ResolvedModel, key: string | null, parts: ClientParts): ModelClient {
  const model = resolved.model as Model<'openai-completions'>;
  return createPiClient(
    {
      ...resolved,
      key,
      format: 'openai-completions',
      async call(context, options, request) {
        const { stream } = await import('@earendil-works/pi-ai/api/openai-completions');
        const reasoningEffort = toReasoning(request.effort, model);
        const effort = reasoningEffort ? { reasoningEffort } : {};
        return stream(model, context, { ...options, ...effort, fetch: separatingFetch(options.fetch) });
      },
    },
    parts,
  );
}
