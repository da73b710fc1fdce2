import type { ActOutput } from '../../protocol/helper/act.ts';
import type { ToolResult } from '../registry/capability.ts';
import type { Aim } from './aim.ts';
import type { Courtesy } from './courtesy.ts';
import type { Refusal } from './refusal.ts';
import type { ActionRequest } from './validate.ts';

/** One action from the checks that need no helper to its end. */
export interface TracedAction {
  session: string;
  request: ActionRequest;
  aim: Aim;
  /** When it was admitted, and when it was over; ms since 1970. */
  since: number;
  until: number;
  /** Null when it did not come that far. */
  courtesy: Courtesy | null;
  output: ActOutput | null;
  result: ToolResult | null;
  /** Why there is no answer: a refusal, or null for a Stop; absent for an answer. */
  refused?: Refusal | null;
  streak: number;
}

/** The row of the log for one action (computer-use 22). Never holds what was typed or shown, only how much. */
export function traceRow(traced: TracedAction): Record<string, unknown> {
  const { session, request, aim, since, until, courtesy, output, result, streak } = traced;
  const { refused } = traced;
  const {
    dispatch = refused?.dispatch ?? null,
    delivery = null,
    effect = null,
    method = null,
    timingsMs = null,
  } = output?.receipt ?? {};
  return {
    session,
    action: request.name,
    outcome: result ? (result.outcome ?? 'performed') : null,
    code: refused === undefined ? (result && !result.ok ? result.code : null) : (refused?.code ?? 'stopped'),
    dispatch,
    delivery,
    effect,
    method: method ?? (dispatch === 'sent' || dispatch === 'partial' ? 'input' : null),
    courtesy,
    by: aim.control?.by ?? null,
    viewAgeMs: aim.view ? since - aim.view.createdAt : null,
    streak,
    timingsMs,
    characters: request.textLength,
    ms: until - since,
  };
}
