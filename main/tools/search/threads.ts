import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../agent/ports.ts';

/** Search threads that are lent one job at a time. At most `most` are alive; who finds none free waits, first come, first served. */
export interface SearchThreads {
  /** Rejects when the signal is aborted before a thread is free. */
  borrow(signal: AbortSignal): Promise<Worker>;
  /** A thread that has answered; it is kept warm for a while. */
  giveBack(thread: Worker): void;
  /** Ends a thread that hangs or is broken. */
  end(thread: Worker): Promise<void>;
  /** Ends those that nobody has. */
  close(): Promise<void>;
}

const KEPT_WARM_MS = 60_000;
const MEMORY_MB = 512;

export function createSearchThreads({ clock, most }: { clock: Clock; most: number }): SearchThreads {
  const alive = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting = new Set<(thread: Worker) => void>();
  let cooling = new AbortController();

  const start = (): Worker => {
    const thread = startThread();
    alive.add(thread);
    // Also when it ends by itself, for example out of memory: then there is room for another.
    thread.once('exit', () => {
      alive.delete(thread);
      const place = idle.indexOf(thread);
      if (place >= 0) idle.splice(place, 1);
      if (waiting.size > 0) lend(start());
    });
    return thread;
  };
  const lend = (thread: Worker): void => {
    const [first] = waiting;
    if (!first) return void idle.push(thread);
    waiting.delete(first);
    first(thread);
  };
  const endIdle = async (): Promise<void> => {
    await Promise.all(idle.splice(0).map((thread) => thread.terminate()));
  };
  const cool = (): void => {
    cooling.abort();
    cooling = new AbortController();
    clock.sleep(KEPT_WARM_MS, cooling.signal).then(endIdle, () => undefined);
  };
  return {
    async borrow(signal) {
      signal.throwIfAborted();
      cooling.abort();
      const free = idle.pop() ?? (alive.size < most ? start() : null);
      return free ?? (await turnOf(waiting, signal));
    },
    giveBack(thread) {
      lend(thread);
      cool();
    },
    async end(thread) {
      await thread.terminate();
      if (idle.length > 0) cool();
    },
    async close() {
      cooling.abort();
      await endIdle();
    },
  };
}

function turnOf(waiting: Set<(thread: Worker) => void>, signal: AbortSignal): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(take);
      reject(new Error('The search was ended while it waited for a thread.'));
    };
    const take = (thread: Worker) => {
      signal.removeEventListener('abort', leave);
      resolve(thread);
    };
    waiting.add(take);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  const thread = new Worker(workerUrl(), { env: {}, execArgv: [], resourceLimits });
  thread.unref();
  // An error outside a search ends the thread, and its end is seen.
  thread.on('error', () => undefined);
  return thread;
}

/** Beside this module: its TypeScript source when run from sources, the built file otherwise. */
function workerUrl(): URL {
  const own = import.meta.url;
  if (own.endsWith('.ts')) return new URL('./worker/search-worker.ts', own);
  const beside = new URL('./search-worker.js', own);
  return existsSync(fileURLToPath(beside)) ? beside : new URL('../search-worker.js', own);
}
