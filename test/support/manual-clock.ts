import type { Clock } from '../../main/agent/ports.ts';

/** A clock that moves only when told: a test of a deadline need not wait for it. */
export interface ManualClock extends Clock {
  /** Moves on and wakes every sleeper that is due, in order. Resolves when what they started has settled. */
  advance(ms: number): Promise<void>;
  /** Sleepers waiting now. */
  sleepers(): number;
}

interface Sleeper {
  at: number;
  wake(): void;
}

export function createManualClock(start = 1_800_000_000_000): ManualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleepers: () => sleepers.size,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper: Sleeper = {
          at: now + ms,
          wake() {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        sleepers.add(sleeper);
      });
    },
    async advance(ms) {
      const target = now + ms;
      await settle();
      for (;;) {
        const next = [...sleepers].filter((one) => one.at <= target).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        next.wake();
        await settle();
      }
      now = target;
      await settle();
    },
  };
}

/** Lets everything that is ready run: promises, then `setImmediate`. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
