import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Ids } from '../agent/ports.ts';

/** The computer's own time. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    sleep: async (ms, signal) => {
      try {
        await delay(ms, undefined, signal ? { signal } : {});
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}

/** Crockford's base 32: no I, L, O or U, so nothing is misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids are `prefix_` + 9 characters of time + 10 of randomness: they sort by creation and never meet. */
export function createSystemIds(clock: Clock): Ids {
  return {
    next: (prefix) => `${prefix}${prefix.endsWith('_') ? '' : '_'}${base32Time(clock.now())}${randomText(10)}`,
    secret: (bytes) => randomText(Math.ceil((bytes * 8) / 5)),
  };
}

function base32Time(ms: number): string {
  let rest = ms;
  let text = '';
  for (let digit = 0; digit < 9; digit += 1) {
    text = (ALPHABET[rest % 32] ?? '0') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomText(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte % 32] ?? '0').join('');
}
