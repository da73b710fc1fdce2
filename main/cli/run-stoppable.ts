import type { HostConnection } from '../host/attach.ts';
import { CliError } from './cli-error.ts';
import type { CliIo, StopReason } from './cli-io.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** The longest a timer can wait, about 24 days: the limits of the turn and of the tool count, not ours. */
export const NO_LIMIT_MS = 2_147_483_647;

/** A stopped call answers within two seconds; beyond this the host is not to be trusted. */
const STOP_MS = 5_000;

export interface Stopped<T> {
  value: T;
  /** The exit code of a signal or of the time limit; null when the call ended by itself. */
  early: ExitCode | null;
}

/** Waits for a call of this connection; a signal or the time limit stops it in order, and its answer still counts. */
export async function runStoppable<T>(
  connection: HostConnection,
  io: CliIo,
  limitMs: number | null,
  start: () => Promise<T>,
): Promise<Stopped<T>> {
  let early: ExitCode | null = null;
  let giveUp: (error: CliError) => void = () => undefined;
  let hardLimit: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const stop = (exitCode: ExitCode) => {
    if (early !== null) return;
    early = exitCode;
    hardLimit = setTimeout(() => giveUp(new CliError(exitCode, 'The host did not stop in time.')), STOP_MS);
    connection.caller.call('stop', {}, { timeoutMs: STOP_MS }).catch(() => undefined);
  };
  const onSignal = () => stop((io.stop.reason as StopReason).exitCode);
  const timer = limitMs === null ? undefined : setTimeout(() => stop(EXIT.timeout), limitMs);
  io.stop.addEventListener('abort', onSignal, { once: true });
  try {
    const call = start();
    if (io.stop.aborted) onSignal();
    return { value: await Promise.race([call, lost]), early };
  } finally {
    clearTimeout(timer);
    clearTimeout(hardLimit);
    io.stop.removeEventListener('abort', onSignal);
  }
}
