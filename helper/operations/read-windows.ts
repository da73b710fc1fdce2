import type { WindowsReading } from '../../protocol/helper/accessibility.ts';
import { fullCrop } from '../../protocol/helper/geometry.ts';
import { area, intersection } from '../accessibility/rectangles.ts';
import { screenWords } from '../accessibility/screen-words.ts';
import type { Desktop, DesktopWindow, DisplayFacts, GlobalRectangle } from '../desktop.ts';
import type { View } from './view.ts';

const MOST = 40;
const TITLE = 120;

/** The windows on the asked display, front-most first, each with the region that shows it. */
export function readWindows(desktop: Desktop, view: View): WindowsReading {
  const displays = desktop.displays();
  const own = desktop.windows.list().filter((window) => !window.isShell);
  const items = own.flatMap((window) => {
    const region = regionOf(view.facts, window.bounds);
    return region ? [{ ...describe(window), display: mostlyOn(displays, window.bounds) ?? view.index, region }] : [];
  });
  const note =
    items.length > 0
      ? `${items.length} on display ${view.index}, front-most first.`
      : 'No window is on this display. If the picture plainly shows windows, no window manager runs here, or the system does not let this program see them.';
  return { kind: 'windows', items: items.slice(0, MOST), truncated: items.length > MOST, note };
}

function describe({ id, app, title, pid, focused }: DesktopWindow) {
  return { id, app: screenWords(app), title: screenWords(title, TITLE), pid, focused };
}

/** In full-picture pixels, clipped to the display; null when less than a pixel of it is left. */
function regionOf(facts: DisplayFacts, bounds: GlobalRectangle): WindowsReading['items'][number]['region'] | null {
  const { k, width, height } = fullCrop(facts);
  const factor = k * facts.scale;
  const left = Math.max(0, (bounds.x - facts.x) * factor);
  const top = Math.max(0, (bounds.y - facts.y) * factor);
  const right = Math.min(width, (bounds.x + bounds.w - facts.x) * factor);
  const bottom = Math.min(height, (bounds.y + bounds.h - facts.y) * factor);
  if (right - left < 1 || bottom - top < 1) return null;
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, w: Math.ceil(right) - x, h: Math.ceil(bottom) - y };
}

function mostlyOn(displays: readonly DisplayFacts[], bounds: GlobalRectangle): number | null {
  const shares = displays.map(({ x, y, width, height, scale }) =>
    area(intersection(bounds, { x, y, w: width / scale, h: height / scale }) ?? { x: 0, y: 0, w: 0, h: 0 }),
  );
  const largest = Math.max(...shares);
  return largest > 0 ? shares.indexOf(largest) : null;
}
