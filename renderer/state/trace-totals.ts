import type { Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import type { TraceStep } from '../../protocol/ipc/trace.ts';

/** Sums of a timeline. Durations in milliseconds. */
export interface TraceTotals {
  models: number;
  tools: number;
  usage: Usage;
  /** From the first beginning to the last end. */
  durationMs: number;
  longestMs: number;
}

export function traceTotals(steps: readonly TraceStep[]): TraceTotals {
  const calls = steps.filter((step) => step.type === 'llm_call');
  const ends = steps.map((step) => step.at + step.durationMs);
  return {
    models: calls.length,
    tools: steps.length - calls.length,
    usage: calls.reduce<Usage>((sum, call) => addUsage(sum, call.usage), {}),
    durationMs: steps.length === 0 ? 0 : Math.max(...ends) - Math.min(...steps.map((step) => step.at)),
    longestMs: Math.max(0, ...steps.map((step) => step.durationMs)),
  };
}

/** The rows with a key each: two may begin in the same millisecond. */
export function keyedSteps(steps: readonly TraceStep[]): { key: string; step: TraceStep }[] {
  return steps.map((step, n) => ({ key: `${n}:${step.type === 'tool_exec' ? step.callId : step.model}`, step }));
}
