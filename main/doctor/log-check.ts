import { type Check, ok, warn } from './check.ts';
import { readTail } from './read-tail.ts';

/** Bytes read from the end of the log. */
const TAIL = 512 * 1024;
const RECENT_MS = 24 * 3_600_000;

/** Errors of the last day. */
export function logCheck(path: string, now: () => number): Check {
  return {
    id: 'log',
    async run() {
      const tail = await readTail(path, TAIL);
      if (tail === null) return ok('Nothing was logged yet.');
      const errors = tail.split('\n').flatMap((line) => toRecentError(line, now() - RECENT_MS));
      const last = errors.at(-1);
      if (last === undefined) return ok('No error was logged in the last 24 hours.');
      return warn(`${errors.length} errors were logged in the last 24 hours, the last one "${last}".`, `Read ${path}.`);
    },
  };
}

function toRecentError(line: string, since: number): string[] {
  if (!line.includes('"level":"error"')) return [];
  try {
    const { at, level, event } = JSON.parse(line) as { at?: unknown; level?: unknown; event?: unknown };
    return level === 'error' && Date.parse(String(at)) >= since ? [String(event).slice(0, 100)] : [];
  } catch {
    return [];
  }
}
