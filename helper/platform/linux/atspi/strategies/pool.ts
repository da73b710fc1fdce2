/** Requests of one reading that are on their way at once: enough to keep the other program busy, few enough to stop. */
const WIDTH = 24;

/**
 * Runs `task` for each item, some at a time, and keeps the order. A task that throws ends the run, unless `stop` takes
 * the error: then the results so far are kept and `false` says that some are missing.
 */
export async function pooled<T, R>(
  items: readonly T[],
  task: (item: T, index: number) => Promise<R>,
  stop: (error: unknown) => boolean,
): Promise<{ results: R[]; isComplete: boolean }> {
  const results = new Map<number, R>();
  let next = 0;
  let isStopped = false;
  const worker = async () => {
    while (next < items.length && !isStopped) {
      const index = next++;
      try {
        results.set(index, await task(items[index] as T, index));
      } catch (error) {
        if (!stop(error)) throw error;
        isStopped = true;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(WIDTH, items.length) }, worker));
  const ordered = [...results.entries()].sort(([a], [b]) => a - b).map(([, result]) => result);
  return { results: ordered, isComplete: !isStopped };
}
