import type { ActInput, ActOutput, Picture, Receipt } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Json } from '../../protocol/json.ts';
import { settle } from '../actions/settle.ts';
import { areaOf } from '../picture/crop-area.ts';
import { encodePicture } from '../picture/take-picture.ts';
import { looksSame, makeThumbnail, type Thumbnail } from '../picture/thumbnail.ts';
import type { Admitted } from '../session/gate.ts';
import { type ActParts, pictureOf } from './act-parts.ts';
import { executedPoint, type Performed, perform } from './perform.ts';
import { type InputAction, validateAction } from './run-action.ts';
import { cropOf, type View } from './view.ts';

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
  const before = checkView ? await thumbnailNow(parts, checkView).catch(() => null) : null;
  admitted.check();
  const performed = await perform(parts, view, action, admitted);
  if (performed.failure) throw withReceipt(performed.failure, receiptOf(performed, null));
  if (!checkView || !input.check) return { picture: null, receipt: receiptOf(performed, null) };
  try {
    const check = await takeCheck(parts, checkView, input, performed, before, admitted);
    return { picture: check.picture, receipt: receiptOf(performed, check) };
  } catch (error) {
    // The input went out: a picture that could not be taken must not make it look as if it had not.
    if (error instanceof RemoteError && error.code === 'capture_stalled') throw withReceipt(error, receiptOf(performed, null));
    const checkError = error instanceof RemoteError ? error : new RemoteError('capture_failed', 'The check picture could not be taken.');
    const { code, message } = checkError;
    return { picture: null, receipt: receiptOf(performed, null), checkError: { code, message } };
  }
}

async function takeCheck(
  parts: ActParts,
  view: View,
  input: ActInput,
  performed: Performed,
  before: Thumbnail | null,
  admitted: Admitted,
): Promise<Check> {
  const { clock, desktop, codec } = parts;
  const wanted = input.check ?? { format: 'png' as const, quality: 85 };
  const start = clock.now();
  const look = async () => {
    const frame = await desktop.grab(view.facts);
    return { frame, thumbnail: makeThumbnail(frame, areaOf(view.crop, frame)) };
  };
  const { thumbnail, settled } = await settle(look, clock, admitted.signal);
  const still = clock.now();
  const frame = await desktop.grab(view.facts);
  const grabbed = clock.now();
  const { picture } = await encodePicture(codec, frame, {
    ...pictureOf(parts, view),
    format: wanted.format === 'png' ? { kind: 'png' } : { kind: 'jpeg', quality: wanted.quality },
    annotate: input.annotate,
    executed: executedPoint(performed.progress, view),
  });
  const hasChanged = before && !looksSame(before, thumbnail);
  return {
    picture: { ...picture, settled },
    effect: before === null ? 'unknown' : hasChanged ? 'verified' : 'not_observed',
    timings: { settle: still - start, capture: grabbed - still, encode: clock.now() - grabbed },
  };
}

async function thumbnailNow({ desktop }: ActParts, view: View): Promise<Thumbnail> {
  const frame = await desktop.grab(view.facts);
  return makeThumbnail(frame, areaOf(view.crop, frame));
}

function receiptOf({ dispatch, progress, inputMs }: Performed, check: Check | null): Receipt {
  const { isComplete: _isComplete, executed: _executed, ...known } = progress;
  const timings = check?.timings ?? { settle: 0, capture: 0, encode: 0 };
  return { ...known, dispatch, effect: check?.effect ?? 'unknown', timingsMs: { input: inputMs, ...timings } };
}

/** The same error with what went out of the action. */
export function withReceipt(error: RemoteError, receipt: Receipt): RemoteError {
  // A receipt is plain data; JSON drops what is undefined.
  const plain: Json = JSON.parse(JSON.stringify(receipt));
  return new RemoteError(error.code, error.message, { ...error.data, receipt: plain });
}
