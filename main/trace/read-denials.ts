import type { SandboxTraceRow } from '../../protocol/ipc/trace.ts';
import { readRows } from './trace-files.ts';

/** More than a page of advice can use. */
const MOST = 10_000;

/** Rows of paths that the sandbox denied between two moments, ms since 1970. */
export async function readDenials(folder: string, since: number, until: number): Promise<SandboxTraceRow[]> {
  const rows: SandboxTraceRow[] = [];
  await readRows(folder, 'sandbox_event', { since, until }, (row) => {
    const { at, path, code } = row;
    if (typeof at === 'number' && at >= since && typeof path === 'string' && typeof code === 'string')
      rows.push(row as unknown as SandboxTraceRow);
    return rows.length < MOST;
  });
  return rows;
}
