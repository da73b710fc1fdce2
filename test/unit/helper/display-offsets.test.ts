import { describe, expect, it } from 'vitest';
import type { DesktopWindow, DisplayFacts } from '../../../helper/desktop.ts';
import { toDisplay, toGlobal } from '../../../helper/global-point.ts';
import { readWindows } from '../../../helper/operations/read-windows.ts';
import { fullCrop, regionCrop, toDevice, toPicture } from '../../../protocol/helper/geometry.ts';
import { RecordingDesktop } from '../../support/recording-desktop.ts';

/** Left of the primary one, above it, and in portrait at twice the size: what macOS and Windows have and X11 has not. */
const DISPLAYS: DisplayFacts[] = [
  { id: 'primary', x: 0, y: 0, width: 1920, height: 1080, scale: 1, rotation: 0 },
  { id: 'left', x: -2560, y: -180, width: 2560, height: 1440, scale: 1, rotation: 0 },
  { id: 'above', x: -300, y: -1280, width: 1440, height: 2560, scale: 2, rotation: 90 },
];

class Offsets extends RecordingDesktop {
  shown: DesktopWindow[] = [];
  override displays() {
    return DISPLAYS;
  }
  override readonly windows = { list: () => this.shown as never[], at: () => null, focused: () => null };
}

describe.for(DISPLAYS)('the display $id at $x,$y', (facts) => {
  it('maps every corner of a picture and of a crop into itself and back', () => {
    const size = { w: facts.width / facts.scale, h: facts.height / facts.scale };
    const full = fullCrop(facts);
    const region = { x: Math.floor(full.width / 3), y: Math.floor(full.height / 3), w: 120, h: 90 };
    const crop = regionCrop(facts, region);
    if (!crop) throw new Error('The region is outside.');
    for (const picture of [full, crop])
      for (const x of [0, 1, Math.floor(picture.width / 2), picture.width - 1])
        for (const y of [0, 1, Math.floor(picture.height / 2), picture.height - 1]) {
          const device = toDevice(picture, { x, y });
          const global = toGlobal(facts, device);
          expect(global.x).toBeGreaterThanOrEqual(facts.x);
          expect(global.y).toBeGreaterThanOrEqual(facts.y);
          expect(global.x).toBeLessThan(facts.x + size.w);
          expect(global.y).toBeLessThan(facts.y + size.h);
          // Input units are coarser than pixels on a display at twice the size: back within one of them.
          const back = toDisplay(facts, global);
          expect(Math.abs(back.x - device.x)).toBeLessThan(facts.scale);
          expect(Math.abs(back.y - device.y)).toBeLessThan(facts.scale);
          expect(toPicture(picture, device)).toEqual({ x, y });
        }
  });

  it('lists the window in its middle, and no window of another display', () => {
    const desktop = new Offsets();
    desktop.shown = DISPLAYS.map(({ id, x, y, width, height, scale }): DesktopWindow => {
      const [w, h] = [width / scale / 2, height / scale / 2];
      const bounds = { x: x + w / 2, y: y + h / 2, w, h };
      return { id, app: 'app', title: id, pid: 1, bounds, focused: false, isShell: false } as DesktopWindow;
    });
    const index = DISPLAYS.indexOf(facts);
    const view = { index, facts } as Parameters<typeof readWindows>[1];
    const { items } = readWindows(desktop, view);
    expect(items.map((one) => [one.title, one.display])).toEqual([[facts.id, index]]);
    const { width, height } = fullCrop(facts);
    const { x, y, w, h } = items[0]?.region ?? { x: 0, y: 0, w: 0, h: 0 };
    expect(Math.abs(x - width / 4)).toBeLessThanOrEqual(1);
    expect(Math.abs(y - height / 4)).toBeLessThanOrEqual(1);
    expect(Math.abs(w - width / 2)).toBeLessThanOrEqual(2);
    expect(Math.abs(h - height / 2)).toBeLessThanOrEqual(2);
  });

  it('cuts a window that hangs over its left and upper edge', () => {
    const desktop = new Offsets();
    const bounds = { x: facts.x - 50, y: facts.y - 40, w: 250, h: 240 };
    desktop.shown = [
      { id: 'w', app: 'app', title: 'over the edge', pid: 1, bounds, focused: true, isShell: false } as DesktopWindow,
    ];
    const view = { index: DISPLAYS.indexOf(facts), facts } as Parameters<typeof readWindows>[1];
    const { k } = fullCrop(facts);
    const { region } = readWindows(desktop, view).items[0] ?? {};
    expect(region).toEqual({ x: 0, y: 0, w: Math.ceil(200 * facts.scale * k), h: Math.ceil(200 * facts.scale * k) });
  });
});
