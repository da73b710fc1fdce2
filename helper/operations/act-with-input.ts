import type { ActInput, ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { aimAt } from '../accessibility/aim.ts';
import { settle } from '../actions/settle.ts';
import type { AccessibleControl, ChangeWatch } from '../desktop.ts';
import { type Look, standingOf } from '../look/looks.ts';
import { areaOf } from '../picture/crop-area.ts';
import { encodePicture } from '../picture/take-picture.ts';
import { looksSame, type Thumbnail } from '../picture/thumbnail.ts';
import type { Admitted } from '../session/gate.ts';
import { type ActParts, keepLook, pictureOf } from './act-parts.ts';
import { executedPoint, type Performed, perform } from './perform.ts';
import { withReceipt } from './receipts.ts';
import { type InputAction, validateAction } from './run-action.ts';
import { cropOf, type View } from './view.ts';

const KEYBOARD = new Set(['type', 'paste', 'key']);
/**
 * How long drawing may take to begin. Programs answer keys after layout and input methods, and a picture taken before
 * that shows half of a text; a click on something dead draws nothing at all and must not cost more than it has to.
 */
const FIRST_DRAWING_MS = { keyboard: 500, pointer: 100 };

interface Check {
  picture: Picture;
  effect: Receipt['effect'];
  timings: { settle: number; capture: number; encode: number };
}

/** Posts input, waits until the screen is still, and takes the check picture of the wanted crop. */
export async function actWithInput(
  parts: ActParts,
  view: View,
  input: ActInput,
  action: InputAction,
  admitted: Admitted,
): Promise<ActOutput> {
  const checkView = input.check ? { ...view, ...cropOf(view.facts, input.check.region) } : null;
  validateAction(action, view.crop, parts.platform);
  if (await parts.desktop.isLocked()) throw new RemoteError('session_locked', 'The session is locked.');
  const aim = input.element ? await aimAt(parts, input.element, admitted.signal) : null;
  const before = checkView ? await thumbnailNow(parts, checkView).catch(() => null) : null;
  const watch = parts.desktop.watchChanges(view.facts);
  try {
    admitted.check();
    const performed = await perform(parts, view, action, admitted, {
      seen: seenBy(parts, input),
      aim,
      ...(KEYBOARD.has(action.action) && { control: await focusedControl(parts, admitted.signal) }),
      ...(input.quietMs !== undefined && { quietMs: input.quietMs }),
    });
    if (performed.failure) throw withReceipt(performed.failure, receiptOf(performed, null));
    if (!checkView || !input.check) return { picture: null, receipt: receiptOf(performed, null) };
    return await checked(parts, checkView, input, { performed, before, watch, admitted });
  } finally {
    watch.close();
  }
}

/** What will get the keys, as far as its program says so in time. */
async function focusedControl({ desktop }: ActParts, signal: AbortSignal): Promise<AccessibleControl | null> {
  const window = desktop.accessibility && desktop.windows.list().find((one) => one.focused);
  if (!window) return null;
  return (await desktop.accessibility?.focused(window, signal).catch(() => null)) ?? null;
}

/** The picture that an action rests on; what an element names is found again by itself. */
function seenBy({ looks }: ActParts, { look, element }: ActInput): Look | null {
  if (look === undefined || element) return null;
  const seen = looks.get(look);
  if (seen) return seen;
  throw new RemoteError('target_changed', 'The picture that this rests on is no longer known.', { reason: 'old' });
}

interface Given {
  performed: Performed;
  before: Thumbnail | null;
  watch: ChangeWatch;
  admitted: Admitted;
}

async function checked(parts: ActParts, view: View, input: ActInput, given: Given): Promise<ActOutput> {
  const { performed } = given;
  try {
    const check = await takeCheck(parts, view, input, given);
    return { picture: check.picture, receipt: receiptOf(performed, check) };
  } catch (error) {
    // The input went out: a picture that could not be taken must not make it look as if it had not.
    if (error instanceof RemoteError && error.code === 'capture_stalled')
      throw withReceipt(error, receiptOf(performed, null));
    const checkError =
      error instanceof RemoteError ? error : new RemoteError('capture_failed', 'The check picture could not be taken.');
    const { code, message } = checkError;
    return { picture: null, receipt: receiptOf(performed, null), checkError: { code, message } };
  }
}

interface Capture {
  picture: Picture;
  thumbnail: Thumbnail;
  capture: number;
  encode: number;
}

async function takeCheck(parts: ActParts, view: View, input: ActInput, given: Given): Promise<Check> {
  const { performed, before, watch, admitted } = given;
  const { clock } = parts;
  const start = clock.now();
  // Taken while we wait: when nothing is drawn until the end, these are the pixels of the end.
  const early = capture(parts, view, input, performed);
  early.catch(() => undefined);
  const firstMs = KEYBOARD.has(input.action.action) ? FIRST_DRAWING_MS.keyboard : FIRST_DRAWING_MS.pointer;
  const order = { clock, signal: admitted.signal, firstMs };
  let afterFirst: Promise<Capture> | null = null;
  let looks = 0;
  const look = (): Promise<Thumbnail> => {
    afterFirst = looks === 0 ? captureHeard(parts, view, input, performed) : null;
    looks += 1;
    return thumbnailNow(parts, view);
  };
  const { settled, wasDrawn } = await settle(look, watch, order);
  const settleMs = clock.now() - start;
  const taken = await (wasDrawn ? (afterFirst ?? capture(parts, view, input, performed)) : early);
  const hasChanged = before && !looksSame(before, taken.thumbnail);
  return {
    picture: { ...taken.picture, settled },
    effect: before === null ? 'unknown' : hasChanged ? 'verified' : 'not_observed',
    timings: { settle: settleMs, capture: taken.capture, encode: taken.encode },
  };
}

/**
 * Taken right after the first drawing, which mostly is the last: then these too are the pixels of the end. The round trip
 * before makes sure that whatever is drawn after this grab is heard of.
 */
function captureHeard(parts: ActParts, view: View, input: ActInput, performed: Performed): Promise<Capture> {
  parts.desktop.hearPerson();
  const taken = capture(parts, view, input, performed);
  taken.catch(() => undefined);
  return taken;
}

async function capture(parts: ActParts, view: View, input: ActInput, performed: Performed): Promise<Capture> {
  const { clock, desktop } = parts;
  const wanted = input.check ?? { format: 'png' as const, quality: 85 };
  const start = clock.now();
  const standing = standingOf(desktop.windows);
  const frame = await desktop.grab(view.facts);
  const grabbed = clock.now();
  const look = keepLook(parts, view, frame, standing);
  const { picture, thumbnail } = await encodePicture(parts, frame, {
    ...pictureOf(parts, view),
    format: wanted.format === 'png' ? { kind: 'png' } : { kind: 'jpeg', quality: wanted.quality },
    annotate: input.annotate,
    executed: executedPoint(performed.progress, view),
  });
  return { picture: { ...picture, look }, thumbnail, capture: grabbed - start, encode: clock.now() - grabbed };
}

async function thumbnailNow({ desktop, workshop }: ActParts, view: View): Promise<Thumbnail> {
  const frame = await desktop.grab(view.facts);
  return workshop.thumbnail(frame, areaOf(view.crop, frame));
}

function receiptOf({ dispatch, progress, inputMs }: Performed, check: Check | null): Receipt {
  const { isComplete: _isComplete, executed: _executed, ...known } = progress;
  const timings = check?.timings ?? { settle: 0, capture: 0, encode: 0 };
  return { ...known, dispatch, effect: check?.effect ?? 'unknown', timingsMs: { input: inputMs, ...timings } };
}
