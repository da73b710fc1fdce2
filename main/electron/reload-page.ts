import type { WebContents } from 'electron';
import type { Clock, Log } from '../agent/ports.ts';

/** A page that ends again within this time is not loaded once more, milliseconds. */
const AGAIN_MS = 10_000;

/** Loads the page again when its process ends by a fault: all that counts is in the host. */
export function reloadAfterCrash(contents: WebContents, quitting: () => boolean, clock: Clock, log: Log): void {
  let last = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, details) => {
    log.error('window.page_ended', { reason: details.reason });
    if (quitting() || clock.now() - last < AGAIN_MS) return;
    last = clock.now();
    contents.reload();
  });
}
