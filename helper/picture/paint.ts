import { GLYPH_ADVANCE, GLYPH_HEIGHT, GLYPH_WIDTH, glyph } from './digits.ts';
import type { Rgb } from './rgb.ts';

export type Colour = readonly [number, number, number];
export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];
export const RED: Colour = [230, 0, 38];

/** Sets one pixel; outside the picture nothing happens. */
export function dot(picture: Rgb, x: number, y: number, colour: Colour): void {
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
  const at = (y * picture.width + x) * 3;
  picture.data[at] = colour[0];
  picture.data[at + 1] = colour[1];
  picture.data[at + 2] = colour[2];
}

export function fill(picture: Rgb, x: number, y: number, width: number, height: number, colour: Colour): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) dot(picture, column, row, colour);
}

/** Pixels a label takes, plate included. */
export function labelSize(text: string): { width: number; height: number } {
  return { width: text.length * GLYPH_ADVANCE + 2, height: GLYPH_HEIGHT + 4 };
}

/** Text on a plate, so that it can be read on any background. */
export function label(picture: Rgb, x: number, y: number, text: string, ink: Colour, plate: Colour): void {
  const size = labelSize(text);
  fill(picture, x, y, size.width, size.height, plate);
  [...text].forEach((character, i) => {
    glyph(character).forEach((bits, row) => {
      for (let column = 0; column < GLYPH_WIDTH; column++)
        if (bits & (1 << (GLYPH_WIDTH - 1 - column)))
          dot(picture, x + 2 + i * GLYPH_ADVANCE + column, y + 2 + row, ink);
    });
  });
}

/** A circle line of the given thickness, in pixels. */
export function ring(picture: Rgb, x: number, y: number, radius: number, thickness: number, colour: Colour): void {
  const reach = radius + thickness;
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const distance = Math.hypot(dx, dy);
      if (Math.abs(distance - radius) <= thickness / 2) dot(picture, x + dx, y + dy, colour);
    }
}
