import { readFileSync, readlinkSync } from 'node:fs';

/** What is read of a process; null when it is gone or not ours to read. */
export interface ProcessInfo {
  parent: number;
  /** Path of the running program. */
  executable: string;
  arguments: string[];
}

/** Reads /proc; null on systems without it. */
export function readProcess(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return { parent: Number(afterName[1]), executable: readlinkSync(`/proc/${pid}/exe`), arguments: commandLine };
  } catch {
    return null;
  }
}

/**
 * True when a window of this process is the app's own. Programs that the agent starts descend from the app as well, so
 * descent alone says nothing: own are the app itself and its direct children of the same executable that carry
 * Chromium's `--type=` switch.
 */
export function isOwnProcess(pid: number, appPid: number, read: (pid: number) => ProcessInfo | null): boolean {
  if (pid === appPid) return true;
  const info = read(pid);
  if (!info || info.parent !== appPid) return false;
  const app = read(appPid);
  return app !== null && app.executable === info.executable && info.arguments.some((one) => one.startsWith('--type='));
}
