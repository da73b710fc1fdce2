import type { Frame } from '../desktop.ts';
import type { PixelArea } from '../picture/rgb.ts';

/** Larger areas are kept at half their resolution: two million cells are enough to tell letters apart. */
const MOST_CELLS = 2_400_000;

/** The brightness of an area of a display, a byte a cell. `step` is the device pixels along a cell's side. */
export interface Luminance {
  area: PixelArea;
  step: 1 | 2;
  width: number;
  height: number;
  cells: Uint8Array;
}

export const stepFor = ({ width, height }: PixelArea): 1 | 2 => (width * height > MOST_CELLS ? 2 : 1);

/**
 * Reads an area of a frame. Green stands for brightness, of which it makes up most, since this runs for every picture.
 * With step 2 one pixel of each block of four stands for it.
 */
export function luminanceOf(frame: Frame, area: PixelArea, step: 1 | 2): Luminance {
  const width = Math.ceil(area.width / step);
  const height = Math.ceil(area.height / step);
  const isWhole = step === 1 && area.width === frame.width && area.height === frame.height;
  if (isWhole && frame.pixels.length % 4 === 0) return { area, step, width, height, cells: greens(frame.pixels) };
  const cells = new Uint8Array(width * height);
  let to = 0;
  for (let row = 0; row < height; row++) {
    let from = (area.top + row * step) * frame.width + area.left;
    for (let column = 0; column < width; column++, from += step) cells[to++] = (frame.pixels[from] ?? 0) >> 8;
  }
  return { area, step, width, height, cells };
}

/** Four pixels at a time, in half the time. Byte order is that of all processors this runs on, the low one first. */
function greens(pixels: Uint32Array): Uint8Array {
  const packed = new Uint32Array(pixels.length / 4);
  for (let to = 0, from = 0; to < packed.length; to++, from += 4) {
    packed[to] =
      (((pixels[from] ?? 0) >>> 8) & 0xff) |
      ((pixels[from + 1] ?? 0) & 0xff00) |
      (((pixels[from + 2] ?? 0) << 8) & 0xff0000) |
      (((pixels[from + 3] ?? 0) << 16) & 0xff000000);
  }
  return new Uint8Array(packed.buffer);
}

/** A part of it; `part` is in device pixels of the display and lies inside. */
export function cutOut(image: Luminance, part: PixelArea): Luminance {
  const { area, step } = image;
  const left = Math.floor((part.left - area.left) / step);
  const top = Math.floor((part.top - area.top) / step);
  const width = Math.max(1, Math.min(image.width - left, Math.ceil(part.width / step)));
  const height = Math.max(1, Math.min(image.height - top, Math.ceil(part.height / step)));
  const cells = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (top + row) * image.width + left;
    cells.set(image.cells.subarray(from, from + width), row * width);
  }
  const whole = { left: area.left + left * step, top: area.top + top * step };
  return { area: { ...whole, width: width * step, height: height * step }, step, width, height, cells };
}
