import type { DesktopWindow, GlobalRectangle } from '../../../desktop.ts';

/** How one frame's extents become root pixels. */
export interface FrameMap {
  /** Root pixels per unit of the program. */
  scale: number;
  /** Of the unit (0, 0), in root pixels. */
  left: number;
  top: number;
  /** True where pages count in root pixels although their frame does not (Chromium). */
  hasOwnPageUnits: boolean;
}

export const PLAIN_MAP: FrameMap = { scale: 1, left: 0, top: 0, hasOwnPageUnits: false };

/** Factors that desktops offer; a frame's size says which one a program draws with. */
const SCALES = [1, 2, 1.25, 1.5, 1.75, 2.25, 2.5, 3, 3.5, 4];

/**
 * Compares what a program says of its frame with what the X server says of the window. Programs count in units of their
 * own scale factor, some without the window manager's border, some relative to their window, some from where they
 * believe to be; the window's real place decides.
 */
export function mapFrame(toolkit: string, frame: GlobalRectangle, window: DesktopWindow): FrameMap {
  if (toolkit === 'GTK') return mapRelativeFrame(frame, window);
  const { rectangle, scale } = closest(frame, [window.client, window.bounds]);
  const left = rectangle.x - frame.x * scale;
  const top = rectangle.y - frame.y * scale;
  return { scale, left, top, hasOwnPageUnits: toolkit === 'Chromium' && scale !== 1 };
}

/** GTK 4 counts from the visible frame, which lies inside the window's own border. */
function mapRelativeFrame(frame: GlobalRectangle, { client, bounds }: DesktopWindow): FrameMap {
  const { rectangle, scale } = closest(frame, [bounds, client]);
  const left = rectangle.x + (rectangle.w - frame.w * scale) / 2 - frame.x * scale;
  const top = rectangle.y + (rectangle.h - frame.h * scale) / 2 - frame.y * scale;
  return { scale, left: Math.round(left), top: Math.round(top), hasOwnPageUnits: false };
}

/** The rectangle and the factor that fit a frame's size best; the simplest factor among equals. */
function closest(frame: GlobalRectangle, rectangles: readonly GlobalRectangle[]) {
  let best = { rectangle: rectangles[0] ?? frame, scale: 1, error: Number.POSITIVE_INFINITY };
  for (const scale of SCALES)
    for (const rectangle of rectangles) {
      const error = Math.abs(rectangle.w - frame.w * scale) + Math.abs(rectangle.h - frame.h * scale);
      if (error < best.error - 1e-6) best = { rectangle, scale, error };
    }
  return best;
}

/** A program's extents as root pixels. `isPage`: of something inside a page. */
export function toRoot(map: FrameMap, { x, y, w, h }: GlobalRectangle, isPage: boolean): GlobalRectangle {
  if (isPage && map.hasOwnPageUnits) return { x, y, w, h };
  const { scale, left, top } = map;
  return {
    x: Math.round(left + x * scale),
    y: Math.round(top + y * scale),
    w: Math.round(w * scale),
    h: Math.round(h * scale),
  };
}

/** A global point as the program counts. */
export function fromRoot({ scale, left, top }: FrameMap, point: { x: number; y: number }) {
  return { x: Math.round((point.x - left) / scale), y: Math.round((point.y - top) / scale) };
}
