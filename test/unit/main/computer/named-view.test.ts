import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakeElement } from '../../../support/fake-controls.ts';

const LOOK = { action: 'screenshot' };
const CROP = { x: 300, y: 200, w: 400, h: 225 };
const codeOf = (result: ToolResult) => (result.ok ? null : result.code);
const idOf = (result: ToolResult) => /^View (\S+):/.exec(result.text)?.[1] ?? '';

/** A look at the whole screen and then at a crop of it, 2.81 times magnified. */
async function twoLooks(): Promise<ComputerSetup & { whole: string; crop: string }> {
  const setup = setUpComputer({ width: 3840, height: 2160 });
  const whole = idOf(await setup.act(LOOK));
  const crop = idOf(await setup.act({ ...LOOK, region: CROP }));
  return { ...setup, whole, crop };
}

describe('naming the picture of a coordinate (5.7)', () => {
  test('an earlier picture may be named instead of the latest', async () => {
    const { act, helpers, whole, crop } = await twoLooks();
    expect(codeOf(await act({ action: 'left_click', x: 5, y: 6, observation_id: whole }))).toBeNull();
    expect(helpers[0]?.acts.at(-1)).toMatchObject({ region: null, action: { at: { x: 5, y: 6 } } });
    expect(codeOf(await act({ action: 'left_click', x: 5, y: 6, observation_id: crop }))).toBeNull();
    expect(helpers[0]?.acts.at(-1)).toMatchObject({ region: CROP, check: { region: CROP } });
  });

  test('together with a region the place is named twice', async () => {
    const { act, crop } = await twoLooks();
    const result = await act({ action: 'left_click', x: 5, y: 6, observation_id: crop, region: CROP });
    expect(codeOf(result)).toBe('addressing_conflict');
    expect(!result.ok && result.data?.['fields']).toEqual(['observation_id', 'region']);
    const keys = await act({ action: 'key', chord: 'a', observation_id: crop, region: CROP });
    expect(codeOf(keys)).toBe('addressing_conflict');
  });

  test('the point must be in the named picture, and its grid is doubted as ever', async () => {
    const { act, crop, whole } = await twoLooks();
    const far = await act({ action: 'inspect', x: 1_124, y: 6, observation_id: crop });
    expect(codeOf(far)).toBe('point_outside_image');
    expect(codeOf(await act({ action: 'inspect', x: 1_124, y: 6, observation_id: whole }))).toBeNull();
    const doubted = await act({ action: 'inspect', x: 420, y: 260, observation_id: crop });
    expect(codeOf(doubted)).toBe('ambiguous_coordinates');
    expect(doubted.text).toContain('(337,169)');
  });

  test('a display that is named too must be its own', async () => {
    const { act, whole } = await twoLooks();
    expect(codeOf(await act({ action: 'inspect', x: 1, y: 1, observation_id: whole, display: 1 }))).toBe(
      'display_mismatch',
    );
    expect(codeOf(await act({ action: 'inspect', x: 1, y: 1, observation_id: whole, display: 0 }))).toBeNull();
  });

  test('keys take their check picture of it', async () => {
    const { act, helpers, crop } = await twoLooks();
    await act({ action: 'key', chord: 'a', observation_id: crop });
    expect(helpers[0]?.acts.at(-1)?.check).toMatchObject({ region: CROP });
  });

  test.each([{ action: 'windows' }, { action: 'wait', ms: 1 }])('$action has no use for one', async (input) => {
    const { act, whole } = await twoLooks();
    const result = await act({ ...input, observation_id: whole });
    expect(codeOf(result)).toBe('invalid_params');
    expect(!result.ok && result.data?.['field']).toBe('observation_id');
  });
});

