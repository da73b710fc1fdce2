import type { Clock, Log } from '../agent/ports.ts';
import { endLeftovers } from '../sandbox/programs/leftovers.ts';
import { childMarkerPath } from './child-marker.ts';

/** What a killed host left running may still fork while it is ended: looked at again until nothing is found. */
const LEFTOVER_ROUNDS = 5;

/** Ends the programs that an earlier host of this home has left. */
export async function endEveryLeftover(runDirectory: string, parts: { clock: Clock; log: Log }): Promise<void> {
  parts.log.warn('host.took_over', { home: runDirectory });
  const marker = childMarkerPath(runDirectory);
  for (let round = 0; round < LEFTOVER_ROUNDS; round += 1) if ((await endLeftovers(marker, parts)) === 0) return;
}

/** Ends parts side by side; one that fails is logged and keeps no other from ending. */
export async function endAll(log: Log, ends: (() => Promise<unknown> | unknown)[]): Promise<void> {
  const results = await Promise.allSettled(ends.map(async (end) => end()));
  for (const result of results)
    if (result.status === 'rejected') log.error('host.end_failed', { error: result.reason });
}
