import type { AssistantMessageEventStream, Model, TranscriptContext } from '@earendil-works/pi-ai';
import type { Effort, ModelClient, ModelError, ModelEvent, ModelInfo, ModelRequest } from '../../agent/model-client.ts';
import type { Clock, Log } from '../../agent/ports.ts';
import { toModelError } from '../errors/model-error.ts';
import { createObservedFetch, type Deadlines } from '../wire/observed-fetch.ts';
import { newFacts, type WireFacts, type WireFormat } from '../wire/wire-facts.ts';
import { type Outcome, readAttempt } from './attempt.ts';
import { toContext } from './to-context.ts';

/** Pauses before the second and third try of a first call, ms. */
const RETRY_DELAYS_MS = [500, 1000] as const;
/** A provider that wants a longer pause is not waited for. */
const LONGEST_RETRY_AFTER_MS = 10_000;

export const DEFAULT_DEADLINES: Deadlines = { firstByteMs: 300_000, idleMs: 300_000 };

/** What every family of providers shares. */
export interface ClientParts {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  log: Log;
  /** `name/version` of this app, sent as the user agent. */
  userAgent: string;
  deadlines: Deadlines;
}

/** Options that every call of the library gets. */
export interface CallOptions {
  apiKey: string;
  signal: AbortSignal;
  fetch: typeof globalThis.fetch;
  identity: { userAgent: { custom: string } };
  maxRetries: number;
  timeoutMs: number;
  cacheRetention: 'short';
}

/** One family: which format it speaks and how a call is made. */
export interface Family {
  info: ModelInfo;
  /** The provider's name as people know it. */
  label: string;
  model: Model<string>;
  format: WireFormat;
  /** Null for servers without one. */
  key: string | null;
  call(context: TranscriptContext, options: CallOptions, request: ModelRequest): Promise<AssistantMessageEventStream>;
}

/** A ModelClient over the library: deadlines, facts of the wire, retries, typed failures. */
export function createPiClient(family: Family, parts: ClientParts): ModelClient {
  return {
    info: family.info,
    async *stream(request) {
      for (let attempt = 0; ; attempt += 1) {
        const facts = newFacts();
        const outcome = yield* attemptOnce(family, parts, request, facts);
        if (outcome.ok) return yield { type: 'end', response: outcome.response };
        const culprit = { provider: family.info.provider, label: family.label, model: family.model.id };
        const error = toModelError(outcome.kind, culprit, facts, parts.clock.now());
        parts.log.warn('model_call_failed', { ...error, attempt });
        const delayMs = retryDelay(attempt, outcome, error, request, parts.clock.now());
        if (delayMs === null) return yield { type: 'error', error, partialText: outcome.partialText };
        yield { type: 'retry', attempt: attempt + 1, delayMs, reason: error.summary ?? error.message };
        const waited = await parts.clock.sleep(delayMs, request.signal).then(
          () => true,
          () => false,
        );
        if (waited) continue;
        return yield {
          type: 'error',
          error: toModelError('aborted', culprit, null, parts.clock.now()),
          partialText: '',
        };
      }
    },
  };
}

async function* attemptOnce(
  family: Family,
  parts: ClientParts,
  request: ModelRequest,
  facts: WireFacts,
): AsyncGenerator<ModelEvent, Outcome> {
  // Ends the connection whatever way this attempt is left.
  const ending = new AbortController();
  const options: CallOptions = {
    apiKey: family.key ?? 'none',
    signal: AbortSignal.any([request.signal, ending.signal]),
    fetch: createObservedFetch({
      fetch: parts.fetch,
      format: family.format,
      facts,
      deadlines: parts.deadlines,
      hasKey: family.key !== null,
    }),
    identity: { userAgent: { custom: parts.userAgent } },
    maxRetries: 0,
    timeoutMs: parts.deadlines.firstByteMs + 60_000,
    cacheRetention: 'short',
  };
  try {
    const stream = await family.call(toContext(request, family.model), options, request);
    return yield* readAttempt(stream, request, family.model, facts);
  } catch (error) {
    parts.log.error('model_call_bug', { provider: family.info.provider, error });
    return { ok: false, kind: 'protocol', partialText: '', shown: false };
  } finally {
    ending.abort();
  }
}

const RETRIED: ReadonlySet<string> = new Set([
  'timeout',
  'transport_closed',
  'network',
  'connection_unavailable',
  'provider_unavailable',
]);

/**
 * Only the first call of a turn is tried again here, and only while nothing was shown; the loop itself looks after
 * calls that continue a turn. Null: give up.
 */
function retryDelay(
  attempt: number,
  outcome: Extract<Outcome, { ok: false }>,
  error: ModelError,
  request: ModelRequest,
  now: number,
): number | null {
  const delay = RETRY_DELAYS_MS[attempt];
  const isFirstCall = request.messages.at(-1)?.role === 'user';
  if (delay === undefined || request.retries === false || !isFirstCall || outcome.shown || !RETRIED.has(outcome.kind))
    return null;
  const wanted = Math.max(0, (error.resetsAt ?? now) - now);
  return wanted > LONGEST_RETRY_AFTER_MS ? null : Math.max(delay, wanted);
}

/** Levels of the library by our names; `none` is its absence. */
export function toReasoning(effort: Effort | undefined, model: Model<string>): Exclude<Effort, 'none'> | undefined {
  if (!model.reasoning || effort === 'none') return undefined;
  return effort ?? 'medium';
}