describe('views that cannot be named', () => {
  test('one that never was, and the fourth last', async () => {
    const { act, whole } = await twoLooks();
    const never = await act({ action: 'inspect', x: 1, y: 1, observation_id: '0000-1' });
    expect(codeOf(never)).toBe('unknown_view');
    expect(never.text).toContain('{"action":"screenshot","region":{"x":300,"y":200,"w":400,"h":225}}');
    await act(LOOK);
    expect(codeOf(await act({ action: 'inspect', x: 1, y: 1, observation_id: whole }))).toBeNull();
    await act(LOOK);
    expect(codeOf(await act({ action: 'inspect', x: 1, y: 1, observation_id: whole }))).toBe('unknown_view');
  });

  test('one over 30 s old expires with its age, and is forgotten', async () => {
    const { act, clock, crop } = await twoLooks();
    await clock.advance(30_000);
    const input = { action: 'inspect', x: 1, y: 1, observation_id: crop };
    expect(codeOf(await act(input))).toBeNull();
    await clock.advance(1);
    const expired = await act(input);
    expect(codeOf(expired)).toBe('expired_view');
    expect(!expired.ok && expired.data?.['age_ms']).toBe(30_001);
    expect(codeOf(await act(input))).toBe('unknown_view');
    expect(codeOf(await act({ action: 'inspect', x: 1, y: 1 }))).toBe('no_view');
  });

  test('one whose display changed is forgotten, named or not', async () => {
    const { act, desktop, crop } = await twoLooks();
    desktop.onAct = () => {
      throw new RemoteError('display_changed', 'The display changed.');
    };
    const input = { action: 'left_click', x: 1, y: 1 };
    const named = await act({ ...input, observation_id: crop });
    expect(codeOf(named)).toBe('display_changed');
    expect(!named.ok && named.data?.['dispatch']).toBe('not_sent');
    expect(codeOf(await act({ ...input, observation_id: crop }))).toBe('unknown_view');
    desktop.onAct = null;
    await act(LOOK);
    desktop.onAct = () => {
      throw new RemoteError('display_changed', 'The display changed.');
    };
    expect(codeOf(await act(input))).toBe('display_changed');
    expect(codeOf(await act(input))).toBe('no_view');
  });
});

describe('zooming inside a zoom', () => {
  test.each(['screenshot', 'elements', 'wait_for_change'])(
    '%s takes the rectangle in the named picture',
    async (action) => {
      const { act, helpers, crop } = await twoLooks();
      expect(
        codeOf(await act({ action, observation_id: crop, region: { x: 281, y: 169, w: 562, h: 281 } })),
      ).toBeNull();
      const sent = helpers[0]?.acts.at(-1)?.region;
      // 2.81 times magnified: 281 / 2.81 = 100 right of 300, 169 / 2.81 = 60.1 below 200, whole pixels outwards.
      expect(sent).toEqual({ x: 400, y: 260, w: 200, h: 101 });
    },
  );

  test('the rectangle of the whole screen is what is told, recorded and asked to be repeated', async () => {
    const { act, helpers, crop } = await twoLooks();
    const nested = await act({ ...LOOK, observation_id: crop, region: { x: 281, y: 169, w: 562, h: 281 } });
    expect(nested.text).toContain('the crop {"x":400,"y":260,"w":200,"h":101} of display 0');
    expect(codeOf(await act({ action: 'inspect', x: 5, y: 5, region: { x: 281, y: 169, w: 562, h: 281 } }))).toBe(
      'region_mismatch',
    );
    const region = { x: 400, y: 260, w: 200, h: 101 };
    expect(codeOf(await act({ action: 'left_click', x: 5, y: 5, region }))).toBeNull();
    expect(helpers[0]?.acts.at(-1)).toMatchObject({ region, check: { region } });
    expect(codeOf(await act({ action: 'inspect', x: 410, y: 270, region }))).toBe('ambiguous_coordinates');
  });

  test('a rectangle that reaches over the edge is cut to the picture, one outside is refused', async () => {
    const { act, helpers, crop } = await twoLooks();
    await act({ ...LOOK, observation_id: crop, region: { x: 562, y: 0, w: 5_000, h: 5_000 } });
    expect(helpers[0]?.acts.at(-1)?.region).toEqual({ x: 500, y: 200, w: 200, h: 226 });
    const outside = await act({ ...LOOK, observation_id: crop, region: { x: 1_124, y: 0, w: 5, h: 5 } });
    expect(codeOf(outside)).toBe('invalid_params');
  });

  test('without a rectangle the same place is looked at again', async () => {
    const { act, helpers, crop } = await twoLooks();
    await act(LOOK);
    await act({ ...LOOK, observation_id: crop });
    expect(helpers[0]?.acts.at(-1)?.region).toEqual(CROP);
  });
});

test('a point that the list of the crop names is not doubted, within a pixel', async () => {
  const setup = setUpComputer({ width: 3840, height: 2160 });
  setup.desktop.elements = [fakeElement('e1', 'Save', { at: { x: 420, y: 260 } })];
  await setup.act({ action: 'elements', region: CROP });
  const at = (x: number, y: number) => setup.act({ action: 'inspect', x, y, region: CROP });
  expect(codeOf(await at(420, 260))).toBeNull();
  expect(codeOf(await at(421, 259))).toBeNull();
  expect(codeOf(await at(422, 260))).toBe('ambiguous_coordinates');
  await setup.act({ ...LOOK, region: CROP });
  expect(codeOf(await at(420, 260))).toBe('ambiguous_coordinates');
});
