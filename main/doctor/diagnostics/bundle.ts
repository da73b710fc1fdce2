import type { DoctorRow } from '../../../protocol/ipc/shapes.ts';
import { redactValue } from '../../config/redact.ts';
import { readTail } from '../read-tail.ts';

/** Lines of the log in a bundle. */
const MOST_LINES = 500;
const TAIL_BYTES = 1024 * 1024;

/** What can be sent to somebody who helps: no message, database, picture or trace is in it. */
export interface DiagnosticsBundle {
  madeAt: string;
  identity: { product: 'fermix'; version: string; runtime: string; platform: string; home: string };
  doctor: DoctorRow[];
  /** The newest lines of the log, oldest first, scrubbed once more. */
  log: unknown[];
}

/** `cover` hides the very keys of this app; the owner's home directory is shown as `~`. */
export async function makeBundle(reach: {
  identity: Omit<DiagnosticsBundle['identity'], 'product'>;
  now(): number;
  doctor(): Promise<DoctorRow[]>;
  logPath: string;
  osHome: string;
  cover(text: string): string;
}): Promise<DiagnosticsBundle> {
  const [doctor, tail] = await Promise.all([reach.doctor(), readTail(reach.logPath, TAIL_BYTES)]);
  const lines = (tail ?? '').split('\n').filter(Boolean).slice(-MOST_LINES);
  const bundle: DiagnosticsBundle = {
    madeAt: new Date(reach.now()).toISOString(),
    identity: { product: 'fermix', ...reach.identity },
    doctor,
    log: lines.map(toLine),
  };
  return scrub(bundle, (text) => reach.cover(text).replaceAll(reach.osHome, '~')) as DiagnosticsBundle;
}

/** A line that is no JSON, as the first of a cut tail, is kept as text. */
function toLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return line;
  }
}

function scrub(value: unknown, text: (value: string) => string): unknown {
  return walk(redactValue(value, -4), text);
}

function walk(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, text)]));
}
