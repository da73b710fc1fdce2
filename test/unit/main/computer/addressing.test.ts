import { describe, expect, test } from 'vitest';
import { aimOf } from '../../../../main/computer/aim.ts';
import type { ComputerInput } from '../../../../main/computer/input.ts';
import { Refusal } from '../../../../main/computer/refusal.ts';
import { validate } from '../../../../main/computer/validate.ts';
import type { View } from '../../../../main/computer/view.ts';
import { createViews, type Views } from '../../../../main/computer/views.ts';
import type { Rectangle } from '../../../../protocol/helper/geometry.ts';
import { createFakeDesktop, fakePicture } from '../../../support/linked-helper.ts';

function viewOf(width: number, height: number, region: Rectangle | null = null): View {
  return createViews('g').remember(fakePicture(createFakeDesktop(width, height), region), 0);
}

/** The views of a session that has just this one. */
function only(view: View | null): Views {
  const none = createViews('g');
  return {
    ...none,
    current: () => view,
    all: () => (view ? [view] : []),
    find: (id) => (view?.id === id ? view : null),
  };
}

/** The refusal of an action on this view, or null when it may proceed. */
function check(input: ComputerInput, view: View | null, display = 0): Refusal | null {
  try {
    aimOf(validate(input, 'linux'), { views: only(view), defaultDisplay: display, now: 0 });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const R = { x: 400, y: 200, w: 500, h: 300 };
const S = { x: 400, y: 200, w: 500, h: 301 };
const click = (x: number, y: number, region?: Rectangle): ComputerInput => ({ action: 'left_click', x, y, region });

describe('region rule (5.2)', () => {
  const crop = viewOf(1920, 1080, R);
  const full = viewOf(1920, 1080);

  test('crop R and region R proceed', () => expect(check(click(10, 10, R), crop)).toBeNull());
  test('full and no region proceed', () => expect(check(click(10, 10), full)).toBeNull());

  test('crop R and no region: refused with the call to send', () => {
    const refusal = check(click(10, 20), crop);
    expect(refusal?.code).toBe('region_mismatch');
    expect(refusal?.data).toEqual({ expected: R, got: null });
    expect(refusal?.message).toContain(
      '{"action":"left_click","x":10,"y":20,"region":{"x":400,"y":200,"w":500,"h":300}}',
    );
    expect(refusal?.message).toContain('take a full screenshot and use its coordinates');
  });

  test('crop R and region S: refused, also when only one number differs', () => {
    const refusal = check(click(10, 20, S), crop);
    expect(refusal?.code).toBe('region_mismatch');
    expect(refusal?.data).toEqual({ expected: R, got: S });
  });

  test('full and region S: refused with both ways out', () => {
    const refusal = check(click(10, 20, S), full);
    expect(refusal?.code).toBe('region_mismatch');
    expect(refusal?.data).toEqual({ expected: null, got: S });
    expect(refusal?.message).toContain('{"action":"left_click","x":10,"y":20}');
    expect(refusal?.message).toContain('{"action":"screenshot","region":{"x":400,"y":200,"w":500,"h":301}}');
  });

  test('a region that reaches over the edge equals its clamped self', () => {
    const asked = { x: 1300, y: 700, w: 200, h: 200 };
    const edge = viewOf(1920, 1080, asked);
    expect(edge.region).toEqual({ x: 1300, y: 700, w: 66, h: 68 });
    expect(check({ action: 'mouse_move', x: 1, y: 1, region: asked }, edge)?.code).not.toBe('region_mismatch');
    expect(check({ action: 'mouse_move', x: 1, y: 1, region: edge.region ?? R }, edge)?.code).not.toBe(
      'region_mismatch',
    );
  });

  test('keys need no region; one that is given must be the current one', () => {
    expect(check({ action: 'key', chord: 'ctrl+s' }, crop)).toBeNull();
    expect(check({ action: 'key', chord: 'ctrl+s', region: R }, crop)).toBeNull();
    expect(check({ action: 'key', chord: 'ctrl+s', region: S }, crop)?.code).toBe('region_mismatch');
    expect(check({ action: 'type', text: 'secret', region: S }, crop)?.message).not.toContain('secret');
    expect(check({ action: 'key', chord: 'ctrl+s' }, null)).toBeNull();
    expect(check({ action: 'key', chord: 'ctrl+s', region: S }, null)?.code).toBe('no_view');
  });

  test('looking is free of the rule', () => {
    expect(check({ action: 'screenshot' }, crop)).toBeNull();
    expect(check({ action: 'screenshot', region: S }, null)).toBeNull();
    expect(check({ action: 'wait_for_change', region: S }, full)).toBeNull();
  });
});

describe('ambiguous grid (5.3)', () => {
  test('the historic incident: 2.81 times magnified', () => {
    const region = { x: 23, y: 11, w: 482, h: 341 };
    const view = { ...viewOf(3840, 2160, region), region, width: 1355, height: 959 };
    const refusal = check(click(400, 265, region), view);
    expect(refusal?.code).toBe('ambiguous_coordinates');
    expect(refusal?.data).toEqual({
      view: { w: 1355, h: 959 },
      region,
      zoom: 1355 / 482,
      points: [[400, 265]],
      if_read_on_full: [[1060, 714]],
    });
    const text = refusal?.message ?? '';
    expect(text).toContain('(400,265)');
    expect(text).toContain('(1060,714)');
    expect(text).toContain('(165,105) on the full screen');
    expect(text).toContain('zoom 2.81');
    expect(text).toContain('The latest view is the crop');
    expect(text).toContain('Re-read the image');
    expect(text).toContain('if these are its pixels send the same action again with confirm_grid true');
    expect(check(click(1060, 714, region), view)).toBeNull();
    expect(check({ ...click(400, 265, region), confirm_grid: true }, view)).toBeNull();
  });

  test('3840x2160: a window away from the origin trips too', () => {
    const region = { x: 300, y: 200, w: 400, h: 225 };
    const view = viewOf(3840, 2160, region);
    expect([view.width, view.height]).toEqual([1124, 633]);
    const refusal = check(click(420, 260, region), view);
    expect(refusal?.code).toBe('ambiguous_coordinates');
    expect(refusal?.data['if_read_on_full']).toEqual([[337, 169]]);
    expect(refusal?.message).toContain('zoom 2.81');
    expect(refusal?.message).toContain('(337,169)');
  });

  test('edges belong to the rectangle, one pixel further does not', () => {
    const region = { x: 300, y: 200, w: 400, h: 225 };
    const view = viewOf(3840, 2160, region);
    for (const [x, y] of [
      [300, 200],
      [700, 425],
      [300, 425],
    ] as const)
      expect(check(click(x, y, region), view)?.code).toBe('ambiguous_coordinates');
    for (const [x, y] of [
      [299, 200],
      [701, 425],
      [300, 199],
      [700, 426],
    ] as const)
      expect(check(click(x, y, region), view)).toBeNull();
  });

  test('3840x1080 with zoom 1.99: active', () => {
    const region = { x: 23, y: 11, w: 482, h: 341 };
    const view = viewOf(3840, 1080, region);
    expect([view.width, view.height]).toEqual([958, 678]);
    expect(check(click(400, 265, region), view)?.message).toContain('zoom 1.99');
  });

  test('1920x1080 with zoom 1.41: inactive', () => {
    const view = viewOf(1920, 1080, R);
    expect([view.width, view.height]).toEqual([703, 422]);
    expect(check(click(410, 210, R), view)).toBeNull();
  });

  test('a drag is doubted only when both ends are', () => {
    const region = { x: 300, y: 200, w: 400, h: 225 };
    const view = viewOf(3840, 2160, region);
    const drag = (to: { x: number; y: number }) =>
      check({ action: 'left_click_drag', from: { x: 420, y: 260 }, to, region }, view);
    expect(drag({ x: 900, y: 400 })).toBeNull();
    const both = drag({ x: 500, y: 300 });
    expect(both?.code).toBe('ambiguous_coordinates');
    expect(both?.data['if_read_on_full']).toEqual([
      [337, 169],
      [562, 281],
    ]);
    expect(both?.message).toContain('(420,260) to (500,300)');
  });
});

describe('the other addressing rules', () => {
  const full = viewOf(1920, 1080);

  test('no picture yet', () => expect(check(click(1, 1), null)?.code).toBe('no_view'));

  test('another display than the picture shows, named or by default', () => {
    const refusal = check({ ...click(1, 1), display: 1 }, full);
    expect(refusal?.code).toBe('display_mismatch');
    expect(refusal?.data).toEqual({ expected: 0, got: 1 });
    expect(check(click(1, 1), { ...full, display: 1 })?.code).toBe('display_mismatch');
    expect(check(click(1, 1), { ...full, display: 1 }, 1)).toBeNull();
  });

  test('the picture ends at width-1 and height-1, and nothing is clamped', () => {
    expect(check(click(1365, 767), full)).toBeNull();
    const refusal = check(click(1366, 10), full);
    expect(refusal?.code).toBe('point_outside_image');
    expect(refusal?.data).toEqual({ point: { x: 1366, y: 10 }, width: 1366, height: 768 });
    expect(refusal?.message).toContain('x goes from 0 to 1365');
    expect(check(click(10, 768), full)?.code).toBe('point_outside_image');
  });

  test('without marks there is none to click, and a mark is never a second target', () => {
    expect(check({ action: 'left_click', mark: 12 }, full)?.code).toBe('no_marks');
    expect(check({ action: 'left_click', mark: 12, x: 1, y: 1 }, full)?.code).toBe('addressing_conflict');
    expect(check({ action: 'left_click_drag', mark: 1, from: { x: 1, y: 1 }, to: { x: 2, y: 2 } }, full)?.code).toBe(
      'addressing_conflict',
    );
  });

  test('display comes before region, region before the point', () => {
    expect(check({ ...click(5000, 1, R), display: 1 }, full)?.code).toBe('display_mismatch');
    expect(check(click(5000, 1, R), full)?.code).toBe('region_mismatch');
  });
});
