import { describe, expect, it } from 'vitest';
import { clampEffort } from '../../../../main/models/catalogue.ts';
import { classifyFailure } from '../../../../main/models/errors/classify-failure.ts';
import { readResetTime } from '../../../../main/models/errors/reset-time.ts';
import { type Declared, newFacts, type WireFacts } from '../../../../main/models/wire/wire-facts.ts';

function facts(extra: Partial<WireFacts>): WireFacts {
  return { ...newFacts(), ...extra };
}

function declared(extra: Partial<Declared>): Declared {
  return { type: '', code: '', status: null, words: '', ...extra };
}

describe('the kind of a failure', () => {
  it('is none when nothing failed', () => {
    expect(classifyFailure(facts({ status: 200, terminal: true, stopReason: 'end_turn' }))).toBeNull();
  });

  it.each([
    ['a gateway status inside the stream', { status: 200, declared: declared({ status: 429 }) }, 'rate_limit'],
    [
      'a status over a word that means everything',
      { status: 404, declared: declared({ type: 'invalid_request_error' }) },
      'invalid_request',
    ],
    [
      'words of trouble at a 500',
      { status: 500, declared: declared({ words: 'maximum context length' }) },
      'provider_unavailable',
    ],
    ['an unknown word in the stream', { status: 200, declared: declared({ type: 'odd' }) }, 'provider_unavailable'],
    ['a window that is full', { status: 200, stopReason: 'model_context_window_exceeded' }, 'context_length_exceeded'],
    ['a broken connection over everything', { status: 500, failure: 'timeout' as const }, 'timeout'],
  ])('%s', (_what, extra, kind) => {
    expect(classifyFailure(facts(extra))).toBe(kind);
  });
});

describe('when a limit ends', () => {
  const NOW = Date.UTC(2026, 10, 30, 12);
  it.each([
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'Mon, 30 Nov 2026 12:01:00 GMT' }, 60_000],
    [{ 'x-ratelimit-reset-tokens': '1m30s', 'x-ratelimit-reset-requests': '2s' }, 90_000],
    [{ 'x-ratelimit-reset-tokens': '120ms' }, 120],
    [{ 'anthropic-ratelimit-tokens-reset': '2026-11-30T12:00:05Z' }, 5_000],
  ])('%j', (headers, ms) => {
    expect(readResetTime(new Headers(headers), NOW)).toBe(NOW + ms);
  });
  it.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '-5' }])('%j says nothing', (headers) => {
    expect(readResetTime(new Headers(headers), NOW)).toBeNull();
  });
});

describe('clampEffort', () => {
  it.each([
    ['max', ['low', 'medium', 'high'], 'high'],
    ['medium', ['low', 'high'], 'low'],
    ['none', ['low', 'high'], 'low'],
    ['high', [], undefined],
    [null, ['low'], undefined],
  ] as const)('%s of %j is %s', (wanted, efforts, result) => {
    expect(clampEffort(wanted, efforts)).toBe(result);
  });
});
