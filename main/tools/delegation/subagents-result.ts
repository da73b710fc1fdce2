import { cutBytes, utf8Length } from '../../agent/limit-text.ts';
import type { WorkerEnd } from '../../agent/subagents/subagents-port.ts';

/** What the model reads: one result a task in the order of the tasks, and the counts. */
export function subagentsResult(tasks: readonly { id: string }[], ends: readonly WorkerEnd[], bytes: number): string {
  const share = Math.max(1, Math.floor(bytes / Math.max(1, tasks.length)));
  const results = tasks.map(({ id }, index) => {
    const end = ends[index];
    const output = end?.output ?? '';
    const truncated = utf8Length(output) > share;
    return {
      id,
      status: end?.status ?? 'crashed',
      agent_name: `subagent:${id}`,
      session_id: end?.sessionId ?? '',
      duration_ms: end?.durationMs ?? 0,
      iterations: end?.iterations ?? 0,
      output: truncated ? cutBytes(output, share, '') : output,
      error: end?.error ?? null,
      truncated,
    };
  });
  const count = (...statuses: string[]) => results.filter((one) => statuses.includes(one.status)).length;
  const summary = {
    requested: tasks.length,
    completed: count('completed'),
    failed: count('failed', 'crashed'),
    timed_out: count('timed_out'),
    canceled: count('canceled'),
  };
  return JSON.stringify({ status: 'completed', results, summary });
}
