import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakeElement } from '../../../support/fake-controls.ts';

const LOOK = { action: 'screenshot' };
const CLICK = { action: 'left_click', x: 100, y: 50 };
const CROP = { x: 300, y: 200, w: 400, h: 225 };
const codeOf = (result: ToolResult) => (result.ok ? null : result.code);
const idOf = (result: ToolResult) => /^View (\S+):/.exec(result.text)?.[1];

/** Where coordinates belong now: tells a crop from the whole screen by which region a point may carry. */
async function currentOf({ act }: ComputerSetup): Promise<'none' | 'whole' | 'crop'> {
  const probe = { action: 'inspect', x: 1, y: 1 };
  const plain = codeOf(await act(probe));
  if (plain === 'no_view') return 'none';
  return plain === null ? 'whole' : codeOf(await act({ ...probe, region: CROP })) === null ? 'crop' : 'none';
}

describe('what coordinates mean (5.1)', () => {
  test('nothing before the first picture: a coordinate action is told to look first', async () => {
    const setup = setUpComputer();
    for (const action of ['inspect', 'mouse_move', 'left_click', 'right_click', 'double_click']) {
      const result = await setup.act({ action, x: 1, y: 1 });
      expect([action, codeOf(result)]).toEqual([action, 'no_view']);
      expect(result.text).toContain('{"action":"screenshot"}');
    }
    const drag = { action: 'left_click_drag', from: { x: 1, y: 1 }, to: { x: 2, y: 2 } };
    expect(codeOf(await setup.act(drag))).toBe('no_view');
    expect(codeOf(await setup.act({ action: 'scroll', direction: 'up', x: 1, y: 1 }))).toBe('no_view');
  });

  test.each([
    ['screenshot', { action: 'screenshot' }, 'whole'],
    ['screenshot of a region', { action: 'screenshot', region: CROP }, 'crop'],
    ['wait_for_change', { action: 'wait_for_change' }, 'whole'],
    ['wait_for_change of a region', { action: 'wait_for_change', region: CROP }, 'crop'],
    ['elements with a point', { action: 'elements' }, 'whole'],
    ['elements of a region', { action: 'elements', region: CROP }, 'crop'],
  ])('%s sets it', async (_name, input, expected) => {
    const setup = setUpComputer({ width: 3840, height: 2160 });
    await setup.act(expected === 'whole' ? { ...LOOK, region: CROP } : LOOK);
    expect(codeOf(await setup.act(input))).toBeNull();
    expect(await currentOf(setup)).toBe(expected);
  });

  test.each([
    ['windows', { action: 'windows' }],
    ['wait', { action: 'wait', ms: 1 }],
    ['inspect', { action: 'inspect', x: 1, y: 1, region: CROP }],
    ['mouse_move', { action: 'mouse_move', x: 1, y: 1, region: CROP }],
  ])('%s leaves it', async (_name, input) => {
    const setup = setUpComputer({ width: 3840, height: 2160 });
    await setup.act({ ...LOOK, region: CROP });
    expect(codeOf(await setup.act(input))).toBeNull();
    expect(await currentOf(setup)).toBe('crop');
  });

  test('an empty list, and one whose points lie outside, leave it', async () => {
    const setup = setUpComputer({ width: 3840, height: 2160 });
    await setup.act({ ...LOOK, region: CROP });
    setup.desktop.elements = [];
    expect((await setup.act({ action: 'elements' })).text).not.toMatch(/^View/);
    expect(await currentOf(setup)).toBe('crop');
    setup.desktop.elements = [fakeElement('e1', 'Away', { at: { x: 9_000, y: 1 } })];
    await setup.act({ action: 'elements' });
    expect(await currentOf(setup)).toBe('crop');
  });

  test('the check picture after an action sets it: that of the crop acted in, else the whole', async () => {
    const setup = setUpComputer({ width: 3840, height: 2160 });
    await setup.act({ ...LOOK, region: CROP });
    await setup.act({ ...CLICK, region: CROP });
    expect(await currentOf(setup)).toBe('crop');
    await setup.act({ action: 'key', chord: 'a' });
    expect(await currentOf(setup)).toBe('whole');
  });
});

describe('what a result tells of its view', () => {
  test('every picture and every list leads with its id, and ids count up', async () => {
    const { act } = setUpComputer();
    const ids = [
      idOf(await act(LOOK)),
      idOf(await act({ action: 'elements' })),
      idOf(await act(CLICK)),
      idOf(await act({ action: 'wait_for_change' })),
    ];
    const prefix = ids[0]?.slice(0, 5);
    expect(prefix).toMatch(/^[0-9a-f]{4}-$/);
    expect(ids).toEqual([1, 2, 3, 4].map((number) => `${prefix}${number}`));
  });

  test('ids of two helpers never meet', async () => {
    const { act, service } = setUpComputer();
    const first = idOf(await act(LOOK));
    await service.stop('c1');
    const second = idOf(await act(LOOK, { turnId: 't2' }));
    expect(first?.slice(0, 4)).not.toBe(second?.slice(0, 4));
    const old = await act({ ...CLICK, observation_id: first }, { turnId: 't2' });
    expect(codeOf(old)).toBe('unknown_view');
  });

  test('after a list the card still shows the last picture of the same place as the look before', async () => {
    const { act } = setUpComputer();
    await act(LOOK);
    await act({ action: 'elements' });
    expect((await act(CLICK)).pictures?.map((one) => one.role)).toEqual(['before', 'after']);
    await act({ action: 'elements', region: CROP });
    expect((await act({ ...CLICK, region: CROP })).pictures?.map((one) => one.role)).toEqual(['after']);
  });

  test('a picture names the display it shows', async () => {
    const { act, desktop, helpers } = setUpComputer();
    expect((await act(LOOK)).text).toContain('the whole of display 0');
    await act({ ...LOOK, display: 2 });
    expect(helpers[0]?.acts[1]?.display).toBe(2);
    expect(desktop.width).toBe(1920);
  });
});
