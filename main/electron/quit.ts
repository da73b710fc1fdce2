import type { App } from 'electron';
import type { Clock } from '../agent/ports.ts';

export interface Quitter {
  readonly quitting: boolean;
  /** Begins the one way out: what runs is put away, then the process ends. */
  quit(exitCode?: number): void;
}

/** How long the host may take to put everything away, milliseconds. */
const PUT_AWAY_MS = 5_000;

/** Every way to end the app (menu, tray, signal, log-out) leads through `putAway`, once. */
export function createQuitter(app: App, clock: Clock, putAway: () => Promise<void>): Quitter {
  let quitting = false;
  let code = 0;
  const end = async () => {
    await Promise.race([putAway(), clock.sleep(PUT_AWAY_MS)]);
    app.exit(code);
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    void end().catch(() => app.exit(1));
  });
  const quit = (exitCode = 0) => {
    code = exitCode;
    app.quit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => quit());
  return {
    get quitting() {
      return quitting;
    },
    quit,
  };
}
