import type { Luminance } from './luminance.ts';

/** Brightness, of 255, by which a cell must differ to count as drawn anew. */
const DIFFERS = 24;
/** A text caret is no wider than this, in device pixels. */
const CARET = 3;
const TILE = 16;
const SMALLEST = 4;
/** Standard deviation under which a tile holds nothing but its ground. */
const FLAT = 4;
/** Likeness of two patterns, from 0 to 1, whatever their colours: a letter that is another one stays well under it. */
const ALIKE = 0.85;
const ALIKE_UNDER_POINTER = 0.6;
/** A ground that changes by more is another state of the thing, not the greying of a window without focus. */
const GROUND_CHANGE = 40;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * True when two looks at the same place show the same thing: drawn alike, or only with a blinking caret, other colours,
 * or another ground. `pointerCame`: the pointer came or went in between, so that frames and grounds of what it hovers
 * over may have changed as well.
 */
export function drawnAlike(before: Luminance, now: Luminance, pointerCame: boolean): boolean {
  if (before.width !== now.width || before.height !== now.height) return false;
  const whole = { left: 0, top: 0, right: before.width, bottom: before.height };
  const changed = changedBox(before, now, whole);
  if (!changed || (changed.right - changed.left) * before.step <= CARET) return true;
  if (isAlike(compare(before, now, changed), pointerCame)) return true;
  return tilesOf(before).every((tile) => {
    const part = changedBox(before, now, tile);
    return !part || isAlike(compare(before, now, atLeast(part, tile)), pointerCame);
  });
}

/** Cells that belong to no straight line: fewer mean that there is nothing but ground, rules and frames. */
const PLAIN = 12;

/** True when nothing is drawn there by which one place could be told from another. */
export function isPlain({ width, height, cells }: Luminance): boolean {
  let busy = 0;
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      const cell = cells[at] ?? 0;
      const isNew = (other: number) => Math.abs(cell - (cells[other] ?? 0)) > DIFFERS;
      if (isNew(at - 1) && isNew(at - width) && ++busy >= PLAIN) return false;
    }
  }
  return true;
}

/** The cells of a box that were drawn anew, as a box; null when none were. */
function changedBox(a: Luminance, b: Luminance, within: Box): Box | null {
  const box = { left: within.right, top: within.bottom, right: within.left, bottom: within.top };
  for (let y = within.top; y < within.bottom; y++) {
    for (let x = within.left; x < within.right; x++) {
      const at = y * a.width + x;
      if (Math.abs((a.cells[at] ?? 0) - (b.cells[at] ?? 0)) <= DIFFERS) continue;
      if (x < box.left) box.left = x;
      if (x >= box.right) box.right = x + 1;
      if (y < box.top) box.top = y;
      box.bottom = y + 1;
    }
  }
  return box.right > box.left ? box : null;
}

/** A few cells say nothing about a pattern: small boxes grow, inside their tile. */
function atLeast(box: Box, tile: Box): Box {
  const grow = (start: number, end: number, from: number, to: number): [number, number] =>
    end - start >= SMALLEST ? [start, end] : [Math.max(from, start - 2), Math.min(to, end + 2)];
  const [left, right] = grow(box.left, box.right, tile.left, tile.right);
  const [top, bottom] = grow(box.top, box.bottom, tile.top, tile.bottom);
  return { left, top, right, bottom };
}

function tilesOf({ width, height }: Luminance): Box[] {
  const tiles: Box[] = [];
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE)
      tiles.push({ left, top, right: Math.min(left + TILE, width), bottom: Math.min(top + TILE, height) });
  return tiles;
}

interface Comparison {
  deviationBefore: number;
  deviationNow: number;
  ground: number;
  likeness: number;
}

/** Correlation of the two patterns; its sign does not count, since a selection turns dark on light round. */
function compare(a: Luminance, b: Luminance, box: Box): Comparison {
  let [n, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const one = a.cells[y * a.width + x] ?? 0;
      const other = b.cells[y * b.width + x] ?? 0;
      n += 1;
      sumA += one;
      sumB += other;
      sumAA += one * one;
      sumBB += other * other;
      sumAB += one * other;
    }
  }
  const varianceA = Math.max(0, sumAA / n - (sumA / n) ** 2);
  const varianceB = Math.max(0, sumBB / n - (sumB / n) ** 2);
  const together = sumAB / n - (sumA / n) * (sumB / n);
  return {
    deviationBefore: Math.sqrt(varianceA),
    deviationNow: Math.sqrt(varianceB),
    ground: Math.abs(sumA - sumB) / n,
    likeness: Math.abs(together) / Math.sqrt(varianceA * varianceB || 1),
  };
}

function isAlike({ deviationBefore, deviationNow, ground, likeness }: Comparison, pointerCame: boolean): boolean {
  const wasFlat = deviationBefore < FLAT;
  const isFlatNow = deviationNow < FLAT;
  if (wasFlat && isFlatNow) return pointerCame || ground <= GROUND_CHANGE;
  if (wasFlat !== isFlatNow) return pointerCame;
  return likeness >= (pointerCame ? ALIKE_UNDER_POINTER : ALIKE);
}
