import type { GlobalRectangle } from '../desktop.ts';
import { area, intersection } from './rectangles.ts';

/** More covering pieces than that are taken for one cover: such a control is not worth the arithmetic. */
const MOST_COVERS = 12;

/** The largest rectangle of `bounds` that no cover touches; null when all of it is covered. */
export function visiblePart(bounds: GlobalRectangle, covers: readonly GlobalRectangle[]): GlobalRectangle | null {
  const cuts = covers.flatMap((cover) => intersection(bounds, cover) ?? []);
  if (cuts.length === 0) return bounds;
  if (cuts.length > MOST_COVERS) return null;
  return largestFree(bounds, cuts);
}

/** Every largest free rectangle ends at edges of the bounds or of what covers them. */
function largestFree(bounds: GlobalRectangle, cuts: readonly GlobalRectangle[]): GlobalRectangle | null {
  const xs = edges(bounds.x, bounds.w, (cut) => [cut.x, cut.x + cut.w], cuts);
  const ys = edges(bounds.y, bounds.h, (cut) => [cut.y, cut.y + cut.h], cuts);
  let best: GlobalRectangle | null = null;
  for (const [left, right] of spans(xs))
    for (const [top, bottom] of spans(ys)) {
      const free = { x: left, y: top, w: right - left, h: bottom - top };
      if (best && area(free) <= area(best)) continue;
      if (!cuts.some((cut) => intersection(free, cut))) best = free;
    }
  return best;
}

/** Every pair of edges, the smaller first. */
function spans(sorted: readonly number[]): [number, number][] {
  return sorted.flatMap((from, i) => sorted.slice(i + 1).map((to): [number, number] => [from, to]));
}

function edges(
  start: number,
  size: number,
  of: (cut: GlobalRectangle) => number[],
  cuts: readonly GlobalRectangle[],
): number[] {
  return [...new Set([start, start + size, ...cuts.flatMap(of)])].sort((a, b) => a - b);
}
