import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Remedy } from '../../protocol/conversation/message.ts';
import type { SandboxTraceRow } from '../../protocol/ipc/trace.ts';
import type { Config } from '../config/config-port.ts';
import { type Check, fail, ok, warn } from './check.ts';

/** What the checks ask of traces. */
export interface TraceFacts {
  folder: string;
  keepsContent: boolean;
  /** Paths the sandbox has denied since a moment, ms since 1970. */
  denials(since: number): Promise<SandboxTraceRow[]>;
}

const WEEK_MS = 7 * 86_400_000;
/** Folders named in one row. */
const MOST_NAMED = 5;

/** Traces can be written, and what they hold. */
export function tracesCheck(traces: TraceFacts, config: () => Promise<Config>): Check {
  return {
    id: 'traces',
    async run() {
      const { traceDays } = (await config()).desktop;
      if (traceDays === 0) return ok('No traces are written (fermix_desktop.trace_days is 0).');
      const code = await access(traces.folder, constants.W_OK).then(
        () => null,
        (error: NodeJS.ErrnoException) => error.code ?? 'unknown reason',
      );
      if (code !== null && code !== 'ENOENT')
        return fail(`Traces cannot be written to ${traces.folder} (${code}).`, `Run: chmod 700 '${traces.folder}'`);
      const words = traces.keepsContent ? 'with their words' : 'without words (FERMIX_TRACE_CONTENT=0)';
      return ok(`Traces are kept for ${traceDays} days in ${traces.folder}, ${words}.`);
    },
  };
}

/** Folders that were refused in the last seven days, each with what would allow it. */
export function sandboxTracesCheck(traces: TraceFacts, now: () => number): Check {
  return {
    id: 'sandbox_traces',
    async run() {
      const rows = await traces.denials(now() - WEEK_MS);
      const outside = counted(rows.filter((row) => row.code === 'outside_root'));
      const closed = counted(rows.filter((row) => row.code === 'protected_path' || row.code === 'blocked_root'));
      if (outside.length + closed.length === 0) return ok('No folder was refused in the last 7 days.');
      const never = closed.length === 0 ? '' : ` Protected or blocked, which no grant opens: ${list(closed)}.`;
      const [first] = outside;
      if (!first) return ok(`Nothing that could be allowed was refused in the last 7 days.${never}`);
      const grants = outside.slice(0, MOST_NAMED).map(({ folder }) => grantOf(folder));
      const action: Remedy = { label: 'Copy the command', command: grantOf(first.folder) };
      return {
        ...warn(
          `Refused in the last 7 days: ${list(outside)}.${never}`,
          `If the agent should work there: ${grants.join(' or ')}`,
        ),
        action,
      };
    },
  };
}

const grantOf = (folder: string) => `fermix grant path '${folder.replaceAll("'", "'\\''")}'`;

interface Counted {
  folder: string;
  times: number;
}

/** The folders of the denied paths, the most often refused first. */
function counted(rows: readonly SandboxTraceRow[]): Counted[] {
  const times = new Map<string, number>();
  for (const { path } of rows) times.set(dirname(path), (times.get(dirname(path)) ?? 0) + 1);
  return [...times].map(([folder, count]) => ({ folder, times: count })).sort((a, b) => b.times - a.times);
}

function list(folders: readonly Counted[]): string {
  const named = folders
    .slice(0, MOST_NAMED)
    .map(({ folder, times }) => (times === 1 ? folder : `${folder} (${times})`));
  const more = folders.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
