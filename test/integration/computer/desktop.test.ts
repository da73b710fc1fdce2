import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullCrop, toPicture } from '../../../protocol/helper/geometry.ts';
import { openBuiltComputer, pictureOf } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { type EditorWindow, openEditor } from '../../support/x11/editor.ts';
import { type LineProgram, type PointerEvent, startRecorder } from '../../support/x11/program.ts';

const SCREEN = { width: 1920, height: 1080 };
const run = promisify(execFile);

/** Process ids of the helpers started so far, in order. */
function helperPids({ lines }: ReturnType<typeof openBuiltComputer>): number[] {
  return lines.filter((line) => line.event === 'computer.helper_started').map((line) => Number(line.fields['pid']));
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('with a real editor under a window manager', () => {
  let display: VirtualDisplay;
  let computer: ReturnType<typeof openBuiltComputer>;
  let editor: EditorWindow;
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fermix-desktop-'));
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'old\n');
    display = await openDisplay(SCREEN);
    computer = openBuiltComputer(display.env);
    editor = await openEditor(display.env, file);
  });
  afterAll(async () => {
    await computer?.service.close();
    await editor?.stop();
    await display?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('click by the picture’s coordinates, select, type and save: the file has the bytes', async () => {
    const look = await computer.act({ action: 'screenshot' });
    expect(pictureOf(look)).toMatchObject({ mime: 'image/png', width: 1366, height: 768 });
    const point = toPicture(fullCrop(SCREEN), editor.middle);
    if (!point) throw new Error('The editor is not on the screen.');
    const click = await computer.act({ action: 'left_click', ...point });
    expect(click).toMatchObject({ ok: true, outcome: 'performed' });
    expect(click.pictures).toMatchObject([
      { role: 'before', point, forModel: false },
      { role: 'after', point, forModel: true },
    ]);
    expect(await computer.act({ action: 'key', chord: 'ctrl+a' })).toMatchObject({ ok: true });
    expect(await computer.act({ action: 'type', text: 'Grüße aus dem Test\n👍 zweite Zeile' })).toMatchObject({
      ok: true,
    });
    expect(await computer.act({ action: 'key', chord: 'ctrl+s' })).toMatchObject({ ok: true });
    await expect
      .poll(() => readFileSync(editor.file, 'utf8'), { timeout: 10_000 })
      .toBe('Grüße aus dem Test\n👍 zweite Zeile');
  });

  test('a click read in a crop lands on the same pixel as the one read on the full picture', async () => {
    const full = toPicture(fullCrop(SCREEN), editor.middle);
    if (!full) throw new Error('The editor is not on the screen.');
    const region = { x: full.x - 150, y: full.y - 100, w: 300, h: 200 };
    const look = await computer.act({ action: 'screenshot', region });
    const { width, height } = pictureOf(look);
    expect(width).toBeGreaterThan(region.w);
    const point = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    expect(await computer.act({ action: 'left_click', ...point })).toMatchObject({ code: 'region_mismatch' });
    const click = await computer.act({ action: 'left_click', ...point, region });
    expect(click).toMatchObject({ ok: true, outcome: 'performed' });
    expect(pictureOf(click)).toMatchObject({ mime: 'image/jpeg', width, height });
    const { stdout } = await run('xdotool', ['getmouselocation'], { env: { ...process.env, ...display.env } });
    const [, x, y] = /x:(\d+) y:(\d+)/.exec(stdout) ?? [];
    expect(Math.abs(Number(x) - editor.middle.x)).toBeLessThanOrEqual(2);
    expect(Math.abs(Number(y) - editor.middle.y)).toBeLessThanOrEqual(2);
  });

  test('the app’s own window is never operated, by pointer or keys', async () => {
    const point = toPicture(fullCrop(SCREEN), editor.middle);
    if (!point) throw new Error('The editor is not on the screen.');
    const own = openBuiltComputer(display.env, { appPid: editor.pid });
    try {
      const before = readFileSync(editor.file, 'utf8');
      await own.act({ action: 'screenshot' });
      const drag = { action: 'left_click_drag', from: { x: 5, y: 760 }, to: point };
      const keys = [
        { action: 'type', text: 'no' },
        { action: 'key', chord: 'ctrl+s' },
        { action: 'paste', text: 'no' },
      ];
      for (const input of [{ action: 'left_click', ...point }, drag, ...keys])
        expect(await own.act(input), input.action).toMatchObject({
          ok: false,
          code: 'own_window',
          outcome: 'refused',
          data: { dispatch: 'not_sent' },
        });
      expect(readFileSync(editor.file, 'utf8')).toBe(before);
    } finally {
      await own.service.close();
    }
  });

  test('the probe says what this display allows', async () => {
    const report = await computer.service.probe();
    expect(report).toMatchObject({ ok: true, probe: { displayServer: 'x11', inputControl: { value: true } } });
  });
});

