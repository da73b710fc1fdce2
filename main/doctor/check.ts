import type { DoctorRow } from '../../protocol/ipc/shapes.ts';
import { withAction } from './actions.ts';

/** What a check found, before its id is put to it. */
export type Finding = Omit<DoctorRow, 'id'>;

/** One look at one thing. It may throw: that becomes a `fail` row and stops no other check. */
export interface Check {
  id: string;
  run(signal: AbortSignal): Promise<Finding> | Finding;
}

/** Milliseconds a single check may take. */
const CHECK_MS = 20_000;

/** All rows in the order of the checks. They run side by side; none waits longer than its limit. */
export function runChecks(checks: readonly Check[]): Promise<DoctorRow[]> {
  return Promise.all(checks.map(async (check) => withAction(await runCheck(check))));
}

async function runCheck({ id, run }: Check): Promise<DoctorRow> {
  const signal = AbortSignal.timeout(CHECK_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`the check took longer than ${CHECK_MS / 1000} s`)), {
      once: true,
    });
  });
  try {
    return { id, ...(await Promise.race([Promise.resolve().then(() => run(signal)), late])) };
  } catch (error) {
    return { id, ...describeFailure(error) };
  }
}

/** A typed error brings its own sentence and remedy; a bug is shown as one. */
function describeFailure(error: unknown): Finding {
  if (!(error instanceof Error)) return { status: 'fail', message: `The check failed: ${String(error)}` };
  const { code, remedy } = error as Error & { code?: unknown; remedy?: unknown };
  const isTyped = typeof code === 'string' && /^[a-z][a-z_]*$/.test(code);
  const message = isTyped ? error.message : `The check failed: ${error.message}`;
  return { status: 'fail', message, ...(typeof remedy === 'string' ? { remedy } : {}) };
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warn = (message: string, remedy?: string): Finding => finding('warn', message, remedy);
export const fail = (message: string, remedy?: string): Finding => finding('fail', message, remedy);

function finding(status: Finding['status'], message: string, remedy: string | undefined): Finding {
  return remedy === undefined ? { status, message } : { status, message, remedy };
}
