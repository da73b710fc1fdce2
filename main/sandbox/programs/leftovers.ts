import { setImmediate as nextTick } from 'node:timers/promises';
import type { Clock, Log } from '../../agent/ports.ts';
import { GRACE_MS, send } from './end-tree.ts';
import { type ProcessRow, linuxProcessTable as table } from './process-table.ts';

/**
 * Ends what a host that was killed left running: every process that holds this home's child marker. Only for the one
 * owner of the home, before its tools run; the processes it descends from are spared. Looks at one process at a time, so
 * that nothing else waits. Linux alone. Returns how many were ended.
 */
export async function endLeftovers(markerPath: string, { clock, log }: { clock: Clock; log: Log }): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const spared = ancestry();
  const found: ProcessRow[] = [];
  for (const row of table.list(spared)) {
    if (!row.zombie && table.holds(row.pid, markerPath)) found.push(row);
    await nextTick();
  }
  if (found.length === 0) return 0;
  signal(found, 'SIGTERM');
  await clock.sleep(GRACE_MS);
  signal(found, 'SIGKILL');
  log.warn('leftovers_ended', { processes: found.length });
  return found.length;
}

/** This process and those it came from. */
function ancestry(): Set<number> {
  const pids = new Set<number>();
  for (let pid = process.pid; pid > 1 && !pids.has(pid); pid = table.read(pid)?.parent ?? 0) pids.add(pid);
  return pids;
}

function signal(rows: readonly ProcessRow[], name: NodeJS.Signals): void {
  for (const row of rows) if (table.read(row.pid)?.startedAt === row.startedAt) send(row.pid, name);
}
