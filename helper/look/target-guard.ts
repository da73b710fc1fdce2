import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, Frame, Point, StackedWindow } from '../desktop.ts';
import { toDisplay } from '../global-point.ts';
import type { PixelArea } from '../picture/rgb.ts';
import { drawnAlike, isPlain } from './drawn-alike.ts';
import type { Look } from './looks.ts';
import { cutOut, type Luminance, luminanceOf } from './luminance.ts';

/** Half the place around a point that is compared, in device pixels; wider where that shows nothing but ground. */
const HALF_HEIGHT = 14;
const HALF_WIDTHS = [120, 480] as const;
/** What changes between all of three grabs this far apart moves by itself, such as a film. */
const LIVE_STEP_MS = 60;
const LIVE_STEPS = 2;

interface Parts {
  desktop: Desktop;
  clock: Clock;
  signal: AbortSignal;
}

/** The window that gets a click at a global point; the front-most one that covers it. */
export function windowAt(windows: readonly StackedWindow[], { x, y }: Point): StackedWindow | null {
  const covers = (one: StackedWindow) => x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height;
  return windows.find(covers) ?? null;
}

/** Throws `target_changed` when another window is at the point than in the look, or it stands elsewhere. */
export function requireSameWindow({ desktop }: Pick<Parts, 'desktop'>, look: Look, point: Point): void {
  const now = desktop.windows.layout?.() ?? null;
  if (!look.windows || !now) return;
  const was = windowAt(look.windows, point);
  const is = windowAt(now, point);
  if (was?.id !== is?.id) throw changed('Another window is at that point now than in the picture.', 'window');
  if (was && is && !sameRectangle(was, is)) throw changed('The window there has moved since the picture.', 'moved');
}

/** Throws `target_changed` when keys would go to another window than in the look. */
export function requireSameFocus({ desktop }: Pick<Parts, 'desktop'>, look: Look): void {
  if (look.focus === null || !desktop.windows.focusedWindow) return;
  if (desktop.windows.focusedWindow() === look.focus) return;
  throw changed('The keyboard has gone to another window since the picture.', 'focus');
}

/**
 * Throws `target_changed` when what is drawn around the point is not what the look showed. A place that keeps changing
 * by itself cannot be told from its look; then the answer is the note that says so.
 */
export async function requireSameDrawing(parts: Parts, look: Look, point: Point): Promise<string | null> {
  const { desktop, clock, signal } = parts;
  const place = await placeOf(parts, look, point);
  if (!place) return null;
  let last = place.now;
  if (drawnAlike(place.before, last, place.pointerCame)) return null;
  for (let i = 0; i < LIVE_STEPS; i++) {
    await clock.sleep(LIVE_STEP_MS, signal);
    const next = masked(luminanceOf(await desktop.grab(look.facts), last.area, last.step), place);
    if (drawnAlike(place.before, next, place.pointerCame)) return null;
    if (drawnAlike(last, next, false)) throw changed('What is at that point has changed since the picture.', 'content');
    last = next;
  }
  return 'What is at that point keeps changing by itself; look where the action landed.';
}

interface Place {
  before: Luminance;
  now: Luminance;
  covers: PixelArea[];
  pointerCame: boolean;
}

async function placeOf({ desktop }: Parts, look: Look, point: Point): Promise<Place | null> {
  const frame = await desktop.grab(look.facts);
  const layout = desktop.windows.layout?.() ?? [];
  const covers = [...above(look.windows ?? [], point), ...above(layout, point)].map((one) => areaIn(look, one));
  const window = windowAt(layout, point);
  const bounds = window ? areaIn(look, window) : look.image.area;
  const pointer = toDisplay(look.facts, desktop.input.pointer());
  let place: Place | null = null;
  for (const halfWidth of HALF_WIDTHS) {
    const area = around(toDisplay(look.facts, point), halfWidth, [bounds, look.image.area, wholeOf(frame)]);
    if (!area) return place;
    const before = masked(cutOut(look.image, area), { covers });
    const now = masked(luminanceOf(frame, before.area, before.step), { covers });
    place = { before, now, covers, pointerCame: cameOrWent(look.pointer, pointer, area) };
    if (!isPlain(before)) return place;
  }
  return place;
}

const wholeOf = ({ width, height }: Frame): PixelArea => ({ left: 0, top: 0, width, height });

/** Windows in front of the one at the point: what they cover says nothing about it. */
function above(windows: readonly StackedWindow[], point: Point): readonly StackedWindow[] {
  const own = windowAt(windows, point);
  return own ? windows.slice(0, windows.indexOf(own)) : windows;
}

function areaIn({ facts }: Look, window: StackedWindow): PixelArea {
  const { x, y } = toDisplay(facts, window);
  return {
    left: x,
    top: y,
    width: Math.ceil(window.width * facts.scale),
    height: Math.ceil(window.height * facts.scale),
  };
}

function around(point: Point, halfWidth: number, bounds: readonly PixelArea[]): PixelArea | null {
  const left = Math.max(point.x - halfWidth, ...bounds.map((one) => one.left));
  const top = Math.max(point.y - HALF_HEIGHT, ...bounds.map((one) => one.top));
  const right = Math.min(point.x + halfWidth + 1, ...bounds.map((one) => one.left + one.width));
  const bottom = Math.min(point.y + HALF_HEIGHT + 1, ...bounds.map((one) => one.top + one.height));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** Cells under the windows in front become 0 in both looks. */
function masked(image: Luminance, { covers }: Pick<Place, 'covers'>): Luminance {
  const { area, step, width, height, cells } = image;
  for (const cover of covers) {
    const left = Math.max(0, Math.floor((cover.left - area.left) / step));
    const right = Math.min(width, Math.ceil((cover.left + cover.width - area.left) / step));
    const top = Math.max(0, Math.floor((cover.top - area.top) / step));
    const bottom = Math.min(height, Math.ceil((cover.top + cover.height - area.top) / step));
    if (right <= left) continue;
    for (let y = top; y < bottom; y++) cells.fill(0, y * width + left, y * width + right);
  }
  return image;
}

/** True when the pointer is somewhere else than in the look and near the place in one of the two. */
function cameOrWent(was: Point, is: Point, area: PixelArea): boolean {
  if (was.x === is.x && was.y === is.y) return false;
  const margin = 2 * HALF_HEIGHT;
  const isNear = ({ x, y }: Point) =>
    x >= area.left - margin &&
    y >= area.top - margin &&
    x < area.left + area.width + margin &&
    y < area.top + area.height + margin;
  return isNear(was) || isNear(is);
}

function sameRectangle(a: StackedWindow, b: StackedWindow): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function changed(message: string, reason: 'window' | 'moved' | 'focus' | 'content'): RemoteError {
  return new RemoteError('target_changed', message, { reason });
}
