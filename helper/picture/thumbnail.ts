import type { PixelArea } from './rgb.ts';

/** Cells along the longer side. */
const LONGEST = 256;
/** A cell differs when a channel is further off than this, of 255. */
const TOLERANCE = 6;

/** Averaged colours of a grid of cells: what pictures are compared by. */
export interface Thumbnail {
  columns: number;
  rows: number;
  cells: Buffer;
}

/** How many cells an area gets. Cells are averages of all their pixels, so that a change of a few pixels shows. */
export type ThumbnailGrid = Pick<Thumbnail, 'columns' | 'rows'>;

export function thumbnailGrid({ width, height }: PixelArea): ThumbnailGrid {
  const shrink = Math.min(1, LONGEST / Math.max(width, height));
  return { columns: Math.max(1, Math.round(width * shrink)), rows: Math.max(1, Math.round(height * shrink)) };
}

/** Where each of `count` cells begins along `length` pixels, and the end of the last. */
export function cellEdges(length: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, i) => Math.floor((i * length) / count));
}

/** Text form for the wire; only this file reads it. */
export function packThumbnail({ columns, rows, cells }: Thumbnail): string {
  return `${columns}x${rows}:${cells.toString('base64')}`;
}

/** Null for anything that `packThumbnail` did not write. */
export function unpackThumbnail(text: string): Thumbnail | null {
  const head = /^(\d{1,3})x(\d{1,3}):/.exec(text);
  if (!head) return null;
  const [columns, rows] = [Number(head[1]), Number(head[2])];
  const cells = Buffer.from(text.slice(head[0].length), 'base64');
  return cells.length === columns * rows * 3 ? { columns, rows, cells } : null;
}

/** Cells that differ, as a box of cell numbers (ends not included); null when none does. */
export function differingCells(
  a: Thumbnail,
  b: Thumbnail,
): { left: number; top: number; right: number; bottom: number } | null {
  const whole = { left: 0, top: 0, right: b.columns, bottom: b.rows };
  if (a.columns !== b.columns || a.rows !== b.rows) return whole;
  if (a.cells.equals(b.cells)) return null;
  const box = { left: b.columns, top: b.rows, right: 0, bottom: 0 };
  for (let i = 0; i < b.cells.length; i++) {
    if (Math.abs((a.cells[i] ?? 0) - (b.cells[i] ?? 0)) <= TOLERANCE) continue;
    const cell = Math.floor(i / 3);
    const [x, y] = [cell % b.columns, Math.floor(cell / b.columns)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box.right > 0 ? box : null;
}

export const looksSame = (a: Thumbnail, b: Thumbnail) => differingCells(a, b) === null;
