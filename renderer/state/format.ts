import type { Usage } from '../../protocol/conversation/message.ts';

/** "0.4 s", "12 s", "3 min 05 s". Milliseconds in. */
export function duration(ms: number): string {
  const safe = Math.max(0, ms);
  if (safe < 1000) return `${Math.round(safe)} ms`;
  if (safe < 10_000) return `${(safe / 1000).toFixed(1)} s`;
  const seconds = Math.floor(safe / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** "940 B", "1.4 MB". */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY_MS = 86_400_000;

/** The time of day. */
export function clock(at: number): string {
  return TIME.format(at);
}

/** Date and time, for hints. */
export function fullTime(at: number): string {
  return FULL.format(at);
}

/** Short and never wrapping: the time today, a weekday this week, else a date. */
export function when(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight) return TIME.format(at);
  if (at >= midnight - 6 * DAY_MS) return DAY.format(at);
  return DATE.format(at);
}

const COUNT = new Intl.NumberFormat();

/** A number with separators. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** "1,204 tokens in, 310 out, about $0.02"; empty when the provider said nothing. */
export function usageLine(usage: Usage): string {
  const parts: string[] = [];
  const read = (usage.inputTokens ?? 0) + (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);
  if (read > 0) parts.push(`${count(read)} tokens in`);
  if (usage.outputTokens) parts.push(`${count(usage.outputTokens)} out`);
  if (parts.length === 0 && usage.totalTokens) parts.push(`${count(usage.totalTokens)} tokens`);
  if (usage.costUsd) parts.push(`about $${usage.costUsd.toFixed(usage.costUsd < 0.1 ? 3 : 2)}`);
  return parts.join(', ');
}
