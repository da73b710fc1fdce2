import { readFileSync } from 'node:fs';

/** What /proc says of a process. `startTicks` is its start in clock ticks since boot: with the pid it names one process. */
export interface ProcessFacts {
  pid: number;
  parent: number;
  session: number;
  /** True when it has a controlling terminal. */
  terminal: boolean;
  startTicks: string;
}

/** Longest chain of parents followed. */
const MAX_ANCESTORS = 128;

/** Null when there is no such process, no /proc, or it may not be read. */
export function readProcess(pid: number): ProcessFacts | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name in brackets and may itself hold brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session, terminal] = fields;
  const startTicks = fields[19];
  if (state === undefined || state === 'Z' || state === 'X' || startTicks === undefined) return null;
  return { pid, parent: Number(parent), session: Number(session), terminal: terminal !== '0', startTicks };
}

/** The process itself, its parent, and so on up; null when the chain cannot be read to its end. */
export function readAncestry(pid: number): ProcessFacts[] | null {
  const chain: ProcessFacts[] = [];
  let next = pid;
  while (next > 0) {
    const facts = readProcess(next);
    if (!facts || chain.length >= MAX_ANCESTORS) return null;
    chain.push(facts);
    next = facts.parent;
  }
  return chain;
}

/** Changes with every boot; empty where the system does not say. Makes a pid and start time unique across boots. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
