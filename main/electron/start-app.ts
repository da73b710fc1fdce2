import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { redactValue } from '../config/redact.ts';
import { resolveHome } from '../config/resolve-home.ts';
import { createSystemClock } from '../host/system-ports.ts';
import { openLog } from '../log.ts';
import { hardenContents } from './harden-contents.ts';
import { registerPageScheme } from './page-protocol.ts';
import { runShell } from './shell.ts';
import { readStartOptions } from './start-options.ts';

/**
 * Starts the app, or brings the running one of this home to the front. The window's own data lives inside the home, so
 * one home is one app, whatever else runs on the computer.
 */
export function startApp(): void {
  const osHome = resolve(process.env['HOME']?.trim() || homedir());
  const home = resolveHome(process.env, osHome);
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(home, 'desktop'));
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('fermix: Fermix is already running; its window was brought to the front.\n');
    app.exit(0);
    return;
  }
  registerPageScheme();
  const clock = createSystemClock();
  const log = openLog({ home, clock, redact: redactValue });
  hardenContents(app, log);
  const options = readStartOptions((name) => app.commandLine.getSwitchValue(name), process.env, app.isPackaged);
  void app.whenReady().then(() => runShell({ home, osHome, clock, log, options }));
}
