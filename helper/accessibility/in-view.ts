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
  const places = new Map(windows.map((window, i) => [window.id, { window, covers: windows.slice(0, i) }]));
  return controls.flatMap((control) => {
    const place = places.get(control.window);
    if (!place) return [];
    const inWindow = intersection(control.bounds, place.window.bounds);
    const inPicture = inWindow && intersection(inWindow, seen);
    const part =
      inPicture &&
      visiblePart(
        inPicture,
        place.covers.map((one) => one.bounds),
      );
    return part ? (clickable(control, part, view) ?? []) : [];
  });
}

/** The centre of what is seen of one control now; null when nothing can be clicked. */
export function visibleCentre(control: AccessibleControl, windows: readonly DesktopWindow[]): Point | null {
  const index = windows.findIndex((one) => one.id === control.window);
  const window = windows[index];
  const inWindow = window && intersection(control.bounds, window.bounds);
  const covers = windows.slice(0, index).map((one) => one.bounds);
  const part = inWindow && visiblePart(inWindow, covers);
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
  const corner = toDisplay(facts, part);
  const left = clamp(Math.floor((corner.x - crop.left) * crop.k), crop.width - 1);
  const top = clamp(Math.floor((corner.y - crop.top) * crop.k), crop.height - 1);
  const right = clamp(Math.ceil((corner.x + part.w * facts.scale - crop.left) * crop.k), crop.width);
  const bottom = clamp(Math.ceil((corner.y + part.h * facts.scale - crop.top) * crop.k), crop.height);
  const bounds = { x: left, y: top, w: Math.max(1, right - left), h: Math.max(1, bottom - top) };
  return { control, at, centre, bounds };
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
