import { createHash } from 'node:crypto';
import type { DisplayFacts, Picture } from '../../protocol/helper/act.ts';
import { effectiveRegion, type Point, type Rectangle, type Size } from '../../protocol/helper/geometry.ts';

/**
 * What one picture showed. All mapping of later coordinates is done from this record, never from what the model
 * repeats. `region` is the effective one, in full-picture pixels; null for the whole display.
 */
export interface View {
  id: string;
  display: number;
  facts: DisplayFacts;
  region: Rectangle | null;
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Picture pixels per device pixel. */
  scale: number;
  cursor: Point | null;
  thumb: string;
  /** The helper's own name of the picture; null when it has none. */
  look: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  mime: Picture['mime'];
  data: Uint8Array;
}

/** Older pictures can no longer be acted on. */
const KEPT_VIEWS = 3;

/** The views of one session. */
export interface Views {
  current(): View | null;
  /** The newest last. */
  all(): readonly View[];
  /** A picture came: it is what coordinates mean from now on. */
  remember(picture: Picture, at: number): View;
}

/** `generation` is the helper's: ids of a dead helper can never name a view of a new one. */
export function createViews(generation: string): Views {
  const prefix = createHash('sha256').update(generation).digest('hex').slice(0, 4);
  const views: View[] = [];
  let counter = 0;
  return {
    current: () => views.at(-1) ?? null,
    all: () => views,
    remember(picture, at) {
      const { display, facts, region, width, height, scale, cursor, thumb, mime } = picture;
      const id = `${prefix}-${++counter}`;
      const data = Buffer.from(picture.data, 'base64');
      const look = picture.look ?? null;
      const view = { id, display, facts, region, width, height, scale, cursor, thumb, look, mime, data, createdAt: at };
      views.push(view);
      if (views.length > KEPT_VIEWS) views.shift();
      return view;
    },
  };
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

/** Device pixels of the display a view shows. */
function deviceSize(facts: DisplayFacts): Size {
  return { width: Math.round(facts.width * facts.scale), height: Math.round(facts.height * facts.scale) };
}

/** The region that a request means on the display of this view, clamped as the picture was (4.3). */
export function clampRegion(view: View, region: Rectangle | null): Rectangle | null {
  return region && (effectiveRegion(deviceSize(view.facts), region) ?? region);
}

export function sameRegion(one: Rectangle | null, other: Rectangle | null): boolean {
  if (!one || !other) return one === other;
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
}
