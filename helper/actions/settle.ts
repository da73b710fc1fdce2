import type { Clock } from '../clock.ts';
import type { ChangeWatch } from '../desktop.ts';
import { looksSame, type Thumbnail } from '../picture/thumbnail.ts';

const POLL_MS = 100;
const LONGEST_MS = 1_500;

/**
 * Waits until the screen has taken the input in: first for drawing to begin (`firstMs` at most), then until nothing was
 * drawn for 100 ms or two looks in a row are the same. The watch must have begun before the input. Not settled after
 * 1.5 s of change, which is a fact about the picture and no reason to repeat the action.
 */
export async function settle(
  look: () => Promise<Thumbnail>,
  watch: ChangeWatch,
  order: { clock: Clock; signal: AbortSignal; firstMs: number },
): Promise<{ settled: boolean; wasDrawn: boolean }> {
  const { clock, signal, firstMs } = order;
  const start = clock.now();
  if (!(await watch.next(firstMs, signal))) return { settled: !signal.aborted, wasDrawn: false };
  let last = await look();
  while (clock.now() - start < LONGEST_MS && !signal.aborted) {
    const lookedAt = clock.now();
    if (!(await watch.next(POLL_MS, signal))) return { settled: !signal.aborted, wasDrawn: true };
    await clock.sleep(lookedAt + POLL_MS - clock.now(), signal);
    const next = await look();
    if (looksSame(last, next)) return { settled: true, wasDrawn: true };
    last = next;
  }
  return { settled: false, wasDrawn: true };
}
