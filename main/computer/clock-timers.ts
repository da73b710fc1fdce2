import type { Timers } from '../../protocol/rpc/caller.ts';
import type { Clock } from '../agent/ports.ts';

/** Timers that run on the Clock port, so that tests need not wait for a deadline. */
export function clockTimers(clock: Clock): Timers {
  return {
    set(run, ms) {
      const cancel = new AbortController();
      clock.sleep(ms, cancel.signal).then(run, () => undefined);
      return cancel;
    },
    clear(handle) {
      if (handle instanceof AbortController) handle.abort();
    },
  };
}

/** The promise's value, or `fallback` when it does not come in time. */
export async function within<T, F>(clock: Clock, ms: number, promise: Promise<T>, fallback: F): Promise<T | F> {
  const cancel = new AbortController();
  const late = clock.sleep(ms, cancel.signal).then(
    () => fallback,
    () => fallback,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel.abort();
  }
}
