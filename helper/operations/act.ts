import type { MarksReading, ReadingResult } from '../../protocol/helper/accessibility.ts';
import type { ActInput, ActOutput } from '../../protocol/helper/act.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { waitForChange } from '../actions/wait-for-change.ts';
import type { Action, Frame } from '../desktop.ts';
import { type Standing, standingOf } from '../look/looks.ts';
import { areaOf } from '../picture/crop-area.ts';
import { encodePicture } from '../picture/take-picture.ts';
import { unpackThumbnail } from '../picture/thumbnail.ts';
import { type Admitted, disturbs, type Gate } from '../session/gate.ts';
import { Interruption } from '../session/interruption.ts';
import { actOnControl } from './act-on-control.ts';
import { type ActParts, keepLook, pictureOf } from './act-parts.ts';
import { actWithInput } from './act-with-input.ts';
import { inspect } from './inspect.ts';
import { readElements, readMarks } from './read-controls.ts';
import { readWindows } from './read-windows.ts';
import { NO_TIMINGS, nothingSent, readReceipt, withReceipt } from './receipts.ts';
import type { InputAction } from './run-action.ts';
import { resolveView, type View } from './view.ts';

/** The `act` operation: reads look, the rest posts input and brings back a check picture in the same answer. */
export async function act(
  openParts: () => Promise<ActParts>,
  gate: Gate,
  input: ActInput,
  call: { id: string; onCancel(listener: () => void): void },
): Promise<ActOutput> {
  const isMutating = disturbs(input.action.action);
  let admitted: Admitted | null = null;
  try {
    admitted = gate.admit(input, call.id);
    call.onCancel(() => gate.interrupt('cancelled'));
    const parts = await openParts();
    await parts.desktop.responsive();
    admitted.check();
    const view = resolveView(parts.desktop, input);
    if (input.action.action === 'press' || input.action.action === 'set_value')
      return await actOnControl(parts, input.action, admitted);
    if (isMutating) return await actWithInput(parts, view, input, input.action as InputAction, admitted);
    return await read(parts, view, input, admitted);
  } catch (error) {
    throw asRefusal(error, isMutating);
  } finally {
    admitted?.done();
  }
}

async function read(parts: ActParts, view: View, input: ActInput, admitted: Admitted): Promise<ActOutput> {
  const { action } = input;
  if (action.action === 'wait') {
    await parts.clock.sleep(action.ms, admitted.signal);
    admitted.check();
    return { picture: null, receipt: readReceipt(NO_TIMINGS) };
  }
  if (action.action === 'wait_for_change') return waitAndLook(parts, view, input, action, admitted);
  if (action.action === 'windows') return asReading(readWindows(parts.desktop, view));
  if (action.action === 'inspect') return asReading(await inspect(parts, view, { ...input, action }, admitted.signal));
  if (action.action === 'elements') return asReading(await readElements(parts, view, admitted.signal));
  const asked = parts.clock.now();
  const marks = action.action === 'screenshot' && action.marks ? await readMarks(parts, view, admitted.signal) : null;
  const start = parts.clock.now();
  const standing = standingOf(parts.desktop.windows);
  const frame = await parts.desktop.grab(view.facts);
  admitted.check();
  return look(parts, view, input, { frame, standing, start, marks, controlsMs: start - asked });
}

const asReading = (reading: ReadingResult): ActOutput => ({ picture: null, reading, receipt: readReceipt(NO_TIMINGS) });

async function waitAndLook(
  parts: ActParts,
  view: View,
  input: ActInput,
  action: Extract<Action, { action: 'wait_for_change' }>,
  admitted: Admitted,
): Promise<ActOutput> {
  const { desktop, clock, workshop } = parts;
  const { changed, box } = await waitForChange(
    { desktop, clock, workshop, facts: view.facts },
    {
      area: (frame) => areaOf(view.crop, frame),
      baseline: action.baseline === undefined ? null : unpackThumbnail(action.baseline),
      timeoutMs: action.timeoutMs,
      pollMs: action.pollMs,
      signal: admitted.signal,
      check: admitted.check,
    },
  );
  const start = clock.now();
  const standing = standingOf(desktop.windows);
  const output = await look(parts, view, input, { frame: await desktop.grab(view.facts), standing, start });
  const changedBox = changed ? box(view.crop) : null;
  if (output.picture) output.picture.changed = changed;
  if (output.picture && changedBox) output.picture.changedBox = changedBox;
  return output;
}

interface Grabbed {
  frame: Frame;
  standing: Standing;
  start: number;
  marks?: MarksReading | null;
  controlsMs?: number;
}

async function look(parts: ActParts, view: View, input: ActInput, grab: Grabbed): Promise<ActOutput> {
  const { frame, standing, start, marks, controlsMs } = grab;
  const grabbed = parts.clock.now();
  const kept = keepLook(parts, view, frame, standing);
  const { picture } = await encodePicture(parts, frame, {
    ...pictureOf(parts, view),
    format: { kind: 'png' },
    annotate: input.annotate,
    executed: null,
    marks: marks?.marks ?? [],
  });
  const encode = parts.clock.now() - grabbed;
  const controls = marks && controlsMs !== undefined ? { controls: controlsMs } : {};
  const receipt = readReceipt({ ...NO_TIMINGS, ...controls, capture: grabbed - start, encode });
  return { picture: { ...picture, look: kept, ...(marks && { marks }) }, receipt };
}

/** Every answer to an action that posts input carries a receipt, refusals too. */
function asRefusal(error: unknown, isMutating: boolean): unknown {
  const known = error instanceof Interruption ? interruptedRead(error) : error;
  if (!isMutating || !(known instanceof RemoteError) || known.data['receipt']) return known;
  return withReceipt(known, nothingSent());
}

function interruptedRead(error: Interruption): RemoteError {
  const code = error.reason === 'paused' ? 'paused' : 'interrupted';
  return new RemoteError(code, error.message, { reason: error.reason });
}
