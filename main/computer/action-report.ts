import type { ActionReport, ScreenTarget } from '../../protocol/conversation/action-report.ts';
import type { ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import type { Refusal } from './refusal.ts';
import { plainLine } from './result-text.ts';
import type { ActionRequest } from './validate.ts';

/** Facts of one action that ended with an answer of the helper. */
export interface ReportFacts {
  request: ActionRequest;
  output: ActOutput;
  courtesy: string;
  streak: number;
  /** The control the action named by mark or reference; null when it named a point or none. */
  target?: ScreenTarget | null;
}

/** What the helper's receipt says of an action, for its card and its recording. The session is filled in by the session. */
export function reportOf({ request, output, courtesy, streak, target }: ReportFacts): ActionReport {
  const { receipt, picture } = output;
  const aimed = target ?? focusTarget(receipt);
  const window = windowOf(output);
  const display = picture?.display ?? request.display;
  const marks = marksOf(picture);
  return {
    action: request.name,
    session: '',
    dispatch: receipt.dispatch,
    delivery: receipt.delivery,
    effect: receipt.effect,
    courtesy: courtesy as ActionReport['courtesy'],
    ...(aimed ? { target: aimed } : {}),
    ...(window ? { window } : {}),
    ...(display === null ? {} : { display }),
    ...(receipt.method ? { method: receipt.method } : {}),
    ...(marks ? { marks } : {}),
    ...(request.traits.changes ? { streak } : {}),
    ...charactersOf(request),
    timingsMs: timingsOf(receipt),
  };
}

/** The same for an action that was refused or failed: nothing is known but what the refusal says. */
export function refusalReport(request: ActionRequest, refusal: Refusal): ActionReport {
  return {
    action: request.name,
    session: '',
    dispatch: refusal.dispatch,
    delivery: refusal.code === 'not_delivered' ? 'not_delivered' : 'n/a',
    effect: 'unknown',
    courtesy: refusal.code === 'user_active' ? 'yielded' : refusal.code === 'paused' ? 'paused' : 'n/a',
    ...(request.display === null ? {} : { display: request.display }),
    ...charactersOf(request),
  };
}

function charactersOf({ input }: ActionRequest): Pick<ActionReport, 'characters'> {
  const words = input.text ?? input.value;
  return words === undefined ? {} : { characters: [...words].length };
}

/** What had the focus, or was under the point, where the helper could name it. */
function focusTarget({ target, delivery }: Receipt): ScreenTarget | null {
  if (!target || target.role === undefined) return null;
  return {
    role: plainLine(target.role),
    name: plainLine(target.name ?? ''),
    by: delivery === 'n/a' ? 'focus' : 'point',
    ...(target.secure ? { secure: true as const } : {}),
  };
}

function windowOf({ receipt, reading }: ActOutput): ActionReport['window'] | null {
  const seen =
    receipt.target ?? (reading && 'windowTitle' in reading && reading.windowTitle !== undefined ? reading : undefined);
  if (!seen) return null;
  const window = { app: plainLine(seen.app), title: plainLine(seen.windowTitle) };
  return window.app === '' && window.title === '' ? null : window;
}

function marksOf(picture: Picture | null): ActionReport['marks'] | null {
  if (!picture?.marks) return null;
  const { marks, source } = picture.marks;
  return { count: marks.length, ...(source === 'picture' ? { guessed: true as const } : {}) };
}

function timingsOf({ timingsMs }: Receipt): Record<string, number> {
  return Object.fromEntries(Object.entries(timingsMs).filter(([, ms]) => ms !== undefined)) as Record<string, number>;
}
