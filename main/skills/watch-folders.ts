import { type FSWatcher, watch } from 'node:fs';
import type { Clock, Log } from '../agent/ports.ts';

/** How long it must be quiet before a change is told, ms. */
const QUIET_MS = 500;

/** Tells when something below these folders has changed. Best effort: where watching fails, a reload by hand is left. */
export function watchFolders(
  folders: readonly string[],
  onChange: () => void,
  { clock, log }: { clock: Clock; log: Log },
): { close(): void } {
  let waiting: AbortController | null = null;
  const changed = () => {
    waiting?.abort();
    const quiet = new AbortController();
    waiting = quiet;
    clock.sleep(QUIET_MS, quiet.signal).then(onChange, () => undefined);
  };
  const watchers = folders.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, changed);
      watcher.on('error', (error) => log.warn('skills_not_watched', { folder, error: String(error) }));
      return [watcher];
    } catch (error) {
      log.warn('skills_not_watched', { folder, error: String(error) });
      return [];
    }
  });
  return {
    close() {
      waiting?.abort();
      for (const watcher of watchers) watcher.close();
    },
  };
}
