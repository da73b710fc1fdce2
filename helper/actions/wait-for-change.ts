import type { Rectangle } from '../../protocol/helper/geometry.ts';
import type { Clock } from '../clock.ts';
import type { ChangeWatch, Desktop, DisplayFacts, Frame } from '../desktop.ts';
import type { PixelArea } from '../picture/rgb.ts';
import { differingCells, type Thumbnail } from '../picture/thumbnail.ts';
import type { Workshop } from '../picture/workbench.ts';

/** Drawing comes in bursts; a comparison each 25 ms is soon enough. */
const MINIMUM_MS = 25;

export interface ChangeResult {
  frame: Frame;
  changed: boolean;
  /** In pixels of a picture of this size. */
  box(size: { width: number; height: number }): Rectangle | null;
}

/** Looks besides those that drawing wakes: what changes below the badge alone is drawn where nobody is told of it. */
const ANYWAY_MS = 2_500;

interface WaitOrder {
  area(frame: Pick<Frame, 'width' | 'height'>): PixelArea;
  baseline: Thumbnail | null;
  timeoutMs: number;
  pollMs: number;
  signal: AbortSignal;
  check(): void;
}

interface WaitParts {
  desktop: Desktop;
  clock: Clock;
  workshop: Workshop;
  facts: DisplayFacts;
}

/**
 * Looks until the area differs from the baseline (or from a first look) or the time is over. Drawing in the area wakes a
 * comparison at once, but not sooner than 25 ms after the last one. Where drawing cannot be told, it looks each `pollMs`.
 */
export async function waitForChange(parts: WaitParts, order: WaitOrder): Promise<ChangeResult> {
  const { desktop, clock, workshop, facts } = parts;
  const watch = desktop.watchChanges(placeOf(facts, order.area(facts)));
  try {
    const end = clock.now() + order.timeoutMs;
    let baseline = order.baseline;
    for (;;) {
      const lookedAt = clock.now();
      const frame = await desktop.grab(facts);
      const now = workshop.thumbnail(frame, order.area(frame));
      baseline ??= now;
      const cells = differingCells(baseline, now);
      if (cells || clock.now() >= end)
        return { frame, changed: cells !== null, box: (size) => scaleBox(cells, now, size) };
      await untilDrawn(watch, clock, order, Math.min(end, lookedAt + ANYWAY_MS));
      await clock.sleep(Math.max(0, Math.min(lookedAt + MINIMUM_MS, end) - clock.now()), order.signal);
      order.check();
    }
  } finally {
    watch.close();
  }
}

/** Resolves when something was drawn, or at the given time. */
async function untilDrawn(
  watch: ChangeWatch,
  clock: Clock,
  { pollMs, signal }: WaitOrder,
  until: number,
): Promise<void> {
  while (clock.now() < until && !signal.aborted)
    if (await watch.next(Math.min(pollMs, until - clock.now()), signal)) return;
}

/** The part of the display that counts, as a place on the desktop. */
function placeOf(facts: DisplayFacts, { left, top, width, height }: PixelArea): DisplayFacts {
  return { ...facts, x: facts.x + left, y: facts.y + top, width, height };
}

function scaleBox(
  cells: ReturnType<typeof differingCells>,
  grid: Thumbnail,
  size: { width: number; height: number },
): Rectangle | null {
  if (!cells) return null;
  const x = Math.floor((cells.left * size.width) / grid.columns);
  const y = Math.floor((cells.top * size.height) / grid.rows);
  const right = Math.ceil((cells.right * size.width) / grid.columns);
  const bottom = Math.ceil((cells.bottom * size.height) / grid.rows);
  return { x, y, w: right - x, h: bottom - y };
}
