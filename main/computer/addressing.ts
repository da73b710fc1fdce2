import { isInside, type Point, type Rectangle } from '../../protocol/helper/geometry.ts';
import type { ComputerInput } from './input.ts';
import { Refusal } from './refusal.ts';
import type { ActionRequest } from './validate.ts';
import { clampRegion, sameRegion, toFullPicture, type View, zoomOf } from './view.ts';

/** A crop magnified by no more than this is close to the full picture's own pixels, so its points are not doubted. */
const GUARDED_ZOOM = 1.5;

/**
 * The view an action belongs to, or null for one that needs none: the checks of 5.6 from the addressing conflict to the
 * ambiguous grid, in that order. For keys it is the view on show, whose crop the check picture may repeat.
 */
export function viewForAction(request: ActionRequest, current: View | null, defaultDisplay: number): View | null {
  if (request.conflict.length > 0) {
    const fields = request.conflict.map((field) => `"${field}"`).join(', ');
    const words = `The call names more than one target (${fields}).`;
    throw new Refusal('addressing_conflict', words, { fields: request.conflict });
  }
  if (request.mark !== null) throw new Refusal('no_marks', undefined, { id: request.mark, count: 0 });
  if (request.traits.target !== 'none') return checkAddressing(request, current, defaultDisplay);
  if (!request.traits.changes) return null;
  if (request.region && !current) throw new Refusal('no_view');
  if (request.region && current) checkRegion(request, current);
  return current;
}

/**
 * Decides whether the coordinates of an action were read in the latest picture (computer-use 5), in the order of 5.6.
 * Returns the view they belong to; throws the Refusal that tells how to mend the call. Nothing is ever converted or
 * carried forward silently: that is how clicks land beside their target.
 */
function checkAddressing(request: ActionRequest, current: View | null, defaultDisplay: number): View {
  if (!current) throw new Refusal('no_view');
  checkDisplay(request, current, defaultDisplay);
  checkRegion(request, current);
  for (const point of request.points) checkInside(point, current);
  if (!request.confirmGrid) checkGrid(request.points, current);
  return current;
}

function checkDisplay(request: ActionRequest, current: View, defaultDisplay: number): void {
  const display = request.display ?? defaultDisplay;
  if (display === current.display) return;
  const words = `The latest picture shows display ${current.display}, but the action is for display ${display}.`;
  throw new Refusal('display_mismatch', words, { expected: current.display, got: display });
}

/** Equal regions or none on both sides; the model's region is only ever compared, never used (5.2). */
function checkRegion(request: ActionRequest, current: View): void {
  const got = clampRegion(current, request.region);
  if (sameRegion(got, current.region)) return;
  const data = { expected: plain(current.region), got: plain(request.region) };
  throw new Refusal('region_mismatch', regionWords(request, current), data);
}

const plain = (region: Rectangle | null) => region && { x: region.x, y: region.y, w: region.w, h: region.h };

function regionWords(request: ActionRequest, current: View): string {
  if (!current.region) {
    const look = JSON.stringify({ action: 'screenshot', region: plain(request.region) });
    return (
      'The latest picture is the whole screen, not this crop. If the coordinates were read in it, send ' +
      `${again(request.input, null)}. To use the crop, look at it first with ${look} and read the coordinates there.`
    );
  }
  const given = request.region ? `not ${JSON.stringify(plain(request.region))}` : 'and the action names no region';
  return (
    `The latest picture is the crop ${JSON.stringify(plain(current.region))}, ${given}. If the coordinates were ` +
    `read in that crop, send ${again(request.input, current.region)}. Otherwise take a full screenshot and use its ` +
    'coordinates.'
  );
}

/** The same call with another region, as JSON to copy. Texts are left out: they may be secret and are known anyway. */
function again(input: ComputerInput, region: Rectangle | null): string {
  const { region: _, text, ...rest } = input;
  const words = text === undefined ? {} : { text: '…' };
  return JSON.stringify({ ...rest, ...words, ...(region ? { region: plain(region) } : {}) });
}

function checkInside(point: Point, current: View): void {
  if (isInside(current, point)) return;
  const words =
    `The point (${point.x},${point.y}) is outside the latest picture, which is ${current.width}x${current.height} ` +
    `pixels: x goes from 0 to ${current.width - 1}, y from 0 to ${current.height - 1}.`;
  throw new Refusal('point_outside_image', words, {
    point: { ...point },
    width: current.width,
    height: current.height,
  });
}

/** Points that fit both the crop's own pixels and the full picture's are not guessed at (5.3). */
function checkGrid(points: readonly Point[], current: View): void {
  const { region } = current;
  if (!region || points.length === 0) return;
  const zoom = zoomOf(current);
  if (zoom <= GUARDED_ZOOM || !points.every((point) => within(region, point))) return;
  const converted = points.map((point) => ({
    x: Math.round((point.x - region.x) * zoom),
    y: Math.round((point.y - region.y) * zoom),
  }));
  throw new Refusal('ambiguous_coordinates', gridWords(points, converted, current, region), {
    view: { w: current.width, h: current.height },
    region: plain(region),
    zoom,
    points: points.map((point) => [point.x, point.y]),
    if_read_on_full: converted.map((point) => [point.x, point.y]),
  });
}

function within(region: Rectangle, point: Point): boolean {
  const { x, y, w, h } = region;
  return point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;
}

function gridWords(points: readonly Point[], converted: readonly Point[], view: View, region: Rectangle): string {
  const name = points.length > 1 ? 'points' : 'point';
  const full = points.map((point) => toFullPicture(view, point));
  return (
    `The ${name} ${list(points)} can be read in two ways. The latest view is the crop ` +
    `${JSON.stringify(plain(region))}, sent as ${view.width}x${view.height} pixels (zoom ${zoomOf(view).toFixed(2)}). ` +
    `Read as pixels of that crop: ${list(full)} on the full screen. Read as pixels of the full screen: ` +
    `${list(converted)} in the crop, with zoom ${zoomOf(view).toFixed(2)}. Re-read the image; if these are its pixels ` +
    `send the same action again with confirm_grid true; if they came from the full screen send ${list(converted)} instead.`
  );
}

const list = (points: readonly Point[]) => points.map((point) => `(${point.x},${point.y})`).join(' to ');
