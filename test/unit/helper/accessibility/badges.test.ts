import { describe, expect, it } from 'vitest';
import { drawBadges, placeBadges } from '../../../../helper/picture/badges.ts';

const picture = { width: 800, height: 600 };
const mark = (id: number, x: number, y: number, w: number, h: number) => ({
  id,
  bounds: { x, y, w, h },
  at: { x: Math.floor(x + w / 2), y: Math.floor(y + h / 2) },
});

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

describe('numbers on a picture', () => {
  it('lie inside the picture, also for controls in its corners', () => {
    const corners = [mark(1, 0, 0, 4, 4), mark(2, 796, 0, 4, 4), mark(3, 0, 596, 4, 4), mark(100, 796, 596, 4, 4)];
    for (const { x, y, w, h } of placeBadges(corners, picture)) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + w).toBeLessThanOrEqual(picture.width);
      expect(y + h).toBeLessThanOrEqual(picture.height);
    }
  });

  it('lie over no other number and leave the middle of every control of a tool bar free', () => {
    const bar = Array.from({ length: 20 }, (_, i) => mark(i + 1, 40 + i * 30, 100, 24, 24));
    const plates = placeBadges(bar, picture);
    for (const [i, one] of plates.entries()) {
      for (const other of plates.slice(i + 1)) expect(overlap(one, other)).toBe(0);
      for (const { at } of bar) expect(overlap(one, { x: at.x - 2, y: at.y - 2, w: 4, h: 4 })).toBe(0);
    }
  });

  it('are at the same places for the same screen', () => {
    const grid = Array.from({ length: 100 }, (_, i) =>
      mark(i + 1, (i % 10) * 70 + 10, Math.floor(i / 10) * 40 + 10, 60, 30),
    );
    expect(placeBadges(grid, picture)).toEqual(placeBadges(grid, picture));
    const plates = placeBadges(grid, picture);
    for (const [i, one] of plates.entries()) expect(overlap(one, grid[i]?.bounds ?? one)).toBeGreaterThan(0);
  });

  it('are painted on a picture of any scale and never outside its memory', () => {
    const pixels = { width: 1600, height: 1200, data: Buffer.alloc(1600 * 1200 * 3) };
    drawBadges({ pixels, width: 800, height: 600 }, [mark(7, 790, 590, 200, 200), mark(8, 100, 100, 50, 20)]);
    expect(pixels.data.some((byte) => byte > 200)).toBe(true);
  });
});
