import type { Frame } from '../desktop.ts';
import type { PixelArea } from '../picture/rgb.ts';

/** Brightness, of 255, by which neighbours must differ to be an edge. */
const DIFFERS = 20;

/** Edges of a part of a frame, one byte for `step` x `step` pixels: 1 where any of them is an edge. */
export interface EdgeMap {
  width: number;
  height: number;
  step: number;
  cells: Uint8Array;
}

/** Each pixel against its right and lower neighbour. */
export function edgesOf({ pixels, width: stride }: Frame, area: PixelArea, step: number): EdgeMap {
  const width = Math.ceil(area.width / step);
  const height = Math.ceil(area.height / step);
  const cells = new Uint8Array(width * height);
  let above = new Uint8Array(area.width);
  let row = new Uint8Array(area.width);
  for (let y = 0; y < area.height; y++) {
    const start = (area.top + y) * stride + area.left;
    const into = Math.floor(y / step) * width;
    let last = -1;
    for (let x = 0; x < area.width; x++) {
      const pixel = pixels[start + x] ?? 0;
      const light = (((pixel >> 16) & 255) + 2 * ((pixel >> 8) & 255) + (pixel & 255)) >> 2;
      row[x] = light;
      const isEdge =
        (last >= 0 && Math.abs(light - last) > DIFFERS) || (y > 0 && Math.abs(light - (above[x] ?? 0)) > DIFFERS);
      if (isEdge) cells[into + ((x / step) | 0)] = 1;
      last = light;
    }
    [above, row] = [row, above];
  }
  return { width, height, step, cells };
}
