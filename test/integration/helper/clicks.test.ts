import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Picture } from '../../../protocol/helper/act.ts';
import { fullCrop, type Point, type Rectangle, regionCrop, toPicture } from '../../../protocol/helper/geometry.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { type LineProgram, type PointerEvent, startRecorder } from '../../support/x11/program.ts';

const SCREENS = [
  { width: 1366, height: 768, step: 180 },
  { width: 1920, height: 1080, step: 240 },
  { width: 3840, height: 2160, step: 480 },
  { width: 1080, height: 1920, step: 240 },
];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The extent of the red patch whose first pixel in reading order is x, y; its pixels are marked as seen. */
function measurePatch(isRed: (x: number, y: number) => boolean, seen: Set<string>, x: number, y: number): Box {
  const box = { left: x, right: x, top: y, bottom: y };
  const queue = [{ x, y }];
  for (const at of queue) {
    const key = `${at.x},${at.y}`;
    if (seen.has(key) || !isRed(at.x, at.y)) continue;
    seen.add(key);
    box.left = Math.min(box.left, at.x);
    box.right = Math.max(box.right, at.x);
    box.top = Math.min(box.top, at.y);
    box.bottom = Math.max(box.bottom, at.y);
    queue.push({ x: at.x + 1, y: at.y }, { x: at.x - 1, y: at.y }, { x: at.x, y: at.y + 1 }, { x: at.x, y: at.y - 1 });
  }
  return box;
}

/** Centres of the red squares of a picture, found by their colour alone; those that its edges cut are left out. */
async function findSquares(picture: Picture): Promise<Point[]> {
  const file = sharp(Buffer.from(picture.data, 'base64'));
  const { data, info } = await file.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const at = (y * info.width + x) * 3;
    const isInside = x >= 0 && y >= 0 && x < info.width && y < info.height;
    return isInside && (data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 120 && (data[at + 2] ?? 0) < 120;
  };
  const seen = new Set<string>();
  const boxes: Box[] = [];
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (isRed(x, y) && !seen.has(`${x},${y}`)) boxes.push(measurePatch(isRed, seen, x, y));
  return boxes
    .filter((box) => box.left > 0 && box.top > 0 && box.right < info.width - 1 && box.bottom < info.height - 1)
    .map((box) => ({ x: Math.round((box.left + box.right) / 2), y: Math.round((box.top + box.bottom) / 2) }));
}

const distance = (a: Point, b: Point) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

for (const screen of SCREENS)
  describe(`clicks at ${screen.width}x${screen.height}`, () => {
    let display: VirtualDisplay;
    let helper: HelperProcess;
    let recorder: LineProgram<PointerEvent>;

    beforeAll(async () => {
      display = await openDisplay({ ...screen, windowManager: false, dbus: false });
      [helper, recorder] = await Promise.all([
        HelperProcess.start(display.env),
        startRecorder(display.env, screen.width, screen.height, screen.step),
      ]);
    });
    afterAll(async () => {
      await helper?.stop();
      await recorder?.stop();
      await display?.stop();
    });

    /** Clicks every square seen in a picture and measures the error in that picture's pixels. */
    async function clickAll(region: Rectangle | null): Promise<{ errors: number[]; count: number }> {
      const shot = await helper.act({ action: { action: 'screenshot' }, region });
      const picture = shot.picture;
      if (!picture) throw new Error('no picture');
      const crop = picture.region ? regionCrop(screen, picture.region) : fullCrop(screen);
      if (!crop) throw new Error('no crop');
      const squares = await findSquares(picture);
      const errors: number[] = [];
      for (const at of squares) {
        const from = recorder.lines.length;
        const done = await helper.act({
          action: { action: 'left_click', at, modifiers: [] },
          region,
          facts: picture.facts,
        });
        expect(done.receipt.delivery).toBe('confirmed');
        const down = await recorder.until((line) => line.type === 'down', from);
        const nearest = (value: number) => Math.round(value / screen.step) * screen.step;
        const centre = toPicture(crop, { x: nearest(down.x), y: nearest(down.y) });
        const landed = toPicture(crop, down);
        if (!centre || !landed) throw new Error('a click landed outside the picture');
        errors.push(distance(centre, landed), distance(landed, at));
      }
      return { errors, count: squares.length };
    }

    it('lands within a pixel from the full picture', async () => {
      const { errors, count } = await clickAll(null);
      const columns = Math.floor((screen.width - 9) / screen.step);
      const rows = Math.floor((screen.height - 9) / screen.step);
      expect(count).toBe(columns * rows);
      expect(Math.max(...errors)).toBeLessThanOrEqual(1);
    });

    it('lands within a pixel from inside a region', async () => {
      const full = fullCrop(screen);
      const region = {
        x: Math.round(full.width / 3) + 1,
        y: Math.round(full.height / 3) + 2,
        w: Math.round(full.width / 2.2),
        h: Math.round(full.height / 2.2),
      };
      const { errors, count } = await clickAll(region);
      expect(count).toBeGreaterThan(1);
      expect(Math.max(...errors)).toBeLessThanOrEqual(1);
    });
  });
