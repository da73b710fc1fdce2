import { RemoteError } from '../../../protocol/rpc/remote-error.ts';

const STALL_MS = 5_000;

/** Waits for a call on another thread, but not for ever. */
export function bounded<T>(start: (done: (error: unknown, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stalled = new RemoteError('capture_stalled', `The screen could not be read within ${STALL_MS / 1000} s.`);
    const timer = setTimeout(() => reject(stalled), STALL_MS);
    start((error, result) => {
      clearTimeout(timer);
      if (error) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve(result);
    });
  });
}
