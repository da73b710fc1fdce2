import { describe, expect, it } from 'vitest';
import { toDisplay, toGlobal } from '../../../../../helper/global-point.ts';
import {
  factsOf,
  inIndexOrder,
  measuredScale,
  type ReportedDisplay,
} from '../../../../../helper/platform/native/display-facts.ts';
import { MeasuredDisplays } from '../../../../../helper/platform/native/display-measure.ts';

const retina: ReportedDisplay = {
  id: '1',
  x: 0,
  y: 0,
  width: 1512,
  height: 982,
  modeScale: 2,
  rotation: 0,
  isPrimary: true,
};
const left: ReportedDisplay = {
  ...retina,
  id: '3',
  x: -1920,
  y: -200,
  width: 1920,
  height: 1080,
  modeScale: 1,
  isPrimary: false,
};
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { code?: string; data?: unknown }).code;
  }
  return null;
};

describe('the measured scale', () => {
  it('is the mode’s own or exactly 1, whichever the picture shows', () => {
    expect(measuredScale(retina, { width: 3024, height: 1964 })).toBe(2);
    expect(measuredScale(retina, { width: 1512, height: 982 })).toBe(1);
    expect(measuredScale({ ...retina, height: 981 }, { width: 3024, height: 1963 })).toBe(2);
  });

  it('refuses a picture that nothing explains, with both sizes', () => {
    expect(codeOf(() => measuredScale(retina, { width: 2268, height: 1473 }))).toBe('capture_geometry_mismatch');
    expect(codeOf(() => measuredScale(retina, { width: 3024, height: 1960 }))).toBe('capture_geometry_mismatch');
    expect(() => measuredScale(retina, { width: 2268, height: 1473 })).toThrow(/2268x1473.*1512x982/);
  });

  it('leaves origins alone, since they are input units already', () => {
    const facts = factsOf({ ...left, modeScale: 2 }, 2);
    expect(facts).toMatchObject({ x: -1920, y: -200, width: 3840, height: 2160, scale: 2 });
    expect(toGlobal(facts, { x: 3839, y: 0 })).toEqual({ x: -1, y: -200 });
    expect(toDisplay(facts, { x: -1920, y: -200 })).toEqual({ x: 0, y: 0 });
  });
});

describe('the order of displays', () => {
  it('is the primary one, then by origin, then by id', () => {
    const all = [{ ...left, id: '9', x: 1512 }, retina, { ...left, id: '4', y: 5 }, left, { ...left, id: '2' }];
    expect(inIndexOrder(all).map((one) => one.id)).toEqual(['1', '2', '3', '4', '9']);
  });
});

describe('displays that are measured', () => {
  it('are measured once, and again when their mode changes', async () => {
    let now = [retina, left];
    const asked: string[] = [];
    const displays = new MeasuredDisplays(
      () => now,
      async (one) => {
        asked.push(one.id);
        return { width: one.width * one.modeScale, height: one.height * one.modeScale };
      },
    );
    await displays.measure();
    await displays.measure();
    expect(asked).toEqual(['1', '3']);
    expect(displays.displays().map((one) => [one.id, one.width, one.scale])).toEqual([
      ['1', 3024, 2],
      ['3', 1920, 1],
    ]);
    now = [{ ...retina, width: 1352, height: 878 }, left];
    await displays.measure();
    expect(asked).toEqual(['1', '3', '1']);
  });

  it('refuse every point of a display whose pictures cannot be mapped, and no other', async () => {
    const displays = new MeasuredDisplays(
      () => [retina, left],
      async (one) => (one.id === '1' ? { width: 1000, height: 982 } : { width: one.width, height: one.height }),
    );
    await displays.measure();
    const [first, second] = displays.displays();
    if (!first || !second) throw new Error('two displays were listed');
    expect(codeOf(() => displays.require(first))).toBe('capture_geometry_mismatch');
    expect(codeOf(() => displays.requireAt({ x: 10, y: 10 }))).toBe('capture_geometry_mismatch');
    expect(codeOf(() => displays.require(second))).toBeNull();
    expect(codeOf(() => displays.requireAt({ x: -1, y: 0 }))).toBeNull();
  });

  it('are found by id: one that is gone is never another one', async () => {
    let now = [retina, left];
    const displays = new MeasuredDisplays(
      () => now,
      async (one) => ({ width: one.width, height: one.height }),
    );
    await displays.measure();
    const [, second] = displays.displays();
    if (!second) throw new Error('two displays were listed');
    now = [retina, { ...left, id: '7' }];
    expect(codeOf(() => displays.require(second))).toBe('display_disconnected');
  });
});
