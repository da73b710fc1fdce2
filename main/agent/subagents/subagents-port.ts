import type { Usage } from '../../../protocol/conversation/message.ts';
import type { WorkerState, WorkerStatus } from '../../../protocol/conversation/worker.ts';
import type { Caller } from '../../registry/policy.ts';
import type { ModelError, RouteWish } from '../model-client.ts';

/** Who a worker works for: where its calls are traced, and whose end is its own. */
export interface WorkerParent {
  caller: Caller;
  turnId: string;
  /** Ends every worker. */
  signal: AbortSignal;
}

/** One narrow piece of work for a run of its own, without persona, history or memory. */
export interface WorkerTask {
  /** Unique within the call. */
  id: string;
  /** For traces, for example `subagent:prices`. */
  agentName: string;
  /** One line for the card. */
  title: string;
  /** System text. */
  role: string;
  /** What the worker is asked. */
  text: string;
  /** How its caller differs from the parent's, one level deeper; only ever narrower. */
  narrow?: Partial<Pick<Caller, 'trust' | 'allowedTools' | 'classes'>>;
  maxSteps: number;
  timeoutMs: number;
}

/** How a worker ended. Never an exception. */
export interface WorkerEnd {
  status: Exclude<WorkerStatus, 'waiting' | 'running'>;
  /** 32 hexadecimal digits, linked to the parent in the trace. */
  sessionId: string;
  durationMs: number;
  /** Model calls. */
  iterations: number;
  /** What it answered; of a bad end, what it had said until then. */
  output: string;
  error: { code: string; text: string } | null;
  usage: Usage;
  /** It read text that comes from outside, so its answer is data too. */
  external: boolean;
}

/** How a set of workers is run. */
export interface WorkerOptions {
  parent: WorkerParent;
  concurrency: number;
  /** Above the owner's settings for subagents. */
  wish?: RouteWish;
  onChange?(workers: WorkerState[]): void;
}

/** Runs workers side by side. One that fails, hangs or breaks never touches the others. */
export interface Workers {
  /**
   * Ends in the order of the tasks. Never rejects; settles at most 1.2 s after the parent's signal. `route` is the
   * reason why no worker could begin at all.
   */
  run(
    tasks: readonly WorkerTask[],
    options: WorkerOptions,
  ): Promise<{ ok: true; ends: WorkerEnd[]; workers: WorkerState[] } | { ok: false; route: ModelError }>;
}
