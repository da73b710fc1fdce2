import type { Usage } from '../../protocol/conversation/message.ts';
import { addUsage } from '../../protocol/conversation/usage.ts';
import { createAsker, type RunInput } from './ask-model.ts';
import { NO_RESPONSE, repeatedCalls, STEP_LIMIT, type TurnFailure } from './failure.ts';
import { joinTurn } from './join-turn.ts';
import type { Answered } from './model-call.ts';
import { createRepeatGuard, REPEAT_WARNING } from './repeat-guard.ts';
import type { StoredTool } from './store-port.ts';
import { runBatch, skipCalls } from './tool-batch.ts';

/** Model calls of one turn. */
export const MAX_STEPS = 100;

/** How the loop ended. */
export type LoopEnd =
  | { result: 'completed'; text: string }
  | { result: 'stopped' }
  | { result: 'failed'; failure: TurnFailure };

/** Asks the model, runs what it asks for, adds what the owner said meanwhile, and again, until it answers without calls. */
export async function runLoop(input: RunInput): Promise<LoopEnd> {
  const { scope, surface, ports, current } = input;
  const ask = createAsker(input);
  const guard = createRepeatGuard();
  const most = mostSteps(input);
  /** Tokens that tools used since the last answer. */
  let spent: Usage = {};

  for (let step = 1; ; step += 1) {
    scope.emit({ type: 'turn-phase', turnId: scope.turnId, step, phase: 'model' });
    const asked = await ask(spent);
    spent = {};
    if (!asked.ok) return asked.end;
    const { row, notices, commit } = asked.answered;
    const { toolCalls: calls } = row;
    current.rows.push(row);
    if (calls.length === 0) commit();
    for (const notice of notices) scope.notice(notice);
    if (calls.length === 0) {
      const end = endOrGoOn(input, row, step);
      if (end) return end;
      continue;
    }
    if (step >= most) return refuseCalls(input, asked.answered, STEP_LIMIT);
    const verdict = input.client.info.scripted ? NO_REPEATS : guard.check(calls);
    if (verdict.end) return refuseCalls(input, asked.answered, repeatedCalls(verdict.end.name));
    scope.emit({ type: 'turn-phase', turnId: scope.turnId, step, phase: 'tools' });
    const notes = new Map([...verdict.warn].map((id) => [id, REPEAT_WARNING]));
    const ran = await runBatch(scope, { calls, surface, notes, open: commit }, ports);
    current.rows.push(...ran);
    spent = usageOf(ran);
    if (scope.signal.aborted) return stopped(input, spent);
    current.rows.push(...joinTurn(scope, input.inbox.take()));
  }
}

/** An answer without calls ends the turn, unless the owner has said something meanwhile. */
function endOrGoOn(input: RunInput, row: Answered['row'], step: number): LoopEnd | null {
  const { scope, inbox, current } = input;
  const { text, usage } = row;
  const said = inbox.takeOrClose();
  if (said.length === 0 && text.trim() !== '') return { result: 'completed', text };
  if (said.length === 0)
    return failed({ ...NO_RESPONSE, ...(usage && Object.keys(usage).length > 0 ? { usage } : {}) });
  current.rows.push(...joinTurn(scope, said));
  return step >= mostSteps(input) ? failed(STEP_LIMIT) : null;
}

function mostSteps({ maxSteps }: RunInput): number {
  return maxSteps ?? MAX_STEPS;
}

function usageOf(ran: readonly StoredTool[]): Usage {
  return ran.reduce<Usage>((sum, { end }) => addUsage(sum, end?.usage ?? {}), {});
}

/** What tools have used of a model is counted even when no answer follows. */
function stopped({ scope }: RunInput, usage: Usage): LoopEnd {
  if (Object.keys(usage).length > 0) {
    const text = 'The workers were stopped. What they used until then is counted.';
    scope.notice({ tone: 'info', code: 'workers_stopped', text, usage });
  }
  return { result: 'stopped' };
}

const NO_REPEATS = { warn: new Set<string>(), end: null };

function failed(failure: TurnFailure): LoopEnd {
  return { result: 'failed', failure };
}

function refuseCalls(input: RunInput, { row, commit }: Answered, failure: TurnFailure): LoopEnd {
  const { scope, surface, ports, current } = input;
  const why = { code: failure.code, text: `Not run. ${failure.text}` };
  current.rows.push(...skipCalls(scope, { calls: row.toolCalls, surface, open: commit }, why, ports));
  return failed(failure);
}
