import type { Frame } from '../desktop.ts';
import type { PixelArea } from '../picture/rgb.ts';
import { type Piece, piecesOf } from './components.ts';
import { type EdgeMap, edgesOf } from './edge-map.ts';

/** More pixels than that are looked at in blocks of two by two. */
const LARGE = 700_000;
/** Sides in pixels. */
const FRAMED = { least: 14, tallest: 160 };
const ICON = { least: 12, most: 72, slimmest: 2.2 };
/** Part of each side of a box that must be drawn to make it a frame: corners may be round. */
const DRAWN = 0.6;
/** Nothing else is drawn so near to an icon; letters stand closer together. */
const AROUND_ICON = 6;
/** A box so much wider than high, with little in it, is for text. */
const FIELD = { wide: 4, empty: 0.04 };

/** Something in a picture that looks like a control. Device pixels of the frame. */
export interface Shape {
  kind: 'box' | 'field' | 'icon';
  area: PixelArea;
}

/**
 * Proposes controls from what is drawn, where a program tells nothing: boxes with a drawn outline, and small pictures
 * that stand alone. These are guesses, and many controls look like neither.
 */
export function findShapes(frame: Frame, area: PixelArea): Shape[] {
  const step = area.width * area.height > LARGE ? 2 : 1;
  const edges = edgesOf(frame, area, step);
  const pieces = piecesOf(edges).filter((one) => !isWhole(one, edges));
  const framed = withoutHolders(pieces.filter((one) => isFramed(one, edges)));
  const free = pieces.filter((one) => !framed.some((box) => box === one || holds(box, one)));
  const icons = free.filter((one) => isIcon(one, step) && standsAlone(one, free, step));
  const found = [
    ...framed.map((one) => ({
      kind: isField(one, edges) ? ('field' as const) : ('box' as const),
      area: place(one, area, step),
    })),
    ...icons.map((one) => ({ kind: 'icon' as const, area: place(one, area, step) })),
  ];
  return found.sort(asRead);
}

/** Rows from the top, each from the left. */
function asRead(a: Shape, b: Shape): number {
  const isSameRow = Math.abs(a.area.top + a.area.height / 2 - b.area.top - b.area.height / 2) < 8;
  return isSameRow ? a.area.left - b.area.left : a.area.top - b.area.top;
}

function place({ left, top, right, bottom }: Piece, area: PixelArea, step: number): PixelArea {
  return {
    left: area.left + left * step,
    top: area.top + top * step,
    width: (right - left) * step,
    height: (bottom - top) * step,
  };
}

/** The outline of the area itself. */
function isWhole({ left, top, right, bottom }: Piece, { width, height }: EdgeMap): boolean {
  return right - left > width * 0.9 && bottom - top > height * 0.5;
}

function isFramed(piece: Piece, edges: EdgeMap): boolean {
  const [w, h] = [(piece.right - piece.left) * edges.step, (piece.bottom - piece.top) * edges.step];
  if (w < FRAMED.least || h < FRAMED.least || h > FRAMED.tallest) return false;
  const { left, top, right, bottom } = piece;
  const sides = [
    drawn(edges, left, right, top, top + 2, 'x'),
    drawn(edges, left, right, bottom - 2, bottom, 'x'),
    drawn(edges, left, left + 2, top, bottom, 'y'),
    drawn(edges, right - 2, right, top, bottom, 'y'),
  ];
  return sides.every((part) => part >= DRAWN);
}

/** Part of a side's length that has an edge within the strip. */
function drawn(
  { cells, width }: EdgeMap,
  left: number,
  right: number,
  top: number,
  bottom: number,
  along: 'x' | 'y',
): number {
  let hit = 0;
  const length = along === 'x' ? right - left : bottom - top;
  for (let i = 0; i < length; i++) {
    let isDrawn = false;
    for (let j = 0; j < 2; j++) {
      const x = along === 'x' ? left + i : left + j;
      const y = along === 'x' ? top + j : top + i;
      if (x < right && y < bottom && cells[y * width + x] === 1) isDrawn = true;
    }
    if (isDrawn) hit += 1;
  }
  return length > 0 ? hit / length : 0;
}

const holds = (outer: Piece, inner: Piece) =>
  outer !== inner &&
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.right <= outer.right &&
  inner.bottom <= outer.bottom;

/** A box around several boxes is a group; of a box within a box, as bevels are drawn, the outer one stays. */
function withoutHolders(boxes: readonly Piece[]): Piece[] {
  const groups = new Set(
    boxes.filter((outer) => boxes.filter((inner) => holds(outer, inner) && !nearlySame(outer, inner)).length > 1),
  );
  const single = boxes.filter((one) => !groups.has(one));
  return single.filter((one) => !single.some((outer) => holds(outer, one)));
}

function nearlySame(a: Piece, b: Piece): boolean {
  return (
    Math.abs(a.left - b.left) + Math.abs(a.top - b.top) + Math.abs(a.right - b.right) + Math.abs(a.bottom - b.bottom) <=
    16
  );
}

function isIcon({ left, top, right, bottom }: Piece, step: number): boolean {
  const [w, h] = [(right - left) * step, (bottom - top) * step];
  const isSized = Math.min(w, h) >= ICON.least && Math.max(w, h) <= ICON.most;
  return isSized && Math.max(w, h) / Math.min(w, h) <= ICON.slimmest;
}

function standsAlone(piece: Piece, all: readonly Piece[], step: number): boolean {
  const gap = AROUND_ICON / step;
  const near = { left: piece.left - gap, top: piece.top - gap, right: piece.right + gap, bottom: piece.bottom + gap };
  return !all.some(
    (one) =>
      one !== piece &&
      !holds(piece, one) &&
      one.left < near.right &&
      one.right > near.left &&
      one.top < near.bottom &&
      one.bottom > near.top,
  );
}

function isField({ left, top, right, bottom, cells }: Piece, { width, cells: edges }: EdgeMap): boolean {
  if (right - left < (bottom - top) * FIELD.wide) return false;
  let inside = 0;
  for (let y = top + 3; y < bottom - 3; y++)
    for (let x = left + 3; x < right - 3; x++) inside += edges[y * width + x] ?? 0;
  return cells > 0 && inside / Math.max(1, (right - left) * (bottom - top)) <= FIELD.empty;
}
