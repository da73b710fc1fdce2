import type { Clock } from '../clock.ts';
import type { Frame } from '../desktop.ts';
import { looksSame, type Thumbnail } from '../picture/thumbnail.ts';

const POLL_MS = 100;
const LONGEST_MS = 1_500;

/**
 * Looks until two looks in a row are the same, for 1.5 s at most. `settled: false` is a fact about the picture: it was
 * still changing.
 */
export async function settle(
  look: () => Promise<{ frame: Frame; thumbnail: Thumbnail }>,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ frame: Frame; thumbnail: Thumbnail; settled: boolean }> {
  const start = clock.now();
  let last = await look();
  for (;;) {
    await clock.sleep(POLL_MS, signal);
    const next = await look();
    if (looksSame(last.thumbnail, next.thumbnail)) return { ...next, settled: true };
    if (signal.aborted || clock.now() - start >= LONGEST_MS) return { ...next, settled: false };
    last = next;
  }
}
