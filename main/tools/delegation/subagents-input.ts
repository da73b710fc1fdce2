import { z } from 'zod';
import type { RouteWish } from '../../agent/model-client.ts';
import type { SubagentLimits } from '../../agent/subagents/limits.ts';
import { EFFORTS, findProvider } from '../../config/providers.ts';
import type { ToolFailure } from '../../registry/capability.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { sentence, text, wholeNumber } from '../fields.ts';
import { RESULT_FORMATS } from './worker-role.ts';

const TASK_TEXT = 100_000;

const task = z.strictObject({
  id: text(64).describe('Short name, unique within the call.'),
  task: sentence(TASK_TEXT).describe('What the worker is to find out or do, complete in itself.'),
  context: sentence(TASK_TEXT).optional().describe('What this worker alone needs to know.'),
});

/** Ranges are the tool's own to judge, so that each has its code; see `checkInput`. */
export const subagentsInput = z.object({
  tasks: z.array(task).max(1_000).describe('The parts, 1 to 10.').meta({ minItems: 1, maxItems: 10 }),
  shared_context: sentence(TASK_TEXT).optional().describe('What every worker needs to know.'),
  max_concurrency: wholeNumber('Workers at a time, 1 to 8. Default 4.', 1).optional(),
  timeout_seconds: wholeNumber('Time of one worker, 5 to 900. Default 300.', 5).optional(),
  result_format: z.enum(RESULT_FORMATS).optional().describe('How workers answer. Default structured.'),
  model: text(200).min(1).optional().describe('Another model for these workers, this once.'),
  provider: text(100).min(1).optional().describe('Its provider, when the name of the model does not say.'),
  reasoning_effort: z.enum(EFFORTS).optional().describe('How hard these workers think.'),
});

export type SubagentsInput = z.infer<typeof subagentsInput>;

/** What is out of range, in words; null when the call may begin. */
export function checkInput(input: SubagentsInput, limits: SubagentLimits): ToolFailure | null {
  const { tasks, max_concurrency: concurrency, timeout_seconds: seconds } = input;
  if (tasks.length < 1 || tasks.length > limits.tasks) {
    return refuse('invalid_tasks', `There are ${tasks.length} tasks; a call takes 1 to ${limits.tasks}.`);
  }
  const ids = new Set<string>();
  for (const [index, one] of tasks.entries()) {
    if (one.id.trim() === '') return refuse('invalid_tasks', `Task ${index + 1} has no id.`);
    if (one.task.trim() === '') return refuse('invalid_tasks', `Task "${one.id}" has no text.`);
    if (ids.has(one.id)) return refuse('invalid_tasks', `Two tasks have the id "${one.id}".`);
    ids.add(one.id);
  }
  const { most } = limits.concurrency;
  if (concurrency !== undefined && !isWithin(concurrency, 1, most)) {
    return refuse('invalid_concurrency', `max_concurrency is a whole number from 1 to ${most}.`);
  }
  const { least, most: longest } = limits.timeoutSeconds;
  if (seconds !== undefined && !isWithin(seconds, least, longest)) {
    return refuse('invalid_timeout', `timeout_seconds is a whole number from ${least} to ${longest}.`);
  }
  return null;
}

/** A model written as `provider/model` says by itself who has it. */
export function readWish(input: SubagentsInput): RouteWish | undefined {
  const { provider, model, reasoning_effort: effort } = input;
  const slash = model?.indexOf('/') ?? -1;
  const named = provider === undefined && slash > 0 ? findProvider(model?.slice(0, slash) ?? '') : undefined;
  const wish: RouteWish = {
    ...(named ? { provider: named.name } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model: named ? model.slice(slash + 1) : model }),
    ...(effort === undefined ? {} : { effort }),
  };
  return Object.keys(wish).length > 0 ? wish : undefined;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
