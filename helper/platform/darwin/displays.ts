import type { ReportedDisplay } from '../native/display-facts.ts';
import type { CoreGraphics } from './core-graphics.ts';

const MOST = 32;

export type DisplayCalls = Pick<
  CoreGraphics,
  | 'CGGetActiveDisplayList'
  | 'CGMainDisplayID'
  | 'CGDisplayBounds'
  | 'CGDisplayRotation'
  | 'CGDisplayMirrorsDisplay'
  | 'CGDisplayCopyDisplayMode'
  | 'CGDisplayModeGetWidth'
  | 'CGDisplayModeGetPixelWidth'
  | 'CGDisplayModeRelease'
  | 'CGDisplayIsAsleep'
>;

/** The displays in points. Origins are points already; what mirrors another display is left out. */
export function listDisplays(calls: DisplayCalls): ReportedDisplay[] {
  const primary = calls.CGMainDisplayID();
  return activeDisplays(calls)
    .filter((id) => calls.CGDisplayMirrorsDisplay(id) === 0)
    .map((id) => {
      const { x, y, width, height } = calls.CGDisplayBounds(id);
      const rotation = Math.round(calls.CGDisplayRotation(id));
      return { id: `${id}`, x, y, width, height, modeScale: modeScale(calls, id), rotation, isPrimary: id === primary };
    });
}

/** True when every display sleeps: then the capture service must not be asked. */
export function isAsleep(calls: Pick<CoreGraphics, 'CGGetActiveDisplayList' | 'CGDisplayIsAsleep'>): boolean {
  const all = activeDisplays(calls);
  return all.length > 0 && all.every((id) => calls.CGDisplayIsAsleep(id) !== 0);
}

function activeDisplays(calls: Pick<CoreGraphics, 'CGGetActiveDisplayList'>): number[] {
  const ids = new Uint32Array(MOST);
  const count = new Uint32Array(1);
  if (calls.CGGetActiveDisplayList(MOST, ids, count) !== 0) return [];
  return [...ids.subarray(0, count[0])];
}

/** Pixels for one point, of the mode alone; the pictures have the last word. */
function modeScale(calls: DisplayCalls, id: number): number {
  const mode = calls.CGDisplayCopyDisplayMode(id);
  if (!mode) return 1;
  const points = Number(calls.CGDisplayModeGetWidth(mode));
  const pixels = Number(calls.CGDisplayModeGetPixelWidth(mode));
  calls.CGDisplayModeRelease(mode);
  return points > 0 ? pixels / points : 1;
}
