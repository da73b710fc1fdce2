import type { Crop } from '../../protocol/helper/geometry.ts';
import { toPicture } from '../../protocol/helper/geometry.ts';
import type { AccessibleControl, DesktopWindow, DisplayFacts, GlobalRectangle, Point } from '../desktop.ts';
import { toDisplay } from '../global-point.ts';
import { intersection } from './rectangles.ts';
import { visiblePart } from './visible-part.ts';

/** Sides, in input units, under which a part is too small to be aimed at. */
const SMALLEST = 3;

/** A control that can be seen and clicked in the picture looked at. */
export interface ControlInView {
  control: AccessibleControl;
  /** Centre of the largest visible part: in the picture, and on the whole desktop. */
  at: Point;
  centre: Point;
  /** Of what is seen, in the picture. */
  bounds: { x: number; y: number; w: number; h: number };
}

/** What a picture shows, in global input units. */
export function globalArea({ x, y, scale }: DisplayFacts, crop: Crop): GlobalRectangle {
  return {
    x: x + crop.left / scale,
    y: y + crop.top / scale,
    w: crop.deviceWidth / scale,
    h: crop.deviceHeight / scale,
  };
}

/** The controls of a list that are seen in a picture, in their order. `windows`: front-most first. */
export function controlsInView(
  controls: readonly AccessibleControl[],
  windows: readonly DesktopWindow[],
  view: { facts: DisplayFacts; crop: Crop },
): ControlInView[] {
  const seen = globalArea(view.facts, view.crop);
  const places = new Map(windows.map((window) => [window.id, { window, covers: coversOf(window, windows) }]));
  return controls.flatMap((control) => {
    const place = places.get(control.window);
    if (!place) return [];
    const inWindow = intersection(control.bounds, place.window.bounds);
    const inPicture = inWindow && intersection(inWindow, seen);
    const part = inPicture && visiblePart(inPicture, place.covers);
    return part ? (clickable(control, part, view) ?? []) : [];
  });
}

/**
 * What lies in front of a window. Its own program's tooltip comes up under a resting pointer and goes when that moves: it
 * keeps nobody from clicking.
 */
function coversOf(window: DesktopWindow, windows: readonly DesktopWindow[]): GlobalRectangle[] {
  const above = windows.slice(0, windows.indexOf(window));
  const isPassing = (one: DesktopWindow) => one.isTooltip === true && (one.pid === null || one.pid === window.pid);
  return above.filter((one) => !isPassing(one)).map((one) => one.bounds);
}

/** The centre of what is seen of one control now; null when nothing can be clicked. */
export function visibleCentre(control: AccessibleControl, windows: readonly DesktopWindow[]): Point | null {
  const window = windows.find((one) => one.id === control.window);
  const inWindow = window && intersection(control.bounds, window.bounds);
  const part = inWindow && visiblePart(inWindow, coversOf(window, windows));
  return part && isLargeEnough(part, control.bounds) ? centreOf(part) : null;
}

function clickable(
  control: AccessibleControl,
  part: GlobalRectangle,
  { facts, crop }: { facts: DisplayFacts; crop: Crop },
): ControlInView | null {
  if (!isLargeEnough(part, control.bounds)) return null;
  const centre = centreOf(part);
  const at = toPicture(crop, toDisplay(facts, centre));
  if (!at) return null;
  const bounds = pictureBounds({ facts, crop }, part);
  return bounds && { control, at, centre, bounds };
}

/** A global rectangle in the picture's pixels, clipped to it; null when nothing of it is in the picture. */
export function pictureBounds({ facts, crop }: { facts: DisplayFacts; crop: Crop }, { x, y, w, h }: GlobalRectangle) {
  const inX = (at: number) => ((at - facts.x) * facts.scale - crop.left) * crop.k;
  const inY = (at: number) => ((at - facts.y) * facts.scale - crop.top) * crop.k;
  const left = clamp(Math.floor(inX(x)), crop.width);
  const top = clamp(Math.floor(inY(y)), crop.height);
  const right = clamp(Math.ceil(inX(x + w)), crop.width);
  const bottom = clamp(Math.ceil(inY(y + h)), crop.height);
  return right > left && bottom > top ? { x: left, y: top, w: right - left, h: bottom - top } : null;
}

/** A sliver of something larger is no target; something that is small by itself is. */
function isLargeEnough(part: GlobalRectangle, whole: GlobalRectangle): boolean {
  return part.w >= Math.min(SMALLEST, whole.w) && part.h >= Math.min(SMALLEST, whole.h);
}

/** The pixel in the middle. */
function centreOf({ x, y, w, h }: GlobalRectangle): Point {
  return { x: Math.floor(x + w / 2), y: Math.floor(y + h / 2) };
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
