import type { Model } from '@earendil-works/pi-ai';
import type { ModelClient } from '../../agent/model-client.ts';
import type { ResolvedModel } from '../catalogue.ts';
import { type ClientParts, createPiClient, toReasoning } from '../pi/pi-client.ts';

/** Google Gemini. Signatures of its thoughts are kept with the answer and sent again. */
export function createGoogleClient(resolved: ResolvedModel, key: string | null, parts: ClientParts): ModelClient {
  const model = resolved.model as Model<'google-generative-ai'>;
  return createPiClient(
    {
      ...resolved,
      key,
      format: 'google-generative-ai',
      async call(context, options, request) {
        const { streamSimple } = await import('@earendil-works/pi-ai/api/google-generative-ai');
        const reasoning = toReasoning(request.effort, model);
        return streamSimple(model, context, { ...options, ...(reasoning ? { reasoning } : {}) });
      },
    },
    parts,
  );
}
