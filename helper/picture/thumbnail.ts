import type { Frame } from '../desktop.ts';
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

/** Cells are averages of all their pixels, never samples, so that a change of a few pixels shows. */
export function makeThumbnail(frame: Frame, area: PixelArea): Thumbnail {
  const shrink = Math.min(1, LONGEST / Math.max(area.width, area.height));
  const columns = Math.max(1, Math.round(area.width * shrink));
  const rows = Math.max(1, Math.round(area.height * shrink));
  const cells = Buffer.allocUnsafe(columns * rows * 3);
  const edges = Int32Array.from({ length: columns + 1 }, (_, i) => Math.floor((i * area.width) / columns));
  const sums = new Uint32Array(columns * 3);
  for (let row = 0; row < rows; row++) {
    const from = Math.floor((row * area.height) / rows);
    const to = Math.floor(((row + 1) * area.height) / rows);
    sums.fill(0);
    for (let y = from; y < to; y++) addRow(frame, (area.top + y) * frame.width + area.left, edges, sums);
    writeRow(cells, row * columns * 3, sums, edges, to - from);
  }
  return { columns, rows, cells };
}

/** Red and blue are summed in one number: a cell is at most 256 pixels wide for any screen under 65,536 pixels. */
function addRow(frame: Frame, start: number, edges: Int32Array, sums: Uint32Array): void {
  const { pixels } = frame;
  const columns = edges.length - 1;
  for (let column = 0; column < columns; column++) {
    const end = start + (edges[column + 1] ?? 0);
    let redBlue = 0;
    let green = 0;
    for (let i = start + (edges[column] ?? 0); i < end; i++) {
      const pixel = pixels[i] ?? 0;
      redBlue += pixel & 0xff00ff;
      green += pixel & 0xff00;
    }
    const at = column * 3;
    sums[at] = (sums[at] ?? 0) + (redBlue >>> 16);
    sums[at + 1] = (sums[at + 1] ?? 0) + (green >>> 8);
    sums[at + 2] = (sums[at + 2] ?? 0) + (redBlue & 0xffff);
  }
}

function writeRow(cells: Buffer, start: number, sums: Uint32Array, edges: Int32Array, height: number): void {
  for (let i = 0; i < sums.length; i++) {
    const column = Math.floor(i / 3);
    const count = ((edges[column + 1] ?? 0) - (edges[column] ?? 0)) * height;
    cells[start + i] = (sums[i] ?? 0) / count;
  }
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
