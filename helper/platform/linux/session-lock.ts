import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Connection } from './connection.ts';

const ASK_MS = 1_000;
const FRESH_MS = 2_000;
const SYSTEM_BUS = '/run/dbus/system_bus_socket';

/** Whether the session is locked, asked at most every two seconds; null where nothing here can tell. */
export class SessionLock {
  readonly #connection: Connection;
  #known: { at: number; locked: boolean | null } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async isLocked(): Promise<boolean | null> {
    if (this.#screenSaverIsLocked()) return true;
    const now = performance.now();
    if (!this.#known || now - this.#known.at > FRESH_MS) this.#known = { at: now, locked: await askLogind() };
    return this.#known.locked;
  }

  /** XScreenSaver publishes its state on the root: the first item names it. */
  #screenSaverIsLocked(): boolean {
    const state = this.#connection.number(this.#connection.root, '_SCREENSAVER_STATUS');
    return state !== null && state !== 0 && state === this.#connection.atom('LOCK');
  }
}

function askLogind(): Promise<boolean | null> {
  if (!existsSync(SYSTEM_BUS)) return Promise.resolve(null);
  const question = [
    'get-property',
    'org.freedesktop.login1',
    '/org/freedesktop/login1/session/auto',
    'org.freedesktop.login1.Session',
    'LockedHint',
  ];
  return new Promise((resolve) => {
    execFile('busctl', ['--auto-start=no', ...question], { timeout: ASK_MS }, (error, output) => {
      if (error) resolve(null);
      else resolve(output.trim() === 'b true');
    });
  });
}
