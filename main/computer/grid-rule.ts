import type { Point, Rectangle } from '../../protocol/helper/geometry.ts';
import { plainRegion } from './next-call.ts';
import { Refusal } from './refusal.ts';
import { toFullPicture, type View, zoomOf } from './view.ts';

/** A crop magnified by no more than this is close to the full picture's own pixels, so its points are not doubted. */
const GUARDED_ZOOM = 1.5;
/** A point this close to a listed one was copied from the list. */
const LISTED_PX = 1;

/**
 * Points that fit both the crop's own pixels and the full picture's are not guessed at (computer-use 5.3). Points that
 * the view itself listed cannot have been read elsewhere.
 */
export function checkGrid(points: readonly Point[], view: View): void {
  const { region } = view;
  if (!region || points.length === 0) return;
  const zoom = zoomOf(view);
  if (zoom <= GUARDED_ZOOM || !points.every((point) => within(region, point))) return;
  if (points.every((point) => isListed(view, point))) return;
  const converted = points.map((point) => ({
    x: Math.round((point.x - region.x) * zoom),
    y: Math.round((point.y - region.y) * zoom),
  }));
  throw new Refusal('ambiguous_coordinates', gridWords(points, converted, view, region), {
    view: { w: view.width, h: view.height },
    region: plainRegion(region),
    zoom,
    points: points.map((point) => [point.x, point.y]),
    if_read_on_full: converted.map((point) => [point.x, point.y]),
  });
}

function within(region: Rectangle, point: Point): boolean {
  const { x, y, w, h } = region;
  return point.x >= x && point.x <= x + w && point.y >= y && point.y <= y + h;
}

function isListed({ elements }: View, point: Point): boolean {
  const near = (at: Point) => Math.abs(at.x - point.x) <= LISTED_PX && Math.abs(at.y - point.y) <= LISTED_PX;
  return elements?.items.some((item) => near(item.at)) === true;
}

function gridWords(points: readonly Point[], converted: readonly Point[], view: View, region: Rectangle): string {
  const name = points.length > 1 ? 'points' : 'point';
  const full = points.map((point) => toFullPicture(view, point));
  return (
    `The ${name} ${list(points)} can be read in two ways. The latest view is the crop ` +
    `${JSON.stringify(plainRegion(region))}, sent as ${view.width}x${view.height} pixels (zoom ${zoomOf(view).toFixed(2)}). ` +
    `Read as pixels of that crop: ${list(full)} on the full screen. Read as pixels of the full screen: ` +
    `${list(converted)} in the crop, with zoom ${zoomOf(view).toFixed(2)}. Re-read the image; if these are its pixels ` +
    `send the same action again with confirm_grid true; if they came from the full screen send ${list(converted)} instead.`
  );
}

const list = (points: readonly Point[]) => points.map((point) => `(${point.x},${point.y})`).join(' to ');
