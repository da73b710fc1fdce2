import { dialog } from 'electron';
import type { Log } from '../agent/ports.ts';
import { HostStartError } from '../host/ports.ts';

/** Says why the app cannot start and answers the exit code. A home that runs already is no failure. */
export async function reportStartFailure(error: unknown, unattendedScreen: boolean, log: Log): Promise<number> {
  if (error instanceof HostStartError && error.code === 'already_running') {
    process.stderr.write(`fermix: ${error.message}\n`);
    return 0;
  }
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof HostStartError ? (error.remedy ?? '') : 'The log in the home folder has the details.';
  log.error('app.start_failed', { error: error instanceof Error ? (error.stack ?? message) : message });
  process.stderr.write(`fermix: ${message} ${remedy}\n`);
  if (!unattendedScreen) {
    await dialog.showMessageBox({ type: 'error', title: 'Fermix', message, detail: remedy, buttons: ['Quit'] });
  }
  return 1;
}
