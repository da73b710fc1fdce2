import type { Millis } from './entry.ts';

/** How a worker stands; the last five are ends. */
export type WorkerStatus = 'waiting' | 'running' | 'completed' | 'failed' | 'timed_out' | 'canceled' | 'crashed';

/** One worker of a call that delegates: a line of its card. */
export interface WorkerState {
  /** As the agent named it; unique within the call. */
  id: string;
  /** What it was asked, one line of at most 160 characters. */
  task: string;
  status: WorkerStatus;
  /** Model calls so far. */
  step: number;
  /** What it is doing now, or the reason of a bad end. Text of a tool or a model: data. */
  detail: string;
  startedAt?: Millis;
  endedAt?: Millis;
  /** What it answered, at most 4 000 characters here. Present when it has ended with an answer. */
  output?: string;
}
