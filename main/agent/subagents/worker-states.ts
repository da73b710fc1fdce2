import type { WorkerState } from '../../../protocol/conversation/worker.ts';
import { wellFormed } from '../limit-text.ts';
import type { Clock } from '../ports.ts';
import type { WorkerTask } from './subagents-port.ts';

/** The card is told at most this often, ms. */
const EVERY_MS = 150;

/** How the workers of one call stand, told in bundles so that many of them do not flood the window. */
export interface WorkerStates {
  change(index: number, news: Partial<WorkerState>): void;
  /** The last states; nothing is told afterwards. */
  end(): WorkerState[];
}

export function createWorkerStates(
  tasks: readonly WorkerTask[],
  clock: Clock,
  onChange: ((workers: WorkerState[]) => void) | undefined,
): WorkerStates {
  const states = tasks.map(
    (task): WorkerState => ({ id: task.id, task: line(task.title, 160), status: 'waiting', step: 0, detail: '' }),
  );
  const ended = new AbortController();
  let isTimed = false;
  const copy = () => states.map((one) => ({ ...one }));
  const tell = () => {
    isTimed = false;
    onChange?.(copy());
  };
  const soon = () => {
    if (isTimed || !onChange || ended.signal.aborted) return;
    isTimed = true;
    clock.sleep(EVERY_MS, ended.signal).then(tell, () => undefined);
  };
  onChange?.(copy());
  return {
    change(index, news) {
      const old = states[index];
      if (!old || isOver(old)) return;
      const detail = news.detail === undefined ? {} : { detail: line(news.detail, 300) };
      states[index] = { ...old, ...news, ...detail };
      soon();
    },
    end() {
      ended.abort();
      return copy();
    },
  };
}

function isOver({ status }: WorkerState): boolean {
  return status !== 'waiting' && status !== 'running';
}

function line(text: string, longest: number): string {
  const one = text.replaceAll(/\s+/g, ' ').trim();
  return wellFormed(one.length > longest ? `${one.slice(0, longest - 1)}…` : one);
}
