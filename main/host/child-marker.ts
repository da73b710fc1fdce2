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
  let names: string[];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return null;
  }
  return names.some((name) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${name}`);
      return target.endsWith(`/${MARKER_NAME}`) || target.endsWith(`/${MARKER_NAME} (deleted)`);
    } catch {
      return false;
    }
  });
}
