import type { Rectangle } from '../../protocol/helper/geometry.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, DisplayFacts, Frame } from '../desktop.ts';
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

/**
 * Looks until the area differs from the baseline (or from a first look) or the time is over. Drawing wakes a comparison
 * at once; besides that it looks each `pollMs`.
 */
export async function waitForChange(
  { desktop, clock, workshop, facts }: { desktop: Desktop; clock: Clock; workshop: Workshop; facts: DisplayFacts },
  order: {
    area(frame: Frame): PixelArea;
    baseline: Thumbnail | null;
    timeoutMs: number;
    pollMs: number;
    signal: AbortSignal;
    check(): void;
  },
): Promise<ChangeResult> {
  const watch = desktop.watchChanges(facts);
  try {
    const start = clock.now();
    let baseline = order.baseline;
    for (;;) {
      const frame = await desktop.grab(facts);
      const now = workshop.thumbnail(frame, order.area(frame));
      baseline ??= now;
      const cells = differingCells(baseline, now);
      const left = order.timeoutMs - (clock.now() - start);
      if (cells || left <= 0) return { frame, changed: cells !== null, box: (size) => scaleBox(cells, now, size) };
      await clock.sleep(Math.min(left, MINIMUM_MS), order.signal);
      await watch.next(Math.max(1, Math.min(left, order.pollMs) - MINIMUM_MS), order.signal);
      order.check();
    }
  } finally {
    watch.close();
  }
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
