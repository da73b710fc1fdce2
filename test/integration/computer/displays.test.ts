import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComputerInput } from '../../../main/computer/input.ts';
import type { ToolResult } from '../../../main/registry/capability.ts';
import { fullCrop, type Point, toPicture } from '../../../protocol/helper/geometry.ts';
import { openBuiltComputer, pictureOf } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { Stage, type StageEvent, type StageWindow } from '../../support/x11/stage-program.ts';

/** The primary one in the middle, a portrait one to its left and lower, a small one to its right. */
const MONITORS = [
  { width: 1920, height: 1080, x: 1080, y: 0 },
  { width: 1080, height: 1920, x: 0, y: 200 },
  { width: 1280, height: 800, x: 3000, y: 140 },
];
/** The index a display has for the model: the primary one first, then from left to right. */
const INDEXED = MONITORS.map((monitor, index) => ({ ...monitor, index, sent: fullCrop(monitor) }));
const run = promisify(execFile);

const hasDriver = existsSync('/usr/lib/xorg/modules/drivers/dummy_drv.so') && process.getuid?.() === 0;
if (!hasDriver)
  process.stderr.write('displays.test.ts IS SKIPPED: it needs root and the package xserver-xorg-video-dummy.\n');

describe.skipIf(!hasDriver)('three displays of a real X server', () => {
  let display: VirtualDisplay;
  let computer: ReturnType<typeof openBuiltComputer>;
  let stage: Stage;

  beforeAll(async () => {
    display = await openDisplay({ monitors: MONITORS, windowManager: false, dbus: false });
    computer = openBuiltComputer(display.env);
    computer.config.computerUse.maxActions = 10_000;
    stage = await Stage.start(display.env);
    await stage.do({ place: MONITORS.map(windowOn) });
  });
  afterAll(async () => {
    await computer?.service.close();
    await stage?.stop();
    await display?.stop();
  });

  const act = (input: ComputerInput) => computer.act(input);
  const xrandr = (...parts: string[]) =>
    run('xrandr', parts, { env: { ...process.env, ...display.env }, timeout: 20_000 });

  async function pressesOf(action: () => Promise<ToolResult>): Promise<StageEvent[]> {
    await stage.take();
    const result = await action();
    expect(result, result.text).toMatchObject({ ok: true });
    return (await stage.take()).filter((one) => one.type !== 'move');
  }

  test.for(INDEXED)('display $index: the picture is that display’s alone, and names it', async ({ index, sent }) => {
    const look = await act({ action: 'screenshot', display: index });
    const picture = pictureOf(look);
    expect(picture).toMatchObject({ width: sent.width, height: sent.height });
    expect(look.text).toContain(`display ${index}`);
    // The window fills the middle of its monitor with a colour of its own.
    const middle = { left: Math.floor(sent.width / 2), top: Math.floor(sent.height / 2), width: 1, height: 1 };
    const [red, green, blue] = await sharp(Buffer.from(picture.data)).extract(middle).raw().toBuffer();
    expect([red, green, blue].map((one) => (one ?? 0) > 128)).toEqual([true, true, true]);
  });

  test.for(INDEXED)(
    'display $index: a click lands on the cell it was aimed at, at full size and in a close-up',
    async (where) => {
      const { index, sent } = where;
      const window = windowOn(MONITORS[index] ?? where, index);
      for (const cell of [0, 3, 5]) {
        const root = middleOf(window, cell);
        const point = onDisplay(where, root);
        await act({ action: 'screenshot', display: index });
        const full = await pressesOf(() => act({ action: 'left_click', ...point, display: index }));
        expect(full).toMatchObject([{ type: 'down', cell: window.cells[cell] }, { type: 'up' }]);
        expect(Math.abs((full[0]?.x ?? 0) - root.x)).toBeLessThanOrEqual(1 / sent.k);
        expect(Math.abs((full[0]?.y ?? 0) - root.y)).toBeLessThanOrEqual(1 / sent.k);
        const region = { x: Math.max(0, point.x - 60), y: Math.max(0, point.y - 40), w: 120, h: 80 };
        const { width, height } = pictureOf(await act({ action: 'screenshot', display: index, region }));
        const at = {
          x: Math.floor((point.x - region.x + 0.5) * (width / region.w)),
          y: Math.floor((point.y - region.y + 0.5) * (height / region.h)),
        };
        const click = { action: 'left_click', ...at, display: index, region, confirm_grid: true };
        expect(await pressesOf(() => act(click))).toMatchObject([
          { type: 'down', cell: window.cells[cell] },
          { type: 'up' },
        ]);
      }
    },
  );

  test.for(INDEXED)('display $index: a drag goes from cell to cell', async (where) => {
    const { index } = where;
    const window = windowOn(MONITORS[index] ?? where, index);
    await act({ action: 'screenshot', display: index });
    const [from, to] = [onDisplay(where, middleOf(window, 0)), onDisplay(where, middleOf(window, 5))];
    const events = await pressesOf(() => act({ action: 'left_click_drag', from, to, display: index }));
    expect(events).toMatchObject([
      { type: 'down', cell: window.cells[0] },
      { type: 'up', cell: window.cells[5] },
    ]);
  });

  test('a click meant for another display than the picture’s is refused with both numbers', async () => {
    await act({ action: 'screenshot', display: 1 });
    const refused = await act({ action: 'left_click', x: 100, y: 100, display: 2 });
    expect(refused).toMatchObject({ code: 'display_mismatch', data: { expected: 1, got: 2, dispatch: 'not_sent' } });
  });

  test('a display that is not there is named with those that are', async () => {
    const refused = await act({ action: 'screenshot', display: 7 });
    expect(refused).toMatchObject({ code: 'display_not_found' });
    expect(refused.text).toContain('0, 1, 2');
  });

  test('a display that moved since the picture: nothing is sent', async () => {
    await act({ action: 'screenshot', display: 2 });
    await stage.take();
    await xrandr('--output', 'DUMMY2', '--pos', '3000x280');
    try {
      const refused = await act({ action: 'left_click', x: 300, y: 300, display: 2 });
      expect(refused).toMatchObject({ code: 'display_changed', data: { dispatch: 'not_sent' } });
      expect((await stage.take()).filter((one) => one.type === 'down')).toEqual([]);
    } finally {
      await xrandr('--output', 'DUMMY2', '--pos', '3000x140');
    }
  });

  test('a display that is pulled while its change is awaited: said as such, and the others go on', async () => {
    const look = await act({ action: 'screenshot', display: 2 });
    expect(look).toMatchObject({ ok: true });
    const waiting = act({ action: 'wait_for_change', display: 2, timeout_ms: 20_000 });
    await run('sleep', ['0.5']);
    await xrandr('--output', 'DUMMY2', '--off');
    try {
      const result = await waiting;
      expect(result.ok ? null : result.code, result.text).toBe('display_disconnected');
      expect(await act({ action: 'screenshot', display: 0 })).toMatchObject({ ok: true });
    } finally {
      await xrandr('--output', 'DUMMY2', '--mode', 'm2-1280x800', '--pos', '3000x140');
    }
    expect(await act({ action: 'screenshot', display: 2 })).toMatchObject({ ok: true });
  });

  test('a display that is pulled in the middle of a drag: the button comes up, and what happened is said', async () => {
    const where = INDEXED[2];
    if (!where) throw new Error('no display');
    const window = windowOn(where, 2);
    await act({ action: 'screenshot', display: 2 });
    const [from, to] = [onDisplay(where, middleOf(window, 0)), onDisplay(where, middleOf(window, 5))];
    const dragging = act({ action: 'left_click_drag', from, to, display: 2 });
    await xrandr('--output', 'DUMMY2', '--off');
    try {
      const result = await dragging;
      if (!result.ok)
        expect(['display_disconnected', 'display_changed', 'display_not_found', 'target_changed']).toContain(
          result.code,
        );
      const events = await stage.take();
      expect(events.filter((one) => one.type === 'up')).toHaveLength(
        events.filter((one) => one.type === 'down').length,
      );
    } finally {
      await xrandr('--output', 'DUMMY2', '--mode', 'm2-1280x800', '--pos', '3000x140');
    }
  });
});

/** A window of six cells in the middle of a monitor. */
function windowOn(monitor: { x: number; y: number; width: number; height: number }, index: number): StageWindow {
  const cells = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `${word} of ${index}`);
  const shape = { w: 600, h: 600, cellW: 300, cellH: 200 };
  const at = {
    x: monitor.x + Math.floor((monitor.width - 600) / 2),
    y: monitor.y + Math.floor((monitor.height - 600) / 2),
  };
  return { name: `window ${index}`, ...shape, ...at, cells };
}

/** Middle of a cell in root pixels. */
function middleOf(window: StageWindow, cell: number): Point {
  return { x: window.x + (cell % 2) * 300 + 150, y: window.y + Math.floor(cell / 2) * 200 + 100 };
}

/** A root pixel in the full picture of a display. */
function onDisplay(where: (typeof INDEXED)[number], root: Point): Point {
  const point = toPicture(where.sent, { x: root.x - where.x, y: root.y - where.y });
  if (!point) throw new Error('That is not on this display.');
  return point;
}
