import { existsSync, renameSync } from 'node:fs';

/** The main file and its log files. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** Renames a damaged store to `<path>.damaged-<time>` and answers the new path. Nothing is deleted. */
export function setAside(path: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const kept = freeName(`${path}.damaged-${stamp}Z`);
  for (const part of PARTS) {
    if (existsSync(path + part)) renameSync(path + part, kept + part);
  }
  return kept;
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let count = 2; existsSync(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
