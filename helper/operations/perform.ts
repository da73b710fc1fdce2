import type { Receipt } from '../../protocol/helper/act.ts';
import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import { type Point, toPicture } from '../../protocol/helper/geometry.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Aim } from '../accessibility/aim.ts';
import { screenWords } from '../accessibility/screen-words.ts';
import { type ActionContext, NotDelivered, newProgress } from '../actions/context.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, WindowOwner } from '../desktop.ts';
import { toDisplay } from '../global-point.ts';
import type { Hands } from '../input/hands.ts';
import type { Look } from '../look/looks.ts';
import { requireSameDrawing, requireSameFocus, requireSameWindow } from '../look/target-guard.ts';
import type { Admitted } from '../session/gate.ts';
import { Interruption } from '../session/interruption.ts';
import { type InputAction, runAction } from './run-action.ts';
import type { View } from './view.ts';

/** How an action's input ended. */
export interface Performed {
  dispatch: Receipt['dispatch'];
  progress: ActionContext['progress'];
  inputMs: number;
  /** Null when all went out, or when it could not be delivered. */
  failure: RemoteError | null;
}

export interface PerformParts {
  desktop: Desktop;
  clock: Clock;
  hands: Hands;
  platform: ChordPlatform;
  isOwnWindow(pid: number): boolean;
  /** Hears of errors that no refusal explains. */
  report(error: unknown): void;
}

/** What the action rests on. */
export interface Expected {
  /** The picture whose points it names. */
  seen?: Look | null;
  /** The control it is aimed at, found again: its place stands for the action's point. */
  aim?: Aim | null;
  /** The control that gets the input, where it is known: for keys the one with the focus. */
  control?: { role: string; name: string } | null;
  /** The person must not have used mouse or keyboard for so long. */
  quietMs?: number;
}

/** Posts one action's input. Whatever happens, nothing stays down and what went out is known. */
export async function perform(
  parts: PerformParts,
  view: View,
  action: InputAction,
  admitted: Admitted,
  { seen = null, aim = null, control = aim, quietMs }: Expected = {},
): Promise<Performed> {
  const { desktop, clock, hands } = parts;
  const progress = newProgress();
  if (aim) progress.movedBy = aim.movedBy * view.facts.scale * view.crop.k;
  const start = clock.now();
  const postedBefore = hands.posted;
  const context: ActionContext = {
    desktop,
    clock,
    hands,
    facts: view.facts,
    crop: view.crop,
    aim: aim?.point ?? null,
    signal: admitted.signal,
    check() {
      desktop.hearPerson();
      admitted.check();
    },
    guardPoint: (point) => guardWindow(parts, progress, desktop.windows.at(point), control),
    guardTarget(point) {
      guardWindow(parts, progress, desktop.windows.at(point), control);
      aim?.check();
      if (seen && action.action !== 'mouse_move') requireSameWindow(parts, seen, point);
    },
    async guardDrawing(point) {
      const note = seen && (await requireSameDrawing({ desktop, clock, signal: admitted.signal }, seen, point));
      if (note) progress.notes = [...(progress.notes ?? []), note];
    },
    guardFocus() {
      guardWindow(parts, progress, desktop.windows.focused(), control);
      if (seen && !progress.typedChars) requireSameFocus(parts, seen);
    },
    progress,
  };
  let failure: RemoteError | null = null;
  try {
    refuseActivePerson(desktop, hands, quietMs);
    await runAction(context, action, parts.platform);
    progress.isComplete = true;
  } catch (error) {
    failure = asFailure(error, progress, parts.report);
  }
  const stuck = hands.releaseAll();
  if (stuck.length > 0) failure = stuckFailure(stuck.map((item) => item.name));
  const dispatch = dispatchOf(action, progress.isComplete, hands.posted > postedBefore);
  if (failure && dispatch === 'partial' && failure.code === 'paused') failure = interrupted('paused');
  return { dispatch, progress, inputMs: clock.now() - start, failure };
}

function dispatchOf(action: InputAction, isComplete: boolean, hasPosted: boolean): Receipt['dispatch'] {
  if (isComplete) return 'sent';
  // Moving the pointer alone presses nothing.
  return hasPosted && action.action !== 'mouse_move' ? 'partial' : 'not_sent';
}

/** Characters of a title that are handed on; what shows it cuts further. */
const TITLE_LENGTH = 300;

/** Refuses our own window, and notes which one gets the input: for a drag the one it starts in. */
function guardWindow(
  parts: PerformParts,
  progress: ActionContext['progress'],
  owner: WindowOwner | null,
  control: Expected['control'],
): void {
  if (!owner) return;
  if (owner.pid !== null && parts.isOwnWindow(owner.pid))
    throw new RemoteError('own_window', 'That window belongs to Fermix itself, which the agent may not operate.');
  const cut = (text: string | undefined) => (text ?? '').slice(0, TITLE_LENGTH);
  const known = control && {
    role: control.role,
    name: screenWords(control.name),
    ...(control.role === 'secure_field' && { secure: true }),
  };
  progress.target ??= { app: cut(owner.classes.at(-1)), windowTitle: cut(owner.title), ...known };
}

/** A person with a key or button down is using the machine, and so is one who began after the host looked. */
function refuseActivePerson(desktop: Desktop, hands: Hands, quietMs: number | undefined): void {
  const held = desktop.input.heldByOthers(hands.held);
  if (held.length > 0)
    throw new RemoteError(
      'user_active',
      `Somebody is holding ${held.join(' and ')} down, so the action stepped aside.`,
      { held },
    );
  const { idleMs, attributed } = desktop.idle();
  if (quietMs === undefined || !attributed || idleMs === null || idleMs >= quietMs) return;
  throw new RemoteError('user_active', 'The owner began to use mouse or keyboard, so the action stepped aside.', {
    idleMs,
  });
}

function asFailure(
  error: unknown,
  progress: ActionContext['progress'],
  report: PerformParts['report'],
): RemoteError | null {
  if (error instanceof NotDelivered) {
    progress.delivery = 'not_delivered';
    progress.cause = error.message;
    return null;
  }
  if (error instanceof Interruption) {
    progress.cause = error.message;
    return error.reason === 'paused' ? new RemoteError('paused', error.message) : interrupted(error.reason);
  }
  if (error instanceof RemoteError && error.code === 'not_delivered') {
    progress.delivery = 'not_delivered';
    progress.cause = error.message;
    return null;
  }
  if (error instanceof RemoteError) return error;
  report(error);
  return new RemoteError('helper_fault', 'The helper met an internal error.');
}

function interrupted(reason: Interruption['reason']): RemoteError {
  return new RemoteError('interrupted', new Interruption(reason).message, { reason });
}

function stuckFailure(names: string[]): RemoteError {
  return new RemoteError('not_released', `Could not release ${names.join(', ')}.`, { stuck: names });
}

/** Where the check picture marks the action, in that picture's pixels. */
export function executedPoint(progress: ActionContext['progress'], check: Pick<View, 'crop' | 'facts'>): Point | null {
  const at = progress.executed;
  return at && toPicture(check.crop, toDisplay(check.facts, at));
}
