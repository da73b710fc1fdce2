import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recognised by name in any home: a second home must not launder a process of the first. */
const MARKER_NAME = '.fermix-child-marker';

/**
 * An open file that every process started by a tool inherits. It outlives a double fork, which cuts the chain of
 * parents, since descriptors pass through fork and exec. A process that closes all its descriptors escapes it.
 */
export interface ChildMarker {
  /** Hand this over as an extra entry of a child's `stdio`. Opened for reading; closed on exec unless handed over. */
  readonly fd: number;
  close(): void;
}

export function childMarkerPath(runDirectory: string): string {
  return join(runDirectory, MARKER_NAME);
}

export function openChildMarker(runDirectory: string): ChildMarker {
  const path = childMarkerPath(runDirectory);
  writeFileSync(path, 'Processes that hold this file were started by Fermix.\n', { mode: 0o600 });
  const fd = openSync(path, 'r');
  let open = true;
  return {
    fd,
    close() {
      if (open) closeSync(fd);
      open = false;
    },
  };
}

/** True when the process holds a marker of any host; null when its descriptors may not be read. */
export function holdsMarker(pid: number): boolean | null {
  const targets = openFiles(pid);
  if (targets === null) return null;
  return targets.some((target) => target.endsWith(`/${MARKER_NAME}`) || target.endsWith(`/${MARKER_NAME} (deleted)`));
}

/** True when the process holds exactly this marker. */
export function holdsMarkerFile(pid: number, path: string): boolean {
  return openFiles(pid)?.includes(path) ?? false;
}

/** Where the descriptors of a process lead; null when they may not be read. */
function openFiles(pid: number): string[] | null {
  let names: string[];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return null;
  }
  return names.flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
}
