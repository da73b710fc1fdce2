import type { DesktopWindow, GlobalRectangle } from '../desktop.ts';
import { area, intersection } from './rectangles.ts';

/** Part of the rectangle looked at that a window must cover to be what the look is about. */
const ENOUGH = 0.1;

/**
 * The window whose controls a look at `wanted` is about (7.1): the front-most that covers a tenth of it, else the one that
 * covers most. `windows` are front-most first. Shell windows and the app's own are passed over.
 */
export function targetWindow(
  windows: readonly DesktopWindow[],
  wanted: GlobalRectangle,
  isOwn: (window: DesktopWindow) => boolean,
): DesktopWindow | null {
  let best: { window: DesktopWindow; shared: number } | null = null;
  for (const window of windows) {
    if (window.isShell || isOwn(window)) continue;
    const shared = area(intersection(window.bounds, wanted) ?? { x: 0, y: 0, w: 0, h: 0 });
    if (shared >= area(wanted) * ENOUGH) return window;
    if (shared > (best?.shared ?? 0)) best = { window, shared };
  }
  return best?.window ?? null;
}
