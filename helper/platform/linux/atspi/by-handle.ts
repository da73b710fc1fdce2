import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { AccessibleControl, DesktopWindow, GlobalRectangle } from '../../../desktop.ts';
import { liesIn, readAncestry } from './ancestry.ts';
import type { Applications } from './applications.ts';
import { BusTimeout, type CallLimits } from './bus.ts';
import { asControl, elementRole, pressIndex } from './controls.ts';
import { mapFrame, PLAIN_MAP } from './geometry.ts';
import { type Handle, processStart, unpackHandle } from './handle.ts';
import { EDITABLE_TEXT, PROPERTIES, VALUE } from './names.ts';
import { Popups } from './popups.ts';
import type { Program } from './program.ts';
import { has, STATE, without } from './states.ts';
import { withoutClassName } from './strategies/by-cache.ts';
import { clipBy } from './strategies/clipping.ts';
import type { TreeNode } from './strategies/tree-node.ts';
import { addWords } from './words.ts';

/** What acting on a control by its handle works with. */
export interface HandleReach {
  applications: Applications;
  windows: readonly DesktopWindow[];
  limits: CallLimits;
}

interface Found {
  program: Program;
  handle: Handle;
}

/** The program of a handle, if it is still the same process. */
async function find({ applications, limits }: HandleReach, text: string): Promise<Found | null> {
  const handle = unpackHandle(text);
  if (!handle) return null;
  if (handle.pid > 0 && processStart(handle.pid) !== handle.startedAt) return null;
  const program = await applications.program(handle.name, limits).catch(nullUnlessTime);
  return program && { program, handle };
}

/** An answer that says no is an answer; silence is not. */
function nullUnlessTime(error: unknown): null {
  if (error instanceof BusTimeout) throw error;
  return null;
}

/**
 * The control as it is now, with its words; null when it no longer answers. What was scrolled away or hidden has an empty
 * rectangle.
 */
export async function refreshControl(reach: HandleReach, text: string): Promise<AccessibleControl | null> {
  const found = await find(reach, text);
  const window = found && reach.windows.find((one) => one.id === found.handle.window);
  if (!found || !window) return null;
  const { program, handle } = found;
  const read = await readNode(program, handle).catch(nullUnlessTime);
  if (!read) return null;
  const map = read.frame ? mapFrame(program.toolkit, read.frame, window) : PLAIN_MAP;
  const frame = { path: handle.frame, name: '', role: 0, window, map };
  const control = asControl({ program, frame, process: handle }, read.node);
  if (!control) return null;
  const shownBy = await new Popups(program, reach.windows).windowOf(frame, handle.path, control.bounds);
  const placed = { ...control, window: shownBy.id };
  const [worded] = await addWords(reach, [placed]);
  return worded ?? placed;
}

async function readNode(program: Program, handle: Handle): Promise<{ node: TreeNode; frame: GlobalRectangle | null }> {
  const { path, isPage } = handle;
  const [role, states, extents, name, frame, ancestry, actions] = await Promise.all([
    program.role(path),
    program.states(path),
    program.extents(path),
    program.nameOf(path),
    program.extents(handle.frame),
    readAncestry(program, path, handle.frame),
    program.actions(path).catch(noneUnlessTime),
  ]);
  if (has(states, STATE.defunct)) throw new Error('The control is gone.');
  const isGtk4 = program.toolkit === 'GTK';
  const isShown = extents !== null && (isGtk4 ? has(states, STATE.visible) : has(states, STATE.showing));
  const place = isShown ? extents : NOWHERE;
  const clip = clipBy(place, ancestry.scrollers);
  const isHit = !isGtk4 || (await hits(program, handle, clip ?? place));
  const node = {
    path,
    role,
    states: isGtk4 && !ancestry.isSensitive ? without(states, STATE.sensitive) : states,
    extents: isHit ? (clip ?? place) : NOWHERE,
    name: isGtk4 ? withoutClassName(name) : name,
    actions,
    description: null,
    parent: null,
    interfaces: null,
    isPage,
    clip: null,
  };
  return { node, frame };
}

/** GTK 4 says only by its hit test what is really drawn at a place; it finds nothing in a surface of its own. */
async function hits(program: Program, { frame, path }: Handle, { x, y, w, h }: GlobalRectangle): Promise<boolean> {
  const hit = await program.at(frame, Math.floor(x + w / 2), Math.floor(y + h / 2));
  if (hit === null || (await liesIn(program, hit, path))) return true;
  // What is greyed out is passed over: its place answers for what holds it.
  return liesIn(program, path, hit);
}

const NOWHERE: GlobalRectangle = { x: 0, y: 0, w: 0, h: 0 };

function noneUnlessTime(error: unknown): string[] {
  if (error instanceof BusTimeout) throw error;
  return [];
}

/** Performs the control's own press. */
export async function pressControl(reach: HandleReach, text: string): Promise<void> {
  const { program, handle } = await needed(reach, text);
  const role = elementRole(await acting(() => readNode(program, handle)).then(({ node }) => node));
  const actions = await acting(() => program.actions(handle.path).catch(noneUnlessTime));
  const index = role ? pressIndex(role, actions) : -1;
  if (index < 0) throw unsupported('This control offers no press of its own.');
  const isDone = await acting(() => program.perform(handle.path, index));
  if (!isDone) throw failed('The program refused to press the control.');
}

/** Writes a text or a number, whichever the control holds. */
export async function writeControl(reach: HandleReach, text: string, value: string): Promise<void> {
  const { program, handle } = await needed(reach, text);
  const faces = await acting(() => program.interfaces(handle.path));
  if (faces.includes(EDITABLE_TEXT)) {
    const [isDone] = await acting(() => program.call(handle.path, EDITABLE_TEXT, 'SetTextContents', 's', [value]));
    if (isDone !== true) throw failed('The program refused the text.');
    return;
  }
  if (!faces.includes(VALUE)) throw unsupported('The value of this control cannot be written.');
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw unsupported('This control takes a number.');
  const body = [VALUE, 'CurrentValue', program.bus.variant('d', number)];
  await acting(() => program.call(handle.path, PROPERTIES, 'Set', 'ssv', body));
}

async function needed(reach: HandleReach, text: string): Promise<Found> {
  const found = await acting(() => find(reach, text));
  if (!found) throw new RemoteError('stale_element', 'The control is no longer there.');
  return found;
}

/** The bus's errors as the app knows them. */
async function acting<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    if (error instanceof BusTimeout)
      throw new RemoteError('accessibility_timeout', 'The program did not answer in time. It may still have done it.');
    throw failed(error instanceof Error ? error.message : 'The program answered with an error.');
  }
}

const unsupported = (words: string) => new RemoteError('element_action_unsupported', words);
const failed = (words: string) => new RemoteError('accessibility_failed', words);
