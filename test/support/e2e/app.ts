import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, _electron as electron, type Page } from 'playwright-core';
import { ensureRuntime } from '../../../scripts/lib/electron-runtime.mjs';
import type { VirtualDisplay } from '../display.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A home of its own for one test file: the app's home, the OS home and Electron's user data. */
export interface Homes {
  osHome: string;
  home: string;
  userData: string;
  remove(): Promise<void>;
}

export async function makeHomes(): Promise<Homes> {
  const osHome = await mkdtemp(join(tmpdir(), 'fermix-e2e-'));
  return {
    osHome,
    home: join(osHome, '.fermix'),
    userData: join(osHome, 'user-data'),
    remove: () => rm(osHome, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The running app with its window. */
export interface RunningApp {
  app: ElectronApplication;
  page: Page;
  pid: number;
  /** Ends it as a power cut would, and resolves when the process is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** The build output runs as it is: most tests are not about installing it. */
const IN_PLACE = { FERMIX_HELPER_IN_PLACE: '1' };

/** The environment of a program of this test: the display, the private homes, nothing of the person who runs the tests. */
export function environmentFor(display: VirtualDisplay, homes: Homes): Record<string, string> {
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...display.env,
    ...IN_PLACE,
    HOME: homes.osHome,
    FERMIX_HOME: homes.home,
    USER: 'tester',
  };
}

/** Starts the built app and waits for its window. */
export async function launchApp(
  display: VirtualDisplay,
  homes: Homes,
  env: Record<string, string> = {},
): Promise<RunningApp> {
  const runtime = await ensureRuntime();
  const app = await electron.launch({
    executablePath: runtime.executable,
    args: [root, '--no-sandbox', `--user-data-dir=${homes.userData}`],
    cwd: root,
    env: { ...environmentFor(display, homes), ...env },
    timeout: 60_000,
  });
  const page = await app.firstWindow();
  const child = app.process();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    app,
    page,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async close() {
      await app.close();
    },
  };
}
