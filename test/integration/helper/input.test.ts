import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { type LineProgram, type PointerEvent, startRecorder } from '../../support/x11/program.ts';

const SHIFT = 1;
const CONTROL = 4;
const KEYSYMS = { s: 0x73, a: 0x61, control: 0xffe3, shift: 0xffe1, f5: 0xffc2, super: 0xffeb, enter: 0xff0d };

describe('pointer and key input', () => {
  const display = useDisplay({ width: 1280, height: 800, windowManager: false, dbus: false });
  let helper: HelperProcess;
  let recorder: LineProgram<PointerEvent>;
  let from = 0;
  const since = (...types: string[]) => recorder.lines.slice(from).filter((line) => types.includes(line.type));

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    recorder = await startRecorder(display().env, 1280, 800, 400);
  });
  afterAll(async () => {
    await helper?.stop();
    await recorder?.stop();
  });
  beforeEach(() => {
    from = recorder.lines.length;
  });

  it('clicks right and double, with modifiers held', async () => {
    await helper.act({ action: { action: 'right_click', at: { x: 300, y: 200 }, modifiers: ['ctrl', 'shift'] } });
    await recorder.until((line) => line.type === 'up' && line.detail === 3, from);
    expect(since('down')).toMatchObject([{ detail: 3, x: 300, y: 200 }]);
    expect((since('down')[0]?.state ?? 0) & (SHIFT | CONTROL)).toBe(SHIFT | CONTROL);
    expect(since('keydown', 'keyup').map((line) => [line.type, line.keysym])).toEqual([
      ['keydown', KEYSYMS.control],
      ['keydown', KEYSYMS.shift],
      ['keyup', KEYSYMS.shift],
      ['keyup', KEYSYMS.control],
    ]);
    from = recorder.lines.length;
    await helper.act({ action: { action: 'double_click', at: { x: 310, y: 210 }, modifiers: [] } });
    await expect.poll(() => since('up').length).toBe(2);
    expect(since('down').map((line) => line.detail)).toEqual([1, 1]);
  });

  it('drags in steps that never turn back and end exactly', async () => {
    const { receipt } = await helper.act({
      action: { action: 'left_click_drag', from: { x: 100, y: 500 }, to: { x: 640, y: 120 } },
    });
    expect(receipt).toMatchObject({ dispatch: 'sent', delivery: 'confirmed', landed: { x: 640, y: 120 } });
    await recorder.until((line) => line.type === 'up', from);
    expect(since('down')).toMatchObject([{ detail: 1, x: 100, y: 500 }]);
    expect(since('up')).toMatchObject([{ detail: 1, x: 640, y: 120 }]);
    const path = since('down', 'move', 'up').slice(since('down', 'move').findIndex((line) => line.type === 'down'));
    expect(path.length).toBeGreaterThanOrEqual(10);
    for (const [i, point] of path.entries()) {
      const before = path[i - 1] ?? point;
      expect(point.x).toBeGreaterThanOrEqual(before.x);
      expect(point.y).toBeLessThanOrEqual(before.y);
    }
    expect(helper.held.at(-1)).toEqual([]);
    expect(helper.held.some((items) => items[0]?.name === 'left button')).toBe(true);
  });

  it('turns the wheel by notches in each direction', async () => {
    for (const [direction, button] of Object.entries({ up: 4, down: 5, left: 6, right: 7 })) {
      from = recorder.lines.length;
      const action = { action: 'scroll' as const, at: { x: 400, y: 400 }, amount: 3, modifiers: [] };
      await helper.act({ action: { ...action, direction: direction as 'up' } });
      await expect.poll(() => since('up').length).toBe(3);
      expect(since('down').map((line) => line.detail)).toEqual([button, button, button]);
    }
  });

  it('presses chords left to right and releases them in reverse', async () => {
    const strokes = async (chord: string, count: number) => {
      from = recorder.lines.length;
      await helper.act({ action: { action: 'key', chord } });
      await expect.poll(() => since('keydown', 'keyup').length).toBe(count);
      return since('keydown', 'keyup').map(
        (line) => `${line.type === 'keydown' ? '+' : '-'}${line.keysym?.toString(16)}`,
      );
    };
    const { control, shift, s } = KEYSYMS;
    expect(await strokes('ctrl+s', 4)).toEqual([
      `+${control.toString(16)}`,
      `+${s.toString(16)}`,
      `-${s.toString(16)}`,
      `-${control.toString(16)}`,
    ]);
    // As menus write it: the letter names the key.
    expect(await strokes('Ctrl+S', 4)).toEqual([
      `+${control.toString(16)}`,
      `+${s.toString(16)}`,
      `-${s.toString(16)}`,
      `-${control.toString(16)}`,
    ]);
    expect(await strokes('ctrl+shift+s', 6)).toContain(`+${shift.toString(16)}`);
    expect(await strokes('f5', 2)).toEqual([`+${KEYSYMS.f5.toString(16)}`, `-${KEYSYMS.f5.toString(16)}`]);
    expect(await strokes('super', 2)).toEqual([`+${KEYSYMS.super.toString(16)}`, `-${KEYSYMS.super.toString(16)}`]);
    expect(await strokes('enter', 2)).toEqual([`+${KEYSYMS.enter.toString(16)}`, `-${KEYSYMS.enter.toString(16)}`]);
  });

  it('refuses bad and reserved chords and points outside, and posts nothing', async () => {
    const refusals = [
      [{ action: 'key', chord: 'hyper+q' }, 'invalid_chord'],
      [{ action: 'key', chord: 'ctrl+alt+f2' }, 'reserved_chord'],
      [{ action: 'left_click', at: { x: 1280, y: 10 }, modifiers: [] }, 'point_outside_image'],
      [{ action: 'left_click_drag', from: { x: 1, y: 1 }, to: { x: 1, y: 800 } }, 'point_outside_image'],
    ] as const;
    for (const [action, code] of refusals)
      await expect(helper.act({ action: action as never })).rejects.toMatchObject({
        code,
        data: { receipt: { dispatch: 'not_sent' } },
      });
    await expect(helper.act({ action: { action: 'screenshot' }, display: 3 })).rejects.toMatchObject({
      code: 'display_not_found',
    });
    const facts = { id: 'gone', x: 0, y: 0, width: 1280, height: 800, scale: 1, rotation: 0 };
    await expect(helper.act({ action: { action: 'mouse_move', at: { x: 5, y: 5 } }, facts })).rejects.toMatchObject({
      code: 'display_changed',
    });
    await helper.act({ action: { action: 'left_click', at: { x: 50, y: 50 }, modifiers: [] } });
    await recorder.until((line) => line.type === 'up', from);
    expect(since('down', 'keydown')).toHaveLength(1);
  });

  it('does not act while somebody holds a key or a button down', async () => {
    const env = { ...process.env, ...display().env };
    execFileSync('xdotool', ['keydown', 'shift'], { env });
    try {
      await expect(helper.act({ action: { action: 'type', text: 'a' } })).rejects.toMatchObject({
        code: 'user_active',
        data: { held: ['Shift'], receipt: { dispatch: 'not_sent' } },
      });
    } finally {
      execFileSync('xdotool', ['keyup', 'shift'], { env });
    }
    await helper.act({ action: { action: 'type', text: 'a' } });
    await recorder.until((line) => line.type === 'keyup' && line.keysym === KEYSYMS.a, from);
  });

  it('tells its own input from that of others', async () => {
    const idle = () => helper.caller.call('idle', {}, { timeoutMs: 5_000 });
    const before = await idle();
    expect(before.attributed).toBe(true);
    helper.humanInput.length = 0;
    await helper.act({ action: { action: 'left_click', at: { x: 60, y: 60 }, modifiers: ['ctrl'] } });
    await helper.act({ action: { action: 'type', text: 'Own' } });
    expect((await idle()).idleMs).toBeGreaterThanOrEqual(before.idleMs ?? 0);
    expect(helper.humanInput).toEqual([]);
    // Notices come four times a second at most, so one stroke right after another may go unsaid.
    const notices = () => {
      execFileSync('xdotool', ['key', 'b'], { env: { ...process.env, ...display().env } });
      return helper.humanInput.length;
    };
    await expect.poll(notices, { interval: 100, timeout: 5_000 }).toBeGreaterThan(0);
    expect((await idle()).idleMs).toBeLessThan(before.idleMs ?? 0);
  });

  it('yields to the person in the middle of a drag when told to', async () => {
    const action = { action: 'left_click_drag', from: { x: 100, y: 500 }, to: { x: 640, y: 120 } } as const;
    const dragging = helper.act({ action, stopOnHumanInput: true }).catch((error: unknown) => error);
    await recorder.until((line) => line.type === 'move' && (line.state & 0x100) !== 0, from);
    execFileSync('xdotool', ['key', 'b'], { env: { ...process.env, ...display().env } });
    expect(await dragging).toMatchObject({
      code: 'interrupted',
      data: { reason: 'human', receipt: { dispatch: 'partial' } },
    });
    await recorder.until((line) => line.type === 'up' && line.detail === 1, from);
  });

  it('reaches the last pixel', async () => {
    const { receipt } = await helper.act({ action: { action: 'mouse_move', at: { x: 1279, y: 799 } } });
    expect(receipt.delivery).toBe('confirmed');
    expect(receipt.landed).toEqual({ x: 1279, y: 799 });
  });
});
