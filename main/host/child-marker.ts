import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHILD_LOCK_LIMIT } from '../sandbox/programs/child-limit.ts';

/** Recognised by name in any home: a second home must not launder a process of the first. */
const MARKER_NAME = '.fermix-child-marker';

/**
 * An open file that every process started by a tool inherits. It outlives a double fork, which cuts the chain of
 * parents, since descriptors pass through fork and exec. One that closes all its descriptors is known by its limit.
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

/** True when the process carries the limit that tools give to what they start, or one that is lower still. */
export function hasChildLimit(pid: number): boolean {
  let limits: string;
  try {
    limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  } catch {
    return false;
  }
  const hard = /^Max file locks\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return hard !== undefined && Number(hard) <= CHILD_LOCK_LIMIT;
}
