import type { Clock } from './ports.ts';

/** Thrown by `untilAborted` in place of the signal's reason. */
export class AbortedError extends Error {
  constructor() {
    super('Aborted.');
    this.name = 'AbortedError';
  }
}

/** The promise, or a rejection as soon as the signal fires; what the promise does afterwards is ignored. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => undefined);
  if (signal.aborted) return Promise.reject(new AbortedError());
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new AbortedError());
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The promise, or `otherwise` after `ms`. */
export async function within<T, U>(promise: Promise<T>, ms: number, clock: Clock, otherwise: U): Promise<T | U> {
  const done = new AbortController();
  const late = clock.sleep(ms, done.signal).then(
    () => otherwise,
    () => otherwise,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
