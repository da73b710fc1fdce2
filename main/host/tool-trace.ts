import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolTrace } from '../agent/agent-ports.ts';
import type { Log } from '../agent/ports.ts';

export const TRACE_FOLDER = 'traces';

/**
 * One JSON line per tool call in `<home>/traces/<UTC date>/tool_exec.jsonl`, in order. Best effort: a line that cannot
 * be written is logged and never disturbs a turn. Arguments and results are not in it.
 */
export function createToolTrace(home: string, log: Log): { write(row: ToolTrace): void; idle(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const append = async (row: ToolTrace) => {
    const folder = join(home, TRACE_FOLDER, new Date(row.at).toISOString().slice(0, 10));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(join(folder, 'tool_exec.jsonl'), `${JSON.stringify(row)}\n`, { mode: 0o600 });
  };
  return {
    write(row) {
      last = last.then(() => append(row)).catch((error: unknown) => log.warn('trace.write_failed', { error }));
    },
    idle: () => last,
  };
}
