import { readFileSync } from 'node:fs';
import { z } from 'zod';

const shape = z.tuple([z.string(), z.string(), z.string(), z.string(), z.number(), z.number(), z.boolean()]);

/** Where a control is found again: everything is in the handle itself, so nothing has to be kept. */
export interface Handle {
  /** The connection of its program. */
  name: string;
  path: string;
  /** The top-level object it lies in, and the X window that shows it. */
  frame: string;
  window: string;
  pid: number;
  /** When the process started; a number given to another process has another one. */
  startedAt: number;
  isPage: boolean;
}

export function packHandle({ name, path, frame, window, pid, startedAt, isPage }: Handle): string {
  return JSON.stringify([name, path, frame, window, pid, startedAt, isPage]);
}

/** Null for anything that is not one of our handles. */
export function unpackHandle(text: string): Handle | null {
  try {
    const [name, path, frame, window, pid, startedAt, isPage] = shape.parse(JSON.parse(text));
    return { name, path, frame, window, pid, startedAt, isPage };
  } catch {
    return null;
  }
}

/** Clock ticks from the system's start to the process's; 0 when there is no such process. */
export function processStart(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  } catch {
    return 0;
  }
}
