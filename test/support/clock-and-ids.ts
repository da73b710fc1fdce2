import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Ids, Log } from '../../main/agent/ports.ts';

/** Real time and randomness for tests that run real processes. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

export const realIds: Ids = {
  next: (prefix) => `${prefix}_${randomBytes(8).toString('hex')}`,
  secret: (bytes) => randomBytes(bytes).toString('hex'),
};

/** A log that keeps its lines. */
export function keptLog(): Log & { lines: { event: string; fields: Record<string, unknown> }[] } {
  const lines: { event: string; fields: Record<string, unknown> }[] = [];
  const keep = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields });
  return { lines, info: keep, warn: keep, error: keep };
}