describe('with a window that records what arrives', () => {
  let display: VirtualDisplay;
  let computer: ReturnType<typeof openBuiltComputer>;
  let recorder: LineProgram<PointerEvent>;

  beforeAll(async () => {
    display = await openDisplay({ ...SCREEN, windowManager: false, dbus: false });
    computer = openBuiltComputer(display.env);
    recorder = await startRecorder(display.env, SCREEN.width, SCREEN.height, 240);
  });
  afterAll(async () => {
    await computer?.service.close();
    await recorder?.stop();
    await display?.stop();
  });

  /** Starts a drag in this turn and kills the helper while the button is down. */
  async function killMidDrag(turnId: string): Promise<{ code: string | null; from: number }> {
    await computer.act({ action: 'screenshot' }, { turnId });
    const from = recorder.lines.length;
    const drag = { action: 'left_click_drag', from: { x: 100, y: 100 }, to: { x: 600, y: 400 } };
    const dragging = computer.act(drag, { turnId });
    await recorder.until((line) => line.type === 'down', from);
    process.kill(helperPids(computer).at(-1) ?? 0, 'SIGKILL');
    const result = await dragging;
    return { code: result.ok ? null : result.code, from };
  }

  test('a helper killed in the middle of a drag: the outcome is unknown, and the next one lets the button go', async () => {
    const { code, from } = await killMidDrag('t1');
    expect(code).toBe('outcome_unknown');
    expect(recorder.lines.slice(from).some((line) => line.type === 'up')).toBe(false);
    expect(await computer.act({ action: 'screenshot' })).toMatchObject({ ok: true });
    expect(await recorder.until((line) => line.type === 'up', from)).toMatchObject({ detail: 1 });
    expect(recorder.lines.slice(from).filter((line) => line.type === 'down')).toHaveLength(1);
  });

  test('and when nothing else is asked for, a helper is started just for that', async () => {
    const { from } = await killMidDrag('t2');
    const before = helperPids(computer).length;
    expect(await recorder.until((line) => line.type === 'up', from)).toMatchObject({ detail: 1 });
    await expect.poll(() => isRunning(helperPids(computer).at(-1) ?? 0)).toBe(false);
    expect(helperPids(computer)).toHaveLength(before + 1);
  });

  test('Stop in the middle of typing: the helper is gone, and no key follows', async () => {
    await computer.act({ action: 'screenshot' }, { turnId: 't3' });
    const from = recorder.lines.length;
    const turn = new AbortController();
    const typing = computer.act({ action: 'type', text: 'A'.repeat(9_000) }, { turnId: 't3', signal: turn.signal });
    await recorder.until((line) => line.type === 'keydown', from);
    turn.abort(new Error('stop'));
    await computer.service.stop('c1');
    expect(await typing).toMatchObject({ ok: false, code: 'interrupted', outcome: 'stopped' });
    const [pid] = helperPids(computer).slice(-1);
    expect(isRunning(pid ?? 0)).toBe(false);
    await run('xdotool', ['mousemove', '1234', '567'], { env: { ...process.env, ...display.env } });
    const isMarker = (line: PointerEvent) => line.type === 'move' && line.x === 1234 && line.y === 567;
    const marker = await recorder.until(isMarker, from);
    const seen = recorder.lines.slice(from);
    const keys = seen.filter((line) => line.type === 'keydown' || line.type === 'keyup');
    expect(keys.length).toBeLessThan(18_000);
    expect(seen.slice(seen.indexOf(marker)).filter((line) => line.type.startsWith('key'))).toEqual([]);
    const down = keys.filter((line) => line.type === 'keydown').map((line) => line.detail);
    const up = keys.filter((line) => line.type === 'keyup').map((line) => line.detail);
    expect(down.sort()).toEqual(up.sort());
    expect(await computer.act({ action: 'screenshot' }, { turnId: 't3' })).toMatchObject({ code: 'operator_stopped' });
  });

  test('Pause in the middle of scrolling stops it; Resume lets the next one through', async () => {
    await computer.act({ action: 'screenshot' }, { turnId: 't4' });
    const from = recorder.lines.length;
    const scroll = { action: 'scroll', x: 300, y: 300, direction: 'down' as const, amount: 50 };
    const scrolling = computer.act(scroll, { turnId: 't4' });
    await recorder.until((line) => line.type === 'down' && line.detail === 5, from);
    expect((await computer.service.pause()).result).toBe('paused_in_flight');
    expect(await scrolling).toMatchObject({ ok: false, code: 'interrupted' });
    const notches = () => recorder.lines.slice(from).filter((line) => line.type === 'down' && line.detail === 5).length;
    expect(notches()).toBeLessThan(50);
    expect(await computer.act(scroll, { turnId: 't4' })).toMatchObject({ code: 'paused' });
    expect((await computer.service.resume()).result).toBe('resumed');
    expect(await computer.act({ ...scroll, amount: 1 }, { turnId: 't4' })).toMatchObject({ ok: true });
  });

  /** Starts a drag in this turn and has the helper hang, whole, while the button is down. */
  async function hangMidDrag(turnId: string, signal: AbortSignal) {
    await computer.act({ action: 'screenshot' }, { turnId });
    const from = recorder.lines.length;
    const drag = { action: 'left_click_drag', from: { x: 100, y: 100 }, to: { x: 600, y: 400 } };
    const dragging = computer.act(drag, { turnId, signal });
    await recorder.until((line) => line.type === 'down', from);
    const pid = helperPids(computer).at(-1) ?? 0;
    process.kill(pid, 'SIGSTOP');
    return { dragging, from, pid };
  }

  test('Stop while the helper hangs in the middle of a drag: it is ended, and the button comes up', async () => {
    const turn = new AbortController();
    const { dragging, from, pid } = await hangMidDrag('t5', turn.signal);
    turn.abort(new Error('stop'));
    await computer.service.stop('c1');
    expect(isRunning(pid)).toBe(false);
    expect(await dragging).toMatchObject({ ok: false, code: 'interrupted', outcome: 'stopped' });
    expect(await recorder.until((line) => line.type === 'up', from)).toMatchObject({ detail: 1 });
  });

  test('Pause while it hangs: it says so, ends the helper, the button comes up, and nothing acts until Resume', async () => {
    const { dragging, from, pid } = await hangMidDrag('t6', new AbortController().signal);
    const paused = await computer.service.pause();
    expect(paused.result).toBe('unconfirmed');
    expect(isRunning(pid)).toBe(false);
    expect(await dragging).toMatchObject({ ok: false, code: 'outcome_unknown', outcome: 'unknown' });
    expect(await recorder.until((line) => line.type === 'up', from)).toMatchObject({ detail: 1 });
    expect(await computer.act({ action: 'screenshot' }, { turnId: 't6' })).toMatchObject({ code: 'paused' });
    await computer.service.resume();
    expect(await computer.act({ action: 'screenshot' }, { turnId: 't6' })).toMatchObject({ ok: true });
  });

  test('the owner moves in the middle of a drag: it stops there, lets go, and says so', async () => {
    computer.config.computerUse.courtesy = 'yield';
    try {
      await computer.act({ action: 'screenshot' }, { turnId: 't7' });
      const from = recorder.lines.length;
      const drag = { action: 'left_click_drag', from: { x: 100, y: 100 }, to: { x: 600, y: 400 } };
      const dragging = computer.act(drag, { turnId: 't7' });
      await recorder.until((line) => line.type === 'down', from);
      await run('xdotool', ['key', 'b'], { env: { ...process.env, ...display.env } });
      const result = await dragging;
      expect(result).toMatchObject({ ok: false, code: 'interrupted', outcome: 'stopped', data: { reason: 'human' } });
      expect(result.text).toContain(
        'stopped part way, since the owner began to use mouse or keyboard: it stepped aside.',
      );
      expect(await recorder.until((line) => line.type === 'up', from)).toMatchObject({ detail: 1 });
    } finally {
      computer.config.computerUse.courtesy = 'off';
    }
  });
});
