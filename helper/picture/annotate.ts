import type { Point } from '../../protocol/helper/geometry.ts';
import { BLACK, type Canvas, fill, label, labelSize, RED, ring, WHITE } from './paint.ts';

const TICK_EVERY = 100;
const NUMBER_EVERY = 200;
const TICK = 6;
const RADIUS = 10;
const GAP = 3;

/** Ticks each 100 pixels along the top and left edges, numbers each 200: coordinates can be read off. */
export function drawRulers(picture: Canvas): void {
  for (let x = TICK_EVERY; x < picture.width; x += TICK_EVERY) {
    fill(picture, x - 1, 0, 3, TICK + 1, WHITE);
    fill(picture, x, 0, 1, TICK, BLACK);
    if (x % NUMBER_EVERY === 0) label(picture, x - labelSize(String(x)).width / 2, TICK + 1, String(x), WHITE, BLACK);
  }
  for (let y = TICK_EVERY; y < picture.height; y += TICK_EVERY) {
    fill(picture, 0, y - 1, TICK + 1, 3, WHITE);
    fill(picture, 0, y, TICK, 1, BLACK);
    if (y % NUMBER_EVERY === 0) label(picture, TICK + 1, y - 5, String(y), WHITE, BLACK);
  }
}

/** Where the action took place: a ring, a cross that leaves the point itself free, and its coordinates. */
export function drawExecutedPoint(picture: Canvas, { x, y }: Point): void {
  ring(picture, x, y, RADIUS, 4, WHITE);
  ring(picture, x, y, RADIUS, 2, RED);
  for (const [from, to] of [
    [-RADIUS - 6, -GAP],
    [GAP, RADIUS + 6],
  ] as const) {
    fill(picture, x + from, y - 1, to - from, 3, WHITE);
    fill(picture, x - 1, y + from, 3, to - from, WHITE);
    fill(picture, x + from, y, to - from, 1, RED);
    fill(picture, x, y + from, 1, to - from, RED);
  }
  const text = `(${x},${y})`;
  const size = labelSize(text);
  const right = x + RADIUS + 8;
  const left = right + size.width <= picture.width ? right : x - RADIUS - 8 - size.width;
  const below = y + RADIUS + 4;
  const top = below + size.height <= picture.height ? below : y - RADIUS - 4 - size.height;
  label(picture, Math.max(0, left), Math.max(0, top), text, WHITE, RED);
}
