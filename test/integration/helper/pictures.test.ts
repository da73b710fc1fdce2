import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Picture } from '../../../protocol/helper/act.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { type EntryLine, LineProgram, startEntry } from '../../support/x11/program.ts';

const decode = (picture: Picture) => sharp(Buffer.from(picture.data, 'base64')).removeAlpha().raw().toBuffer();

describe('pictures of a real desktop', () => {
  const display = useDisplay({ width: 1280, height: 800, dbus: false });
  let helper: HelperProcess;
  let entry: LineProgram<EntryLine>;

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    entry = await startEntry(display().env, 'picture test');
  });
  afterAll(async () => {
    await helper?.stop();
    await entry?.stop();
  });

  async function look(changes: Partial<Parameters<HelperProcess['act']>[0]> = {}): Promise<Picture> {
    const { picture } = await helper.act({ action: { action: 'screenshot' }, ...changes });
    if (!picture) throw new Error('no picture');
    return picture;
  }

  it('show exactly what another program sees', async () => {
    const env = { ...process.env, ...display().env };
    await expect
      .poll(
        async () => {
          const picture = await look();
          const theirs = execFileSync('import', ['-window', 'root', '-depth', '8', 'rgb:-'], {
            env,
            maxBuffer: 1 << 24,
          });
          expect([picture.width, picture.height, picture.scale]).toEqual([1280, 800, 1]);
          return (await decode(picture)).equals(theirs);
        },
        { timeout: 15_000 },
      )
      .toBe(true);
  });

  it('carry the effective region, clamped into the display', async () => {
    const picture = await look({ region: { x: 1200, y: 700, w: 500, h: 500 } });
    expect(picture.region).toEqual({ x: 1200, y: 700, w: 80, h: 100 });
    expect([picture.width, picture.height]).toEqual([80, 100]);
    const outside = { x: 1280, y: 0, w: 10, h: 10 };
    await expect(look({ region: outside })).rejects.toMatchObject({
      code: 'invalid_params',
      data: { field: 'region' },
    });
  });

  it('of a check show the change, its place, and what went out', async () => {
    const region = { x: 300, y: 200, w: 700, h: 400 };
    const check = { region, format: 'jpeg', quality: 85 } as const;
    // On a busy machine the program may draw after the check; then the next one sees it.
    await expect
      .poll(
        async () => {
          const { picture, receipt } = await helper.act({
            action: { action: 'type', text: 'seen' },
            check,
            annotate: true,
          });
          expect(receipt).toMatchObject({ dispatch: 'sent', delivery: 'n/a', typedChars: 4 });
          expect(picture).toMatchObject({ mime: 'image/jpeg', region, width: 700, height: 400 });
          return receipt.effect;
        },
        { timeout: 20_000 },
      )
      .toBe('verified');
    const dead = await helper.act({
      action: { action: 'mouse_move', at: { x: 1270, y: 790 } },
      check: { region: { x: 1200, y: 740, w: 60, h: 50 }, format: 'png', quality: 85 },
    });
    expect(dead.receipt).toMatchObject({ delivery: 'confirmed', effect: 'not_observed' });
    expect(dead.picture?.settled).toBe(true);
    expect(dead.picture?.cursor).toBeNull();
  });

  it('wait for a change, also one that came before the call, and say when none came', async () => {
    const region = { x: 1100, y: 600, w: 180, h: 200 };
    const order = { action: 'wait_for_change', timeoutMs: 400, pollMs: 100 } as const;
    const still = await helper.act({ action: order, region });
    expect(still.picture?.changed).toBe(false);
    const before = await look({ region });
    const waiting = helper.act({ action: { ...order, timeoutMs: 10_000 }, region });
    const window = spawn('xterm', ['-geometry', '20x5+1110+620'], {
      env: { ...process.env, ...display().env },
      stdio: 'ignore',
    });
    try {
      const changed = await waiting;
      expect(changed.picture?.changed).toBe(true);
      expect(changed.picture?.changedBox?.w).toBeGreaterThan(0);
      const late = await helper.act({ action: { ...order, baseline: before.thumb }, region });
      expect(late.picture?.changed).toBe(true);
    } finally {
      window.kill('SIGKILL');
    }
  });

  it('that cannot be taken end the helper with 75, while controls are still answered', async () => {
    const stalling = await HelperProcess.start(display().env);
    await stalling.act({ action: { action: 'screenshot' } });
    const script = join(import.meta.dirname, '..', '..', 'support', 'x11', 'grab-server.ts');
    const grabber = new LineProgram<boolean>(process.execPath, [script], display().env);
    try {
      await grabber.until((line) => line);
      const looking = stalling.act({ action: { action: 'screenshot' } }).catch((error: unknown) => error);
      const paused = await stalling.control('resume');
      expect(paused.inFlightId).not.toBeNull();
      expect(await looking).toMatchObject({ code: 'capture_stalled' });
      expect(await stalling.exited).toBe(75);
    } finally {
      await grabber.stop();
    }
  });
});
