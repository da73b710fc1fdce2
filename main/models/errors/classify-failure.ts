import type { ModelErrorKind } from '../../agent/model-client.ts';
import type { Declared, WireFacts, WireFailure } from '../wire/wire-facts.ts';

/** Kind of each failure below the format. */
const WIRE_KINDS: Record<WireFailure, ModelErrorKind> = {
  timeout: 'timeout',
  network: 'network',
  connection_unavailable: 'connection_unavailable',
  transport_closed: 'transport_closed',
  protocol: 'protocol',
  public_http: 'invalid_request',
};

/** Providers' own stable words, in `type` or `code`, where they say more than the status. */
const WORDS: [ModelErrorKind, readonly string[]][] = [
  [
    'context_length_exceeded',
    ['context_length_exceeded', 'exceed_context_size_error', 'request_too_large', 'model_context_window_exceeded'],
  ],
  ['content_filter', ['content_filter', 'content_policy_violation', 'refusal', 'invalid_prompt', 'cyber_policy']],
  [
    'quota',
    ['insufficient_quota', 'billing_error', 'billing_hard_limit_reached', 'credit_balance_too_low', 'BILLING_DISABLED'],
  ],
  ['rate_limit', ['rate_limit_error', 'rate_limit_exceeded', 'tokens', 'requests', 'RESOURCE_EXHAUSTED']],
  [
    'auth',
    [
      'authentication_error',
      'invalid_api_key',
      'permission_error',
      'invalid_authentication',
      'API_KEY_INVALID',
      'API_KEY_SERVICE_BLOCKED',
      'UNAUTHENTICATED',
      'PERMISSION_DENIED',
    ],
  ],
  [
    'provider_unavailable',
    [
      'overloaded_error',
      'api_error',
      'server_error',
      'server_is_overloaded',
      'slow_down',
      'internal_server_error',
      'engine_overloaded',
      'UNAVAILABLE',
      'INTERNAL',
    ],
  ],
  ['timeout', ['timeout_error', 'request_timeout', 'DEADLINE_EXCEEDED']],
  [
    'image_unsupported',
    ['image_unsupported', 'unsupported_image', 'unsupported_image_media_type', 'image_not_supported'],
  ],
  [
    'invalid_request',
    [
      'not_found_error',
      'model_not_found',
      'invalid_request_error',
      'NOT_FOUND',
      'INVALID_ARGUMENT',
      'FAILED_PRECONDITION',
    ],
  ],
];

/**
 * Anthropic and several local servers report a prompt that is too long as an ordinary 400 and say so in words alone.
 * The sentence may turn a refused request (400, 413) into this one kind, and nothing else is ever read from words.
 */
const TOO_LONG =
  /prompt is too long|maximum context length|context (?:length|window|size)|too many tokens|exceeds? the (?:available )?context|exceeds the maximum number of tokens/i;

/** What kind of failure the facts of an attempt amount to; null when they show none. */
export function classifyFailure(facts: WireFacts): ModelErrorKind | null {
  if (facts.failure) return WIRE_KINDS[facts.failure];
  const status = facts.status !== null && (facts.status < 200 || facts.status >= 300) ? facts.status : null;
  if (facts.declared) return classifyDeclared(facts.declared, status ?? facts.declared.status);
  if (status !== null) return kindOfStatus(status);
  if (facts.stopReason === 'refusal' || facts.stopReason === 'content_filter') return 'content_filter';
  if (facts.stopReason === 'model_context_window_exceeded') return 'context_length_exceeded';
  return null;
}

function classifyDeclared(declared: Declared, status: number | null): ModelErrorKind {
  if ((status === 400 || status === 413) && TOO_LONG.test(declared.words)) return 'context_length_exceeded';
  const named = kindOfWord(declared.code) ?? kindOfWord(declared.type);
  // A status says more than the two words that providers use for everything.
  if (named && named !== 'invalid_request' && !(status !== null && named === 'provider_unavailable')) return named;
  if (status !== null) return kindOfStatus(status);
  return named ?? 'provider_unavailable';
}

function kindOfWord(word: string): ModelErrorKind | undefined {
  return WORDS.find(([, words]) => words.includes(word))?.[0];
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status >= 300 && status < 400) return 'protocol';
  switch (status) {
    case 401:
    case 403:
      return 'auth';
    case 402:
      return 'quota';
    case 408:
      return 'timeout';
    case 413:
      return 'context_length_exceeded';
    case 415:
      return 'image_unsupported';
    case 429:
      return 'rate_limit';
    case 501:
      return 'not_implemented';
    default:
      return status >= 500 ? 'provider_unavailable' : 'invalid_request';
  }
}
