import type { ChangeWatch } from '../../desktop.ts';

const POLL_MS = 100;

/** For systems that do not tell when something is drawn: anything may have been, each 100 ms. */
export function polledWatch(): ChangeWatch {
  const next = (ms: number, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve(true);
      };
      const timer = setTimeout(finish, Math.min(ms, POLL_MS));
      if (signal.aborted) finish();
      else signal.addEventListener('abort', finish, { once: true });
    });
  return { next, close: () => undefined };
}
