import type { GlobalRectangle } from '../desktop.ts';

/** What two rectangles share; null when nothing. */
export function intersection(a: GlobalRectangle, b: GlobalRectangle): GlobalRectangle | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const w = Math.min(a.x + a.w, b.x + b.w) - x;
  const h = Math.min(a.y + a.h, b.y + b.h) - y;
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}

export const area = ({ w, h }: GlobalRectangle) => w * h;

export const overlaps = (a: GlobalRectangle, b: GlobalRectangle) => intersection(a, b) !== null;

export function contains(outer: GlobalRectangle, inner: GlobalRectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}
