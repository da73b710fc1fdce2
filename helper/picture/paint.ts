import { GLYPH_ADVANCE, GLYPH_HEIGHT, GLYPH_WIDTH, glyph } from './digits.ts';
import type { Rgb } from './rgb.ts';

export type Colour = readonly [number, number, number];
export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];
export const RED: Colour = [230, 0, 38];

/**
 * Pixels to draw on in the coordinates of the picture that will be made of them: the drawing is scaled up by as much as
 * the codec scales it down afterwards, so scaling and encoding stay one step.
 */
export interface Canvas {
  pixels: Rgb;
  /** Of the picture, in its pixels. */
  width: number;
  height: number;
}

function set({ data, width, height }: Rgb, x: number, y: number, colour: Colour): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 3;
  data[at] = colour[0];
  data[at + 1] = colour[1];
  data[at + 2] = colour[2];
}

/** Fills a rectangle; what lies outside the picture is left out. */
export function fill(canvas: Canvas, x: number, y: number, width: number, height: number, colour: Colour): void {
  const { pixels } = canvas;
  const [scaleX, scaleY] = [pixels.width / canvas.width, pixels.height / canvas.height];
  const right = Math.round((x + width) * scaleX);
  const bottom = Math.round((y + height) * scaleY);
  for (let row = Math.round(y * scaleY); row < bottom; row++)
    for (let column = Math.round(x * scaleX); column < right; column++) set(pixels, column, row, colour);
}

/** Pixels a label takes, plate included. */
export function labelSize(text: string): { width: number; height: number } {
  return { width: text.length * GLYPH_ADVANCE + 3, height: GLYPH_HEIGHT + 4 };
}

/** Text on a plate, so that it can be read on any background. */
export function label(canvas: Canvas, x: number, y: number, text: string, ink: Colour, plate: Colour): void {
  const size = labelSize(text);
  fill(canvas, x, y, size.width, size.height, plate);
  [...text].forEach((character, i) => {
    glyph(character).forEach((bits, row) => {
      for (let column = 0; column < GLYPH_WIDTH; column++)
        if (bits & (1 << (GLYPH_WIDTH - 1 - column)))
          fill(canvas, x + 2 + i * GLYPH_ADVANCE + column, y + 2 + row, 1, 1, ink);
    });
  });
}

/** A circle line around a picture pixel's middle. */
export function ring(canvas: Canvas, x: number, y: number, radius: number, thickness: number, colour: Colour): void {
  const { pixels } = canvas;
  const [scaleX, scaleY] = [pixels.width / canvas.width, pixels.height / canvas.height];
  const reach = radius + thickness;
  for (let row = Math.floor((y - reach) * scaleY); row <= Math.ceil((y + reach + 1) * scaleY); row++)
    for (let column = Math.floor((x - reach) * scaleX); column <= Math.ceil((x + reach + 1) * scaleX); column++) {
      const distance = Math.hypot((column + 0.5) / scaleX - x - 0.5, (row + 0.5) / scaleY - y - 0.5);
      if (Math.abs(distance - radius) <= thickness / 2) set(pixels, column, row, colour);
    }
}
