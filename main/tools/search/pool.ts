import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../agent/ports.ts';
import { createSearchThreads, type SearchThreads } from './threads.ts';
import type { SearchAnswer, SearchJob } from './worker/messages.ts';

export type SearchEnding =
  | { kind: 'done'; answers: SearchAnswer[] }
  | { kind: 'timeout' }
  | { kind: 'stopped' }
  | { kind: 'failed'; text: string };

/**
 * Threads that search, so that neither a large tree nor a slow pattern stops the host. A thread does one job at a time; at
 * the deadline of a search, or when it is stopped, the threads that work for it are ended. Searches at the same time share
 * the threads, and what finds none free waits: the wait counts toward its deadline.
 */
export interface SearchPool {
  /** Into so many shares a search may be divided. */
  readonly size: number;
  /** One job a thread, at most `size`. Never rejects. */
  run(jobs: readonly SearchJob[], options: { timeoutMs: number; signal: AbortSignal }): Promise<SearchEnding>;
  close(): Promise<void>;
}

const LARGEST_SHARE = 4;
/** Room for searches beside one that hangs. */
const SEARCHES_AT_ONCE = 2;

export function createSearchPool({ clock }: { clock: Clock }): SearchPool {
  const size = Math.min(LARGEST_SHARE, availableParallelism());
  const threads = createSearchThreads({ clock, most: size * SEARCHES_AT_ONCE });
  const closing = new AbortController();
  return {
    size,
    async run(jobs, { timeoutMs, signal }) {
      const stop = AbortSignal.any([signal, closing.signal]);
      if (stop.aborted) return { kind: 'stopped' };
      const settled = new AbortController();
      const answers = jobs.map((job) => answerOf(job, threads, settled.signal));
      const ending = await firstEnding(answers, timeoutMs, stop, clock, settled.signal);
      settled.abort();
      await Promise.allSettled(answers);
      return ending;
    },
    async close() {
      closing.abort();
      await threads.close();
    },
  };
}

async function firstEnding(
  answers: readonly Promise<SearchAnswer>[],
  timeoutMs: number,
  stop: AbortSignal,
  clock: Clock,
  settled: AbortSignal,
): Promise<SearchEnding> {
  const late = clock.sleep(timeoutMs, settled).then((): SearchEnding => ({ kind: 'timeout' }));
  const stopped = new Promise<SearchEnding>((resolve) => {
    stop.addEventListener('abort', () => resolve({ kind: 'stopped' }), { once: true, signal: settled });
  });
  const done = Promise.all(answers).then((all): SearchEnding => ({ kind: 'done', answers: all }));
  late.catch(() => undefined);
  try {
    return await Promise.race([done, late, stopped]);
  } catch (error) {
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}

/** Has one job done; a thread that has not answered when the search is settled is ended. */
async function answerOf(job: SearchJob, threads: SearchThreads, settled: AbortSignal): Promise<SearchAnswer> {
  const thread = await threads.borrow(settled);
  try {
    const answer = await ask(thread, job, settled);
    threads.giveBack(thread);
    return answer;
  } catch (error) {
    await threads.end(thread);
    throw error;
  }
}

function ask(thread: Worker, job: SearchJob, settled: AbortSignal): Promise<SearchAnswer> {
  const over = new AbortController();
  const asked = new Promise<SearchAnswer>((resolve, reject) => {
    const onExit = () => reject(new Error('The search thread ended.'));
    const onSettled = () => reject(new Error('The search was ended.'));
    thread.on('message', resolve).on('error', reject).on('exit', onExit);
    settled.addEventListener('abort', onSettled, { once: true });
    over.signal.addEventListener('abort', () => {
      thread.off('message', resolve).off('error', reject).off('exit', onExit);
      settled.removeEventListener('abort', onSettled);
      thread.unref();
    });
    thread.ref();
    thread.postMessage(job);
  });
  return asked.finally(() => over.abort());
}
