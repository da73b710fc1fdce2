import type { Frame } from '../desktop.ts';
import { createPixelKernel, type PixelKernel } from './pixel-kernel.ts';
import type { PixelArea, Rgb } from './rgb.ts';
import { cellEdges, type Thumbnail, type ThumbnailGrid, thumbnailGrid } from './thumbnail.ts';

const PAGE = 65_536;
/** What the kernel may write behind the last pixel of a row. */
const SLACK = 64;

/** What one pass over an area gives. `rgb` is only valid until the workbench is used again; empty when not asked for. */
export interface Developed {
  rgb: Rgb;
  thumbnail: Thumbnail;
}

/**
 * Memory in which a frame's pixels become RGB and a thumbnail in one pass. Each row is copied in once and worked on
 * while it is in the processor's cache; the frame, which another process wrote, is read a single time.
 */
export class Workbench {
  #memory = new WebAssembly.Memory({ initial: 1 });
  #kernel: PixelKernel = createPixelKernel(this.#memory);

  /** `rgb: 'half'` averages blocks of 2x2 pixels; an odd last row or column is left out. */
  develop(frame: Frame, area: PixelArea, rgb: 'none' | 'full' | 'half'): Developed {
    const rowBytes = align(area.width * 4 + SLACK);
    const sumsAt = rowBytes * 2;
    const rgbAt = sumsAt + align(area.width * 8 + SLACK);
    const step = rgb === 'half' ? 2 : 1;
    const width = Math.floor(area.width / step);
    const height = Math.floor(area.height / step);
    this.#reserve(rgbAt + (rgb === 'none' ? 0 : width * height * 3) + SLACK);
    const pass = new Pass(this.#memory.buffer, this.#kernel, area, { rowBytes, sumsAt });
    for (let row = 0; row < area.height; row++) {
      const slot = row % step;
      pass.take(frame, row, slot);
      if (slot !== step - 1) continue;
      const to = rgbAt + Math.floor(row / step) * width * 3;
      if (rgb === 'full') this.#kernel.pack(0, to, Math.ceil(width / 4));
      if (rgb === 'half') this.#kernel.half(0, rowBytes, to, Math.ceil(width / 4));
    }
    const data = Buffer.from(this.#memory.buffer, rgbAt, rgb === 'none' ? 0 : width * height * 3);
    return { rgb: { width, height, data }, thumbnail: pass.thumbnail() };
  }

  /** A larger memory is a new one: growing would pull the old one away from whoever still reads it. */
  #reserve(bytes: number): void {
    if (this.#memory.buffer.byteLength >= bytes) return;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    this.#kernel = createPixelKernel(this.#memory);
  }
}

const align = (bytes: number) => Math.ceil(bytes / 16) * 16;

/** The thumbnail's side of one pass: sums of the rows of a cell, then of its columns. */
class Pass {
  readonly #kernel: PixelKernel;
  readonly #area: PixelArea;
  readonly #rows: Uint32Array;
  readonly #rowBytes: number;
  readonly #sumsAt: number;
  readonly #sums: Uint16Array;
  readonly #grid: ThumbnailGrid;
  readonly #edges: Int32Array;
  readonly #cells: Buffer;
  #cellRow = 0;
  #cellTop = 0;

  constructor(
    memory: ArrayBuffer,
    kernel: PixelKernel,
    area: PixelArea,
    { rowBytes, sumsAt }: { rowBytes: number; sumsAt: number },
  ) {
    this.#kernel = kernel;
    this.#area = area;
    this.#rowBytes = rowBytes;
    this.#sumsAt = sumsAt;
    this.#rows = new Uint32Array(memory, 0, rowBytes / 2);
    this.#sums = new Uint16Array(memory, sumsAt, area.width * 4 + SLACK / 2);
    this.#sums.fill(0);
    this.#grid = thumbnailGrid(area);
    this.#edges = cellEdges(area.width, this.#grid.columns);
    this.#cells = Buffer.allocUnsafe(this.#grid.columns * this.#grid.rows * 3);
  }

  /** Copies a row of the frame into one of the two places for rows and adds it to the sums. */
  take(frame: Frame, row: number, slot: number): void {
    const { left, top, width, height } = this.#area;
    const start = (top + row) * frame.width + left;
    this.#rows.set(frame.pixels.subarray(start, start + width), (slot * this.#rowBytes) / 4);
    this.#kernel.sum(slot * this.#rowBytes, this.#sumsAt, Math.ceil(width / 4));
    const nextTop = Math.floor(((this.#cellRow + 1) * height) / this.#grid.rows);
    if (row + 1 === nextTop) this.#finishCells(nextTop);
  }

  thumbnail(): Thumbnail {
    return { ...this.#grid, cells: this.#cells };
  }

  /** Sums hold blue, green, red and padding of each column. */
  #finishCells(nextTop: number): void {
    const sums = this.#sums;
    const height = nextTop - this.#cellTop;
    let at = this.#cellRow * this.#grid.columns * 3;
    for (let column = 0; column < this.#grid.columns; column++) {
      const from = this.#edges[column] ?? 0;
      const to = this.#edges[column + 1] ?? 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let i = from * 4; i < to * 4; i += 4) {
        blue += sums[i] ?? 0;
        green += sums[i + 1] ?? 0;
        red += sums[i + 2] ?? 0;
      }
      const count = (to - from) * height;
      this.#cells[at++] = red / count;
      this.#cells[at++] = green / count;
      this.#cells[at++] = blue / count;
    }
    sums.fill(0);
    this.#cellRow += 1;
    this.#cellTop = nextTop;
  }
}

/** Workbenches that are free; a picture may be taken while another is still being encoded. */
export class Workshop {
  readonly #free: Workbench[] = [];

  take(): Workbench {
    return this.#free.pop() ?? new Workbench();
  }

  /** Its last result must not be used any more. */
  give(workbench: Workbench): void {
    if (this.#free.length < 2) this.#free.push(workbench);
  }

  thumbnail(frame: Frame, area: PixelArea): Thumbnail {
    const workbench = this.take();
    const { thumbnail } = workbench.develop(frame, area, 'none');
    this.give(workbench);
    return thumbnail;
  }
}
