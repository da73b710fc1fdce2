import type { ModelClient } from '../agent/model-client.ts';
import type { Clock } from '../agent/ports.ts';
import { ModelsError } from './models-error.ts';
import { VERIFY_PROMPT } from './verify-prompt.ts';

/** A local server may have to load the model first. */
const VERIFY_TIMEOUT_MS = 120_000;

/** Asks the model one short question and answers how long it took, ms. Throws a ModelsError that says what is wrong. */
export async function verifyClient(client: ModelClient, clock: Clock): Promise<number> {
  const startedAt = clock.now();
  const lowest = client.info.efforts[0];
  const events = client.stream({
    system: [],
    messages: [{ role: 'user', text: VERIFY_PROMPT, images: [] }],
    tools: [],
    signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
    ...(lowest ? { effort: lowest } : {}),
  });
  for await (const event of events) {
    if (event.type === 'end') return clock.now() - startedAt;
    if (event.type !== 'error') continue;
    const { kind, message } = event.error;
    if (kind === 'aborted') throw new ModelsError('timeout', 'The model did not answer within two minutes.');
    throw new ModelsError(kind, message);
  }
  throw new ModelsError('protocol', 'The model gave no answer.');
}
