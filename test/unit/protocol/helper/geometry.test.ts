import { describe, expect, it } from 'vitest';
import {
  downscaleFactor,
  effectiveRegion,
  fullCrop,
  isInside,
  regionCrop,
  toDevice,
  toPicture,
} from '../../../../protocol/helper/geometry.ts';

/** Displays, the factor to five digits, and the full picture (computer-use 4.2). */
const FIXTURES = [
  [1280, 800, 1, 1280, 800],
  [1440, 900, 0.94861, 1366, 854],
  [1920, 1080, 0.71146, 1366, 768],
  [2560, 1440, 0.53359, 1366, 768],
  [2880, 1800, 0.47431, 1366, 854],
  [3024, 1964, 0.45172, 1366, 887],
  [3440, 1440, 0.4602, 1583, 663],
  [3840, 1080, 0.50295, 1931, 543],
  [3840, 2160, 0.35573, 1366, 768],
  [5120, 1440, 0.37722, 1931, 543],
  [1080, 1920, 0.71146, 768, 1366],
  [1080, 2400, 0.63619, 687, 1527],
] as const;

/** The same numbers each time. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('the picture of a whole display', () => {
  for (const [width, height, k, sentWidth, sentHeight] of FIXTURES)
    it(`of ${width}x${height} is ${sentWidth}x${sentHeight}`, () => {
      expect(downscaleFactor(width, height)).toBeCloseTo(k, 4);
      expect(fullCrop({ width, height })).toMatchObject({ width: sentWidth, height: sentHeight });
    });

  it('is never enlarged and never empty', () => {
    expect(fullCrop({ width: 3, height: 2 })).toMatchObject({ width: 3, height: 2, k: 1 });
    expect(fullCrop({ width: 200_000, height: 1 }).height).toBe(1);
  });
});

describe('a region', () => {
  const display = { width: 3840, height: 2160 };
  it('is mapped by the factor of the full picture and shrunk by its own', () => {
    const crop = regionCrop(display, { x: 300, y: 200, w: 400, h: 225 });
    expect(crop).toMatchObject({ width: 1124, height: 633, k: 1 });
    expect(crop?.left).toBeCloseTo(300 / 0.355729, 1);
  });

  it('is clamped into the display, and refused wholly outside', () => {
    expect(effectiveRegion(display, { x: 1300, y: 700, w: 500, h: 500 })).toEqual({ x: 1300, y: 700, w: 66, h: 68 });
    expect(regionCrop(display, { x: 1366, y: 0, w: 10, h: 10 })).toBeNull();
    expect(regionCrop(display, { x: 0, y: 769, w: 10, h: 10 })).toBeNull();
    expect(effectiveRegion(display, { x: 0, y: 0, w: 1366, h: 768 })).toEqual({ x: 0, y: 0, w: 1366, h: 768 });
  });
});

describe('a point of a picture', () => {
  it('comes back unchanged from the screen, for any size and any crop', () => {
    const random = randomNumbers(7);
    const next = (from: number, to: number) => from + Math.floor(random.next().value * (to - from));
    for (let round = 0; round < 2_000; round++) {
      const display = { width: next(300, 6_000), height: next(300, 4_000) };
      const full = fullCrop(display);
      const region = {
        x: next(0, full.width - 1),
        y: next(0, full.height - 1),
        w: next(1, full.width),
        h: next(1, full.height),
      };
      const crop = round % 3 === 0 ? full : regionCrop(display, region);
      if (!crop) continue;
      // The last row or column may be cut by a region that ends inside a pixel: keep off it.
      const point = { x: next(0, Math.max(1, crop.width - 2)), y: next(0, Math.max(1, crop.height - 2)) };
      const device = toDevice(crop, point);
      expect([round, toPicture(crop, device)]).toEqual([round, point]);
      expect(isInside({ width: display.width, height: display.height }, device)).toBe(true);
    }
  });

  it('is the middle of what it shows', () => {
    const half = { left: 0, top: 0, deviceWidth: 2_000, deviceHeight: 1_000, k: 0.5, width: 1_000, height: 500 };
    expect(toDevice(half, { x: 0, y: 0 })).toEqual({ x: 1, y: 1 });
    expect(toDevice(half, { x: 999, y: 499 })).toEqual({ x: 1_999, y: 999 });
    expect(toPicture(half, { x: 2_000, y: 0 })).toBeNull();
  });
});
