import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One running process. `startedAt` tells two users of the same pid apart. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Clock ticks since boot. */
  startedAt: number;
  zombie: boolean;
}

/** Reads what runs. Synchronous: /proc is memory, and one look costs less than handing it to other threads. */
export interface ProcessTable {
  /** Ticks since boot, comparable with `startedAt`. */
  now(): number;
  /** Every process but those of `skip`. */
  list(skip: ReadonlySet<number>): ProcessRow[];
  read(pid: number): ProcessRow | null;
  /** True when the process holds an open file of this path. */
  holds(pid: number, path: string): boolean;
}

/** Fixed at 100 for what the Linux kernel shows to programs. */
const TICKS_PER_SECOND = 100;

/** /proc of Linux. */
export const linuxProcessTable: ProcessTable = {
  now() {
    const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
    return Math.floor(seconds * TICKS_PER_SECOND);
  },
  list(skip) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const wanted = pids.map(Number).filter((pid) => !skip.has(pid));
    return wanted.map(readRow).filter((row) => row !== null);
  },
  read: readRow,
  holds(pid, path) {
    const folder = `/proc/${pid}/fd`;
    const names = attempt(() => readdirSync(folder), []);
    return names.some((name) => {
      const target = attempt(() => readlinkSync(`${folder}/${name}`), '');
      return target === path || target === `${path} (deleted)`;
    });
  },
};

function readRow(pid: number): ProcessRow | null {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  // The name in brackets may hold anything, brackets too: the fields start after the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const startedAt = Number(fields[19]);
  if (state === undefined || Number.isNaN(startedAt)) return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt,
    zombie: state === 'Z' || state === 'X',
  };
}

/** A process may end, or be somebody else's, at any moment: that is no error here. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
