import { RemoteError } from '../../../protocol/rpc/remote-error.ts';

const STALL_MS = 5_000;

/** Waits for a call on another thread, but not for ever: `capture_stalled` after 5 s. */
export function bounded<T>(start: (done: (error: unknown, result: T) => void) => void): Promise<T> {
  return within(
    STALL_MS,
    () => new RemoteError('capture_stalled', `The screen could not be read within ${STALL_MS / 1000} s.`),
    start,
  );
}

/** Waits at most `ms` for a call on another thread, then throws what `late` gives. The call itself goes on. */
export function within<T>(
  ms: number,
  late: () => Error,
  start: (done: (error: unknown, result: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    start((error, result) => {
      clearTimeout(timer);
      if (error) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve(result);
    });
  });
}
