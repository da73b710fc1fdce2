import { subagentLimits } from '../../agent/subagents/limits.ts';
import type { WorkerEnd, Workers, WorkerTask } from '../../agent/subagents/subagents-port.ts';
import { totalUsage } from '../../agent/subagents/total-usage.ts';
import type { Gate, ToolContext, ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Caller } from '../../registry/policy.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { DELEGATION_CODES } from './codes.ts';
import { checkInput, readWish, type SubagentsInput, subagentsInput } from './subagents-input.ts';
import { subagentsResult } from './subagents-result.ts';
import { subagentsSchema } from './subagents-schema.ts';
import { WORKER_ROLE, workerText } from './worker-role.ts';

/** Fifty tasks one after the other, each with all its time, ms: every worker has a limit of its own. */
const LONGEST_MS = 50 * 900_000 + 60_000;

export const subagents = defineTool<{ workers: Workers }>()({
  name: 'subagents',
  category: 'delegation',
  policy: 'external_api',
  ownerOnly: false,
  description:
    'Hand independent parts of a task to workers that run side by side, each with its own model calls and tools. They ' +
    'see nothing of this conversation: put what they need into the task and its context. They cannot write files, use ' +
    'the screen, ask the owner or hand work on. You get every answer, also when some of them fail.',
  help: {
    whenToUse: 'Several parts can be looked into independently and each needs several steps.',
    examples: [
      {
        description: 'Two questions at once',
        input: {
          tasks: [
            { id: 'api', task: 'Which functions does src/api.ts export?' },
            { id: 'tests', task: 'Which of them have tests under test/?' },
          ],
        },
      },
    ],
    failureModes: failureModes(
      DELEGATION_CODES,
      'no_source_trust',
      'recursion',
      'invalid_tasks',
      'invalid_concurrency',
      'invalid_timeout',
      'invalid_route',
    ),
  },
  input: subagentsInput,
  dynamicSchema: (schema, _reach, caller) => subagentsSchema(schema, subagentLimits(caller)),
  title(input) {
    const count = Array.isArray(input['tasks']) ? input['tasks'].length : 0;
    return count === 1 ? 'Give a task to a worker' : `Give ${count} tasks to workers`;
  },
  deadlineMs: LONGEST_MS,
  authorize,
  async run(input, context, { workers }): Promise<ToolResult> {
    const gate = authorize(context.caller);
    if (gate) return refuse(gate.code, gate.text);
    const limits = subagentLimits(context.caller);
    const wrong = checkInput(input, limits);
    if (wrong) return wrong;
    const wish = readWish(input);
    const end = await workers.run(tasksOf(input, context.caller), {
      parent: context,
      concurrency: input.max_concurrency ?? limits.concurrency.byDefault,
      ...(wish === undefined ? {} : { wish }),
      onChange: (states) => context.showWorkers?.(states),
    });
    if (!end.ok) return refuse('invalid_route', `No worker was started. ${end.route.message}`);
    return {
      ok: true,
      text: subagentsResult(input.tasks, end.ends, limits.resultBytes),
      external: end.ends.some((one) => one.external),
      workers: end.workers,
      usage: totalUsage(end.ends),
      title: titleOf(end.ends),
      ...endedBy(context),
    };
  },
});

function authorize({ depth, trust }: Caller): Gate | null {
  if (depth > 0) return { code: 'recursion', text: DELEGATION_CODES.recursion };
  return trust === 'operator' ? null : { code: 'no_source_trust', text: DELEGATION_CODES.no_source_trust };
}

function tasksOf(input: SubagentsInput, caller: Caller): WorkerTask[] {
  const limits = subagentLimits(caller);
  const seconds = input.timeout_seconds ?? limits.timeoutSeconds.byDefault;
  const format = input.result_format ?? 'structured';
  return input.tasks.map(({ id, task, context }) => ({
    id,
    agentName: `subagent:${id}`,
    title: task,
    role: WORKER_ROLE,
    text: workerText({ shared: input.shared_context, task, context, format }),
    maxSteps: limits.steps,
    timeoutMs: seconds * 1_000,
  }));
}

function titleOf(ends: readonly WorkerEnd[]): string {
  const done = ends.filter((one) => one.status === 'completed').length;
  return done === ends.length ? `Workers answered ${words(done)}` : `Workers answered ${done} of ${words(ends.length)}`;
}

function words(count: number): string {
  return count === 1 ? 'one task' : `${count} tasks`;
}

/** A call that was stopped keeps what its workers have said. */
function endedBy({ signal }: ToolContext): { code?: string } {
  return signal.aborted ? { code: 'stopped' } : {};
}
