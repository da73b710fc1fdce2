import { renameSync, writeFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import type { Clock } from '../agent/ports.ts';

const POLL_MS = 200;
const SETTLE_LIMIT_MS = 10_000;

/**
 * Writes a picture of the window's page to `path` once the page listens and two pictures in a row are equal, so that
 * nothing half drawn is kept. Rejects after ten seconds without a picture.
 */
export async function capturePage(
  window: BrowserWindow,
  isReady: () => boolean,
  path: string,
  clock: Clock,
): Promise<void> {
  const deadline = clock.now() + SETTLE_LIMIT_MS;
  let last: Buffer | null = null;
  while (clock.now() < deadline) {
    await clock.sleep(POLL_MS);
    if (!isReady() || !window.isVisible()) continue;
    const image = await window.webContents.capturePage();
    const bitmap = image.toBitmap();
    if (last?.equals(bitmap)) break;
    last = image.isEmpty() ? null : bitmap;
    if (last !== null) {
      writeFileSync(`${path}.tmp`, image.toPNG());
    }
  }
  if (last === null) throw new Error('The window drew nothing within ten seconds.');
  renameSync(`${path}.tmp`, path);
}
