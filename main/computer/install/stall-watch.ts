import type { Clock } from '../../agent/ports.ts';

/** Aborts `signal` when nothing moved for a while. */
export interface StallWatch {
  readonly signal: AbortSignal;
  /** Something moved: the time starts again, from now on `ms` long. */
  moved(ms: number): void;
  stop(): void;
}

/** Follows `stop` as well; aborts with `stalled()` after `ms` without a call of `moved`. */
export function watchStall(clock: Clock, ms: number, stop: AbortSignal, stalled: (ms: number) => Error): StallWatch {
  const late = new AbortController();
  let timer = new AbortController();
  const wait = (limit: number) => {
    clock.sleep(limit, timer.signal).then(
      () => late.abort(stalled(limit)),
      () => undefined,
    );
  };
  wait(ms);
  return {
    signal: AbortSignal.any([stop, late.signal]),
    moved(limit) {
      timer.abort();
      timer = new AbortController();
      if (!late.signal.aborted) wait(limit);
    },
    stop: () => timer.abort(),
  };
}
