import type { ModelError, ModelErrorKind } from '../../agent/model-client.ts';
import { redact } from '../../config/redact.ts';
import type { WireFacts } from '../wire/wire-facts.ts';
import { failureSentence, failureWords, retriedSentence } from './failure-sentence.ts';
import { readResetTime } from './reset-time.ts';

/** Longest quote of a provider, in UTF-16 units. */
const LONGEST_QUOTE = 500;

/** Who failed. */
export interface Culprit {
  provider: string;
  label: string;
  model: string;
}

/** The typed failure of one attempt. */
export function toModelError(kind: ModelErrorKind, culprit: Culprit, facts: WireFacts | null, now: number): ModelError {
  const providerWords =
    redact(facts?.declared?.words ?? '')
      .trim()
      .slice(0, LONGEST_QUOTE) || undefined;
  const reset = kind === 'rate_limit' || kind === 'provider_unavailable' ? readReset(facts, now) : null;
  const status = facts?.status ?? null;
  const summary = retriedSentence(kind, culprit.label);
  const message = failureSentence(kind, {
    label: culprit.label,
    model: culprit.model,
    status,
    providerWords,
    resetsAt: reset ?? undefined,
    now,
    publicHttp: facts?.failure === 'public_http',
  });
  return {
    kind,
    provider: culprit.provider,
    stage: facts && facts.bytes > 0 ? 'streaming' : 'before_response',
    message,
    ...(summary === undefined ? {} : { summary }),
    ...(status === null ? {} : { status }),
    ...(providerWords === undefined ? {} : { providerWords }),
    ...(reset === null ? {} : { resetsAt: reset }),
  };
}

/** The headers say it, or the body of the error does. */
function readReset(facts: WireFacts | null, now: number): number | null {
  const asked = facts?.declared?.retryAfterMs;
  return readResetTime(facts?.headers ?? null, now) ?? (asked === undefined ? null : now + asked);
}

/** Several routes were tried and none answered: the list of them, and what the last one said. */
export function allRoutesFailed(
  failed: readonly { id: string; label: string; error: ModelError }[],
): ModelError | null {
  const last = failed.at(-1)?.error;
  if (!last) return null;
  const list = failed.map(({ label, error }) => `${label} (${failureWords(error.kind)})`).join(', ');
  const { summary: _summary, ...rest } = last;
  return {
    ...rest,
    kind: 'all_routes_failed',
    message: `None of the connected models could answer. Tried: ${list}. The last one: ${last.message}`,
    tried: failed.map(({ id, error }) => ({ model: id, kind: error.kind })),
  };
}
