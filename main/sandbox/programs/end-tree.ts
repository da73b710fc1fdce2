import type { Clock } from '../../agent/ports.ts';
import type { ProcessRow, ProcessTable } from './process-table.ts';
import type { ProcessTree } from './process-tree.ts';

/** How long a program may take to end by itself after SIGTERM, in milliseconds. */
export const GRACE_MS = 200;
/** How long killed processes may take to be gone. */
const GONE_MS = 1_000;
const LOOK_EVERY_MS = 10;

/**
 * Ends a whole tree: SIGTERM, at most 200 ms, then SIGKILL until nothing of it is alive. Each signal goes to a process
 * that was just seen with the same start time, so that never a stranger is hit. Returns how many are still alive (0,
 * but for processes the kernel cannot end).
 */
export async function endTree(tree: ProcessTree, table: ProcessTable, clock: Clock): Promise<number> {
  let alive = tree.members();
  if (alive.length === 0) return 0;
  signalAll(alive, 'SIGTERM', table);
  alive = await waitUntilGone(tree, alive, clock, GRACE_MS);
  const giveUp = clock.now() + GONE_MS;
  while (alive.length > 0 && clock.now() < giveUp) {
    signalAll(alive, 'SIGKILL', table);
    alive = await waitUntilGone(tree, alive, clock, LOOK_EVERY_MS * 5);
  }
  return alive.length;
}

async function waitUntilGone(tree: ProcessTree, before: ProcessRow[], clock: Clock, ms: number): Promise<ProcessRow[]> {
  const until = clock.now() + ms;
  let alive = before;
  do {
    await clock.sleep(LOOK_EVERY_MS);
    alive = tree.members();
  } while (alive.length > 0 && clock.now() < until);
  return alive;
}

function signalAll(rows: ProcessRow[], signal: NodeJS.Signals, table: ProcessTable): void {
  for (const row of rows) {
    const now = table.read(row.pid);
    if (now && now.startedAt === row.startedAt && !now.zombie) send(row.pid, signal);
  }
}

/** A process that has just ended is no error. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or it belongs to somebody else now: nothing to end.
  }
}
