import { execFile, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Badge } from '../../../protocol/helper/operations.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { LineProgram, startRecorder } from '../../support/x11/program.ts';

const WIDTH = 1000;
const HEIGHT = 600;
const DRIVING: Badge = { state: 'driving', title: 'Fermix is using this computer', hint: 'Pause: Ctrl+Alt+Shift+P' };
const PAUSED: Badge = { state: 'paused', title: 'Fermix is paused', hint: 'Resume: Ctrl+Alt+Shift+P' };
/** Inside every badge, whatever the fonts: the middle of the top edge, a little below it. */
const INSIDE = { x: WIDTH / 2, y: 14 };

interface Pixels {
  width: number;
  data: Buffer;
}

const pixelAt = ({ width, data }: Pixels, { x, y }: { x: number; y: number }) =>
  data.readUIntBE((y * width + x) * 3, 3);

async function decode(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, data };
}

describe('the badge', () => {
  const display = useDisplay({ width: WIDTH, height: HEIGHT, dbus: false });
  let helper: HelperProcess;
  const programs: { stop(): Promise<void> }[] = [];

  const show = (badge: Badge | null) => helper.caller.call('badge', { badge }, { timeoutMs: 10_000 });
  const env = () => ({ ...process.env, ...display().env });
  /** What a person sees. */
  const onScreen = async (): Promise<Pixels> => {
    const options = { env: env(), encoding: 'buffer' as const, maxBuffer: 1 << 24 };
    return decode((await promisify(execFile)('import', ['-window', 'root', 'png:-'], options)).stdout);
  };
  const inPicture = async (): Promise<Pixels> => {
    const { picture } = await helper.act({ action: { action: 'screenshot' } });
    return decode(Buffer.from(picture?.data ?? '', 'base64'));
  };

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    // A pattern on the bare root, so that a piece put in the wrong place shows.
    execFileSync('xsetroot', ['-mod', '7', '5', '-fg', '#203040', '-bg', '#a0b0c0'], { env: env() });
  });
  afterEach(async () => {
    await show(null);
    for (const program of programs.splice(0)) await program.stop();
  });
  afterAll(() => helper.stop());

  it('is on the screen, in no picture, and everything below it is there to the last pixel', async () => {
    const window = spawn('xterm', ['-geometry', '60x12+250-0', '-bw', '3', '-e', 'sleep 60'], {
      env: env(),
      stdio: 'ignore',
    });
    programs.push({ stop: async () => void window.kill('SIGKILL') });
    const geometry = ['search', '--sync', '--onlyvisible', '--class', 'xterm', 'windowmove', '--sync', '430', '3'];
    execFileSync('xdotool', geometry, { env: env() });
    const before = await inPicture();
    expect(await show(DRIVING)).toEqual({ shown: true });
    const seen = await onScreen();
    expect(pixelAt(seen, INSIDE)).not.toBe(pixelAt(before, INSIDE));
    expect((await inPicture()).data.equals(before.data)).toBe(true);
    await show(PAUSED);
    expect((await onScreen()).data.equals(seen.data)).toBe(false);
    expect((await inPicture()).data.equals(before.data)).toBe(true);
    await show(null);
    expect((await onScreen()).data.equals(before.data)).toBe(true);
  });

  it('leaves no stale pixels of a window that changes all the time', async () => {
    const script = join(import.meta.dirname, '../../support/x11/changing-window.ts');
    const place = ['100', '0', '800', '500'];
    const changing = new LineProgram<{ frame: number }>(process.execPath, [script, ...place], display().env);
    programs.push(changing);
    await changing.until((line) => line.frame > 1);
    await show(DRIVING);
    const off: number[] = [];
    let last = 0;
    for (let i = 0; i < 40; i++) {
      const picture = await inPicture();
      const [below, beside] = [pixelAt(picture, INSIDE), pixelAt(picture, { x: 150, y: 400 })];
      expect(below).toBeGreaterThan(last);
      off.push(Math.abs(below - beside));
      last = beside;
    }
    // Both are of one moment: at most the frame that was drawn between the two requests.
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
  });

  it('lets a click through to what is below, and is nobody’s window', async () => {
    const recorder = await startRecorder(display().env, WIDTH, HEIGHT, 100);
    programs.push(recorder);
    await show(DRIVING);
    const from = recorder.lines.length;
    const { receipt } = await helper.act({ action: { action: 'left_click', at: INSIDE, modifiers: [] } });
    expect(receipt).toMatchObject({ dispatch: 'sent', delivery: 'confirmed' });
    expect(await recorder.until((line) => line.type === 'down', from)).toMatchObject(INSIDE);
    const { stdout } = await promisify(execFile)('xprop', ['-root', '_NET_CLIENT_LIST_STACKING'], { env: env() });
    expect(stdout).not.toContain('Fermix');
  });

  it('is no change to wait for', async () => {
    const waiting = helper.act({ action: { action: 'wait_for_change', timeoutMs: 1_500, pollMs: 100 } });
    for (const badge of [DRIVING, PAUSED, null, DRIVING]) await show(badge);
    expect((await waiting).picture?.changed).toBe(false);
  });

  it('comes back to the top when something covers it', async () => {
    await show(DRIVING);
    const seen = pixelAt(await onScreen(), INSIDE);
    programs.push(await startRecorder(display().env, WIDTH - 100, HEIGHT, 100));
    await expect.poll(async () => pixelAt(await onScreen(), INSIDE), { timeout: 10_000 }).toBe(seen);
  });

  it('is out of the pictures of every helper, and one is shown at most', async () => {
    const other = await HelperProcess.start(display().env);
    try {
      const before = await inPicture();
      await other.caller.call('badge', { badge: DRIVING }, { timeoutMs: 10_000 });
      expect((await inPicture()).data.equals(before.data)).toBe(true);
      await show(PAUSED);
      await show(null);
      expect((await onScreen()).data.equals(before.data)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('ends with its helper, however that ends', async () => {
    const other = await HelperProcess.start(display().env);
    const before = await onScreen();
    await other.caller.call('badge', { badge: DRIVING }, { timeoutMs: 10_000 });
    expect((await onScreen()).data.equals(before.data)).toBe(false);
    other.child.kill('SIGKILL');
    await other.exited;
    await expect.poll(async () => (await onScreen()).data.equals(before.data), { timeout: 10_000 }).toBe(true);
  });
});
