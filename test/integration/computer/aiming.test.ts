import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ComputerInput } from '../../../main/computer/input.ts';
import { fullCrop, type Rectangle, regionCrop, toPicture } from '../../../protocol/helper/geometry.ts';
import { openBuiltComputer, pictureOf } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { type Panel, startPanel } from '../../support/x11/panel.ts';

/** Wide enough to be shrunk, so that crops are magnified and the two grids can be mistaken for each other. */
const SCREEN = { width: 3840, height: 1080 };
const ALL = fullCrop(SCREEN);

describe('a program with controls at known places, on a wide screen', () => {
  let display: VirtualDisplay;
  let computer: ReturnType<typeof openBuiltComputer>;
  let panel: Panel;
  let places: Awaited<ReturnType<Panel['command']>>;

  beforeAll(async () => {
    display = await openDisplay(SCREEN);
    computer = openBuiltComputer(display.env);
    panel = await startPanel(display.env, 'Panel', 900, 300);
  });
  beforeEach(async () => {
    places = await panel.command('where');
  });
  afterAll(async () => {
    await computer?.service.close();
    await panel?.stop();
    await display?.stop();
  });

  const middleOf = (name: string) => {
    const [x, y, w, h] = places[name] ?? [0, 0, 0, 0];
    return { x: Math.floor(x + w / 2), y: Math.floor(y + h / 2) };
  };

  /** Sends the action and tells which control it used; null for a refusal or none. */
  async function used(input: ComputerInput): Promise<string | null> {
    const from = panel.lines.length;
    const result = await computer.act(input);
    if (!result.ok) return null;
    return (await panel.until((line) => line.did !== undefined, from)).did ?? null;
  }

  /** The region around the window, and one around a control, in full-picture pixels. */
  function regionAround(name: string, margin: number): Rectangle {
    const at = toPicture(ALL, middleOf(name)) ?? { x: 0, y: 0 };
    return { x: at.x - margin, y: at.y - margin, w: 2 * margin, h: 2 * margin };
  }

  test('by a point of the whole screen', async () => {
    await computer.act({ action: 'screenshot' });
    const at = toPicture(ALL, middleOf('Open'));
    expect(await used({ action: 'left_click', ...at })).toBe('Open');
  });

  test('by a point of a crop, and never by one that could be of either grid', async () => {
    const region = regionAround('Save', 120);
    const crop = regionCrop(SCREEN, region);
    if (!crop) throw new Error('no crop');
    await computer.act({ action: 'screenshot', region });
    const at = toPicture(crop, middleOf('Save'));
    expect(await used({ action: 'left_click', ...at, region })).toBe('Save');
    await computer.act({ action: 'screenshot', region });
    const wrong = toPicture(ALL, middleOf('Save'));
    const refused = await computer.act({ action: 'left_click', ...wrong, region });
    expect(refused).toMatchObject({
      ok: false,
      code: expect.stringMatching(/ambiguous_coordinates|point_outside_image/),
    });
  });

  test('by a point of a crop of a crop, which names its rectangle of the whole screen', async () => {
    const outer = regionAround('Wrap', 140);
    const first = await computer.act({ action: 'screenshot', region: outer });
    const outerId = /^View (\S+):/.exec(first.text)?.[1];
    const { width } = pictureOf(first);
    const zoom = width / outer.w;
    const inner = {
      x: Math.round(100 * zoom),
      y: Math.round(100 * zoom),
      w: Math.round(80 * zoom),
      h: Math.round(80 * zoom),
    };
    const second = await computer.act({ action: 'screenshot', observation_id: outerId, region: inner });
    const region = JSON.parse(/the crop (\{[^}]*\})/.exec(second.text)?.[1] ?? '{}') as Rectangle;
    expect(region).toMatchObject({ x: outer.x + 100, y: outer.y + 100 });
    const crop = regionCrop(SCREEN, region);
    if (!crop) throw new Error('no crop');
    const at = toPicture(crop, middleOf('Wrap'));
    expect(await used({ action: 'left_click', ...at, region })).toBe('Wrap');
  });

  test('by its number on the picture, on the whole screen and in a crop', async () => {
    for (const region of [undefined, regionAround('Remove', 150)]) {
      const look = await computer.act({ action: 'screenshot', marks: true, region });
      const mark = Number(/^(\d+) button "Remove"/m.exec(look.text)?.[1]);
      expect(look.text).not.toContain('"Undo"');
      expect(await used({ action: 'left_click', mark })).toBe('Remove');
    }
  });

  test('by its place in the list, where a disabled control is listed as disabled', async () => {
    const list = await computer.act({ action: 'elements' });
    const [, x, y] = /^e\d+ button "Open" at \((\d+),(\d+)\)/m.exec(list.text) ?? [];
    expect(list.text).toMatch(/^e\d+ button "Undo" at \(\d+,\d+\); disabled/m);
    expect(list.text).not.toContain('hunter2');
    expect(await used({ action: 'left_click', x: Number(x), y: Number(y) })).toBe('Open');
  });

  test('by the region that the list of windows gives', async () => {
    const windows = await computer.act({ action: 'windows' });
    const region = JSON.parse(/"Panel"[^\n]*"region":(\{[^}]*\})/.exec(windows.text)?.[1] ?? '{}') as Rectangle;
    const look = await computer.act({ action: 'screenshot', region, marks: true });
    const mark = Number(/^(\d+) button "Save"/m.exec(look.text)?.[1]);
    expect(await used({ action: 'left_click', mark })).toBe('Save');
  });

  test('numbers end with the next picture', async () => {
    const look = await computer.act({ action: 'screenshot', marks: true });
    const mark = Number(/^(\d+) button "Save"/m.exec(look.text)?.[1]);
    await computer.act({ action: 'screenshot' });
    expect(await computer.act({ action: 'left_click', mark })).toMatchObject({ ok: false, code: 'stale_mark' });
  });

  /** A fresh picture with numbers; the number on the control of this name. */
  async function markOf(name: string): Promise<number> {
    const { text } = await computer.act({ action: 'screenshot', marks: true });
    return Number(new RegExp(`^(\\d+) \\w+ "${name}"`, 'm').exec(text)?.[1]);
  }

  test('a control that moved is found where it is now, and that is said', async () => {
    const mark = await markOf('Remove');
    await panel.command('move Remove 500 240');
    const from = panel.lines.length;
    const result = await computer.act({ action: 'left_click', mark });
    expect(result.text).toContain('The control had moved by');
    expect((await panel.until((line) => line.did !== undefined, from)).did).toBe('Remove');
    await panel.command('move Remove 20 220');
  });

  test.each(['hide Open', 'rename Open Erase'])(
    'after "%s" the number is stale and nothing is sent',
    async (change) => {
      const mark = await markOf('Open');
      await panel.command(change);
      const from = panel.lines.length;
      const result = await computer.act({ action: 'left_click', mark });
      const facts = JSON.stringify([result, computer.lines.slice(-5)]);
      expect(result, facts).toMatchObject({ ok: false, code: 'stale_mark', data: { dispatch: 'not_sent' } });
      await panel.command(change.startsWith('hide') ? 'show Open' : 'rename Open Open');
      expect(panel.lines.slice(from).some((line) => line.did !== undefined)).toBe(false);
    },
  );

  /** A fresh list; how to name the control of this name in it. */
  async function refOf(name: string): Promise<{ observation_id: string; ref: string }> {
    const { text } = await computer.act({ action: 'elements' });
    const ref = new RegExp(`^(e\\d+) \\w+ "${name}"`, 'm').exec(text)?.[1] ?? '';
    return { observation_id: /^View (\S+):/.exec(text)?.[1] ?? '', ref };
  }

  test('press operates the control itself and leaves the pointer where it is', async () => {
    await computer.act({ action: 'mouse_move', mark: await markOf('Wrap') });
    const target = await refOf('Save');
    const from = panel.lines.length;
    const result = await computer.act({ action: 'press', ...target });
    expect(result).toMatchObject({ ok: true });
    expect(result.text).toContain('Read back: button "Save"');
    expect((await panel.until((line) => line.did !== undefined, from)).did).toBe('Save');
    const { text } = await computer.act({ action: 'screenshot' });
    const wrap = toPicture(ALL, middleOf('Wrap'));
    expect(text).toContain(`The pointer is at (${wrap?.x},${wrap?.y}).`);
  });

  test('set_value writes the field and reads it back; a secret is never read', async () => {
    const from = panel.lines.length;
    const written = await computer.act({ action: 'set_value', value: 'Grüße 👍', ...(await refOf('Name')) });
    expect(written).toMatchObject({ ok: true, outcome: 'performed' });
    expect((await panel.until((line) => line.did === 'Name' && line.text === 'Grüße 👍', from)).text).toBeDefined();
    const secret = await computer.act({ action: 'set_value', value: 'pässword', ...(await refOf('Secret')) });
    expect(secret).toMatchObject({ ok: true, outcome: 'unverified' });
    expect(secret.text).not.toContain('pässword');
    expect(secret.text).toContain('Read the field before relying on its value.');
  });

  test('a control that was disabled after the list is refused by name', async () => {
    const target = await refOf('Open');
    await panel.command('disable Open');
    expect(await computer.act({ action: 'press', ...target })).toMatchObject({ ok: false, code: 'element_disabled' });
    await panel.command('enable Open');
  });

  test('inspect names the control at a point, and says so where there is none', async () => {
    await computer.act({ action: 'screenshot' });
    const at = toPicture(ALL, middleOf('Undo'));
    expect((await computer.act({ action: 'inspect', ...at })).text).toMatch(/^button "Undo".*disabled.*window "Panel"/);
    expect((await computer.act({ action: 'inspect', x: 5, y: 5 })).text).toContain('No control is known there');
  });
});
