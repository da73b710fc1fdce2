import type { ElementsReading, MarksReading } from '../../protocol/helper/accessibility.ts';
import type { DisplayFacts, Picture } from '../../protocol/helper/act.ts';
import {
  effectiveRegion,
  fullCrop,
  type Point,
  type Rectangle,
  regionCrop,
  type Size,
} from '../../protocol/helper/geometry.ts';

/**
 * What one picture showed or one list named. All mapping of later coordinates is done from this record, never from what
 * the model repeats. `region` is the effective one, in full-picture pixels; null for the whole display.
 */
export interface View {
  id: string;
  kind: 'image' | 'list';
  display: number;
  facts: DisplayFacts;
  region: Rectangle | null;
  /** Pixels of the picture, or of the picture the list's points are in. */
  width: number;
  height: number;
  /** Picture pixels per device pixel. */
  scale: number;
  cursor: Point | null;
  /** Null for a list: there is nothing to compare with. */
  thumb: string | null;
  /** The helper's own name of the picture; null when it has none. */
  look: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  mime: Picture['mime'];
  /** Empty for a list. */
  data: Uint8Array;
  /** The numbered badges on it; null when none were asked for. */
  marks: MarksReading | null;
  /** The controls of the list that this view is; null for a picture. */
  elements: ElementsReading | null;
}

/** Picture pixels per full-picture pixel: 1 for the whole display. */
export function zoomOf(view: Pick<View, 'region' | 'width'>): number {
  return view.region ? view.width / view.region.w : 1;
}

/** A point of the picture in full-picture pixels (5.5). */
export function toFullPicture(view: Pick<View, 'region' | 'width'>, point: Point): Point {
  if (!view.region) return point;
  const zoom = zoomOf(view);
  return { x: Math.round(view.region.x + point.x / zoom), y: Math.round(view.region.y + point.y / zoom) };
}

/**
 * A rectangle of the picture in full-picture pixels (5.7), cut to the picture; outwards to whole pixels, so that nothing
 * asked for is left out. Null when it lies outside.
 */
export function toFullRegion(view: Pick<View, 'region' | 'width' | 'height'>, region: Rectangle): Rectangle | null {
  const { width, height } = view;
  if (region.x >= width || region.y >= height) return null;
  const [right, bottom] = [Math.min(region.x + region.w, width), Math.min(region.y + region.h, height)];
  const zoom = zoomOf(view);
  const { x: left, y: top } = view.region ?? { x: 0, y: 0 };
  const x = Math.floor(left + region.x / zoom);
  const y = Math.floor(top + region.y / zoom);
  return { x, y, w: Math.ceil(left + right / zoom) - x, h: Math.ceil(top + bottom / zoom) - y };
}

/** Device pixels of the display a view shows. */
export function deviceSize(facts: DisplayFacts): Size {
  return { width: Math.round(facts.width * facts.scale), height: Math.round(facts.height * facts.scale) };
}

/** Picture pixels per device pixel of a region's picture. */
export function scaleOf(facts: DisplayFacts, region: Rectangle | null): number {
  const size = deviceSize(facts);
  return ((region && regionCrop(size, region)) ?? fullCrop(size)).k;
}

/** The region that a request means on the display of this view, clamped as the picture was (4.3). */
export function clampRegion(view: View, region: Rectangle | null): Rectangle | null {
  return region && (effectiveRegion(deviceSize(view.facts), region) ?? region);
}

export function sameRegion(one: Rectangle | null, other: Rectangle | null): boolean {
  if (!one || !other) return one === other;
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
}
