import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../agent/ports.ts';
import type { SearchAnswer, SearchJob } from './worker/messages.ts';

export type SearchEnding =
  | { kind: 'done'; answers: SearchAnswer[] }
  | { kind: 'timeout' }
  | { kind: 'stopped' }
  | { kind: 'failed'; text: string };

/**
 * Threads that search, so that neither a large tree nor a slow pattern stops the host. A search has a team of threads for
 * itself; at its deadline, or when it is stopped, the team is ended. One idle team is kept warm for a while.
 */
export interface SearchPool {
  /** Threads of a team: into so many shares a search may be divided. */
  readonly size: number;
  /** One job a thread, at most `size`. Never rejects. */
  run(jobs: readonly SearchJob[], options: { timeoutMs: number; signal: AbortSignal }): Promise<SearchEnding>;
  close(): Promise<void>;
}

const LARGEST_TEAM = 4;
const KEPT_WARM_MS = 60_000;
const MEMORY_MB = 512;

export function createSearchPool({ clock }: { clock: Clock }): SearchPool {
  const size = Math.min(LARGEST_TEAM, availableParallelism());
  let idle: Team | null = null;
  let cooling = new AbortController();
  const closing = new AbortController();

  const take = (): Team => {
    cooling.abort();
    const team = idle ?? new Team(size);
    idle = null;
    return team;
  };
  const giveBack = (team: Team): void => {
    if (idle || closing.signal.aborted) return void team.end();
    idle = team;
    cooling = new AbortController();
    clock.sleep(KEPT_WARM_MS, cooling.signal).then(
      () => {
        if (idle === team) idle = null;
        void team.end();
      },
      () => undefined,
    );
  };
  return {
    size,
    async run(jobs, { timeoutMs, signal }) {
      const stop = AbortSignal.any([signal, closing.signal]);
      if (stop.aborted) return { kind: 'stopped' };
      const team = take();
      const ending = await team.run(jobs, timeoutMs, stop, clock);
      if (ending.kind === 'done') giveBack(team);
      else await team.end();
      return ending;
    },
    async close() {
      closing.abort();
      cooling.abort();
      await idle?.end();
      idle = null;
    },
  };
}

class Team {
  private readonly workers: Worker[];

  constructor(size: number) {
    const url = workerUrl();
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
    this.workers = Array.from({ length: size }, () => new Worker(url, { env: {}, execArgv: [], resourceLimits }));
    for (const worker of this.workers) {
      worker.unref();
      // An error outside a search ends the thread; the next search meets the ended thread and says so.
      worker.on('error', () => undefined);
    }
  }

  async run(jobs: readonly SearchJob[], timeoutMs: number, stop: AbortSignal, clock: Clock): Promise<SearchEnding> {
    const settled = new AbortController();
    const answers = jobs.map((job, index) => ask(this.workers[index], job, settled.signal));
    const late = clock.sleep(timeoutMs, settled.signal).then((): SearchEnding => ({ kind: 'timeout' }));
    const stopped = new Promise<SearchEnding>((resolve) => {
      stop.addEventListener('abort', () => resolve({ kind: 'stopped' }), { once: true, signal: settled.signal });
    });
    const done = Promise.all(answers).then((all): SearchEnding => ({ kind: 'done', answers: all }));
    late.catch(() => undefined);
    try {
      return await Promise.race([done, late, stopped]);
    } catch (error) {
      return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
    } finally {
      settled.abort();
      for (const worker of this.workers) worker.unref();
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

function ask(worker: Worker | undefined, job: SearchJob, signal: AbortSignal): Promise<SearchAnswer> {
  return new Promise((resolve, reject) => {
    if (!worker || worker.threadId < 0) {
      reject(new Error('The search thread has ended.'));
      return;
    }
    const onMessage = (answer: SearchAnswer) => resolve(answer);
    const onExit = () => reject(new Error('The search thread ended.'));
    const remove = () => {
      worker.off('message', onMessage).off('error', reject).off('exit', onExit);
    };
    signal.addEventListener('abort', remove, { once: true });
    worker.on('message', onMessage).on('error', reject).on('exit', onExit);
    worker.ref();
    worker.postMessage(job);
  });
}

/** Beside this module: its TypeScript source when run from sources, the built file otherwise. */
function workerUrl(): URL {
  const own = import.meta.url;
  if (own.endsWith('.ts')) return new URL('./worker/search-worker.ts', own);
  const beside = new URL('./search-worker.js', own);
  return existsSync(fileURLToPath(beside)) ? beside : new URL('../search-worker.js', own);
}
