/** Headers that say when a limit ends, besides `retry-after`: seconds, a duration like `6m0s`, or a date. */
const RESET_HEADERS = [
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-reset',
  'anthropic-ratelimit-input-tokens-reset',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
];

/** When the provider wants to be asked again, ms since 1970; null when it does not say. */
export function readResetTime(headers: Headers | null, now: number): number | null {
  if (!headers) return null;
  const exact = Number(headers.get('retry-after-ms'));
  if (Number.isFinite(exact) && exact > 0) return now + exact;
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) return readMoment(retryAfter, now);
  const moments = RESET_HEADERS.map((name) => headers.get(name))
    .map((value) => (value === null ? null : readMoment(value, now)))
    .filter((moment) => moment !== null);
  return moments.length > 0 ? Math.max(...moments) : null;
}

function readMoment(value: string, now: number): number | null {
  const seconds = Number(value);
  if (value.trim() !== '' && Number.isFinite(seconds)) return seconds >= 0 ? now + seconds * 1000 : null;
  const duration = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:([\d.]+)s)?(?:(\d+)ms)?$/.exec(value);
  if (duration && value !== '') {
    const [hours, minutes, secs, millis] = duration.slice(1).map((part) => Number(part ?? 0));
    return now + (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (secs ?? 0)) * 1000 + (millis ?? 0);
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(date, now);
}
