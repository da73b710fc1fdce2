import { Check, CircleDashed, CircleSlash, Clock3, TriangleAlert } from 'lucide-react';
import type { WorkerState, WorkerStatus } from '../../../protocol/conversation/worker.ts';
import { cx } from '../../components/cx.ts';
import { Spinner } from '../../components/spinner.tsx';
import { useNow } from '../../components/use-now.ts';
import { duration } from '../../state/format.ts';
import { workerWords as words } from '../../strings/workers.ts';

/** The workers of one call: what each does now, and what it answered. Texts are data and are shown as they are. */
export function WorkerList({ workers }: { workers: WorkerState[] }) {
  return (
    <ul aria-label={words.list} className="mb-2 ml-8 flex max-h-96 flex-col gap-0.5 overflow-y-auto pr-2">
      {workers.map((worker) => (
        <li key={worker.id} data-worker={worker.status} className="text-sm">
          {worker.output ? (
            <details className="group">
              <summary className="cursor-pointer list-none rounded-card hover:bg-hover">
                <WorkerLine worker={worker} />
              </summary>
              <p className="wrap-anywhere whitespace-pre-wrap py-1 pl-6">{worker.output}</p>
            </details>
          ) : (
            <WorkerLine worker={worker} />
          )}
        </li>
      ))}
    </ul>
  );
}

function WorkerLine({ worker }: { worker: WorkerState }) {
  const { id, task, status, step, detail } = worker;
  const told = status === 'running' || isBad(status) ? detail : '';
  return (
    <span className="flex min-h-7 items-baseline gap-2 px-1">
      <StatusMark status={status} />
      <span className="max-w-40 shrink-0 truncate font-medium" title={task}>
        {id}
      </span>
      <span className={cx('min-w-0 flex-1 truncate', told ? '' : 'text-muted')} title={told || task}>
        {told || task}
      </span>
      {step > 0 ? <span className="shrink-0 text-muted text-xs">{words.step(step)}</span> : null}
      <Elapsed worker={worker} />
    </span>
  );
}

const MARKS: Record<WorkerStatus, typeof Check | null> = {
  waiting: CircleDashed,
  running: null,
  completed: Check,
  failed: TriangleAlert,
  crashed: TriangleAlert,
  timed_out: Clock3,
  canceled: CircleSlash,
};

function StatusMark({ status }: { status: WorkerStatus }) {
  const Icon = MARKS[status];
  return (
    <span role="img" aria-label={words.status[status]} title={words.status[status]} className="shrink-0 self-center">
      {Icon ? (
        <Icon aria-hidden="true" className={cx('size-3.5', isBad(status) ? 'text-danger' : 'text-muted')} />
      ) : (
        <Spinner className="size-3.5" />
      )}
    </span>
  );
}

function Elapsed({ worker: { startedAt, endedAt } }: { worker: WorkerState }) {
  const running = startedAt !== undefined && endedAt === undefined;
  const now = useNow(running, 500);
  if (startedAt === undefined) return null;
  const ms = Math.max(0, (endedAt ?? now) - startedAt);
  return <span className="shrink-0 text-muted text-xs">{duration(running ? Math.floor(ms / 1000) * 1000 : ms)}</span>;
}

function isBad(status: WorkerStatus): boolean {
  return status === 'failed' || status === 'crashed' || status === 'timed_out' || status === 'canceled';
}
