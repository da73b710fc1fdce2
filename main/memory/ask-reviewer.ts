import type { ModelClient, ModelResponse, ModelRouter } from '../agent/model-client.ts';
import { readModel } from '../agent/model-stream.ts';
import type { Clock, Log } from '../agent/ports.ts';

/** The longest that one review may wait for its models, ms. */
export const CALL_TIMEOUT_MS = 120_000;

export type Asked =
  | { ok: true; response: ModelResponse }
  | { ok: false; code: 'no_model' | 'aborted' | 'timeout' | 'model_failed'; reason: string };

/** The route of the owner's turns and what stands behind it; null when there is none, as in direct mode. */
export async function reviewRoutes(models: ModelRouter): Promise<ModelClient[] | null> {
  const route = await models.current();
  if (!route.ok || route.client.info.scripted) return null;
  return [route.client, ...((await models.fallbacks?.()) ?? [])].filter((one) => !one.info.scripted);
}

/** One answer of the first route that gives one. Never throws. */
export async function askReviewer(
  clients: readonly ModelClient[],
  request: Omit<Parameters<ModelClient['stream']>[0], 'signal'>,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<Asked> {
  const late = new AbortController();
  const ended = new AbortController();
  clock.sleep(CALL_TIMEOUT_MS, ended.signal).then(
    () => late.abort(),
    () => undefined,
  );
  const both = AbortSignal.any([signal, late.signal]);
  let reason = 'No model could be asked.';
  try {
    for (const client of clients) {
      for await (const event of readModel(client, { ...request, helping: true, signal: both }, { log })) {
        if (event.type === 'end') return { ok: true, response: event.response };
        if (event.type === 'error') reason = event.error.message;
      }
      if (signal.aborted) return { ok: false, code: 'aborted', reason };
      if (late.signal.aborted) return { ok: false, code: 'timeout', reason: 'No answer came in time.' };
    }
    return { ok: false, code: 'model_failed', reason };
  } finally {
    ended.abort();
  }
}
