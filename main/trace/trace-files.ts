import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TraceType } from '../../protocol/ipc/trace.ts';

export const TRACE_FOLDER = 'traces';
const DAY_MS = 86_400_000;
const DAY_NAME = /^\d{4}-\d{2}-\d{2}$/;

/** The folder of traces: `FERMIX_TRACE_DIR`, or in the home. */
export function traceFolder(home: string, env: Readonly<Record<string, string | undefined>>): string {
  const named = env['FERMIX_TRACE_DIR']?.trim() ?? '';
  return isAbsolute(named) ? named : join(home, TRACE_FOLDER);
}

/** Words are part of the rows unless the owner has said no. */
export function keepsContent(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['FERMIX_TRACE_CONTENT']?.trim() !== '0';
}

/** The UTC date of a moment, which is the name of its folder. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Adds one line to the file of its day and type. */
export async function appendRow(folder: string, type: TraceType, at: number, line: string): Promise<void> {
  const day = join(folder, dayOf(at));
  await mkdir(day, { recursive: true, mode: 0o700 });
  await appendFile(join(day, `${type}.jsonl`), `${line}\n`, { mode: 0o600 });
}

/**
 * Calls `visit` with every row of the days from `since` to `until`, oldest day first; false ends it. A line that is not
 * whole (a crash cut it) is passed over, and so is one that does not hold `naming`.
 */
export async function readRows(
  folder: string,
  type: TraceType,
  { since, until, naming = '' }: { since: number; until: number; naming?: string },
  visit: (row: Record<string, unknown>) => boolean,
): Promise<void> {
  for (const day of await daysIn(folder)) {
    if (day < dayOf(since) || day > dayOf(until)) continue;
    if (!(await readFile(join(folder, day, `${type}.jsonl`), naming, visit))) return;
  }
}

async function readFile(
  path: string,
  naming: string,
  visit: (row: Record<string, unknown>) => boolean,
): Promise<boolean> {
  const input = createReadStream(path, { encoding: 'utf8' });
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const row = line.includes(naming) ? parse(line) : null;
      if (row && !visit(row)) return false;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    input.destroy();
  }
  return true;
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => DAY_NAME.test(name)).sort();
}

/** Removes whole days that are older than `keepDays`; other things in the folder stay. */
export async function removeOldDays(folder: string, now: number, keepDays: number): Promise<void> {
  const oldest = dayOf(now - keepDays * DAY_MS);
  for (const day of await daysIn(folder))
    if (day <= oldest) await rm(join(folder, day), { recursive: true, force: true });
}
