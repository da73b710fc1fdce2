import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { holdsMarkerFile } from './child-marker.ts';
import { readAncestry } from './process-facts.ts';

/** Looks at most; each ends what the one before missed because it was just being started. */
const MOST_LOOKS = 20;
const BETWEEN_LOOKS_MS = 50;

/**
 * Ends what a host that was killed had started: every process that still holds the marker of this home, but for us and
 * our ancestors. Answers how many were ended. Does nothing where there is no /proc.
 */
export async function endOrphans(markerPath: string): Promise<number> {
  const ours = new Set(readAncestry(process.pid)?.map((one) => one.pid) ?? [process.pid]);
  const ended = new Set<number>();
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const orphans = processIds().filter((pid) => !ours.has(pid) && holdsMarkerFile(pid, markerPath));
    if (orphans.length === 0) break;
    for (const pid of orphans) {
      ended.add(pid);
      endProcess(pid);
    }
    await delay(BETWEEN_LOOKS_MS);
  }
  return ended.size;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in the meantime, or not ours to end.
  }
}
