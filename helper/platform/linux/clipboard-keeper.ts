import { keepClipboard } from './clipboard-handover.ts';
import { Connection } from './connection.ts';
import { loadXLibrary } from './x-library.ts';

/** The whole program of a keeper process. */
export async function runKeeper(): Promise<void> {
  await keepClipboard(async () => Connection.open(await loadXLibrary()), process.stdin);
}
