/** Time as the helper sees it; tests hand in one that does not wait. */
export interface Clock {
  /** Milliseconds, rising, from any start. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal is raised. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      if (signal?.aborted) finish();
      else signal?.addEventListener('abort', finish, { once: true });
    }),
};
