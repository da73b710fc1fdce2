import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureRuntime } from '../lib/electron-runtime.mjs';
import { launch } from '../lib/launch.mjs';
import { root } from '../lib/paths.mjs';
import { endTree } from '../lib/run.mjs';
import { clearField, connectToPage, type PageClient, waitUntilItTakesTyping } from './page-client.ts';

/** The app, and the emptiest window of the same runtime. */
export const apps = { fermix: root, empty: fileURLToPath(new URL('./empty-app', import.meta.url)) };

export interface StartedApp {
  page: PageClient;
  /** From the start of the process to the first key that arrived in the window, milliseconds. */
  typingMs: number;
  /** Leader of the process group that holds all its processes. */
  pid: number;
  end(): Promise<void>;
}

/** Keeps homes between starts, as a person's is kept. */
export function makeHome(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'fermix-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts an app on the given display and waits until its window takes typing. */
export async function startApp(app: string, home: string, display: NodeJS.ProcessEnv): Promise<StartedApp> {
  const runtime = await ensureRuntime({ root });
  const profile = join(home, 'profile');
  rmSync(join(profile, 'DevToolsActivePort'), { force: true });
  const begin = performance.now();
  const child = launch(runtime, app, {
    switches: [`--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    env: { ...process.env, ...display, FERMIX_HOME: join(home, 'fermix'), FERMIX_UNATTENDED_SCREEN: '1' },
    output: 'drop',
  });
  const page = await connectToPage(profile);
  await waitUntilItTakesTyping(page);
  const typingMs = performance.now() - begin;
  await clearField(page);
  return {
    page,
    typingMs,
    pid: child.pid ?? 0,
    async end() {
      page.close();
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      await endTree(child);
      await ended;
    },
  };
}

/** Ids of a process and everything below it. */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statFields(Number(name));
    if (fields !== null) parents.set(Number(name), Number(fields[1]));
  }
  const tree = new Set([pid]);
  let grew = true;
  while (grew) {
    grew = false;
    for (const [child, parent] of parents) {
      if (tree.has(parent) && !tree.has(child)) {
        tree.add(child);
        grew = true;
      }
    }
  }
  return [...tree];
}

/** Seconds of processor time that these processes have used. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticksPerSecond = 100;
  const ticks = pids.map((pid) => {
    const fields = statFields(pid);
    return fields === null ? 0 : Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** Resident memory of these processes in MiB; pages that several share count for each, in every app alike. */
export function residentMib(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    try {
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kib.reduce((sum, value) => sum + value, 0) / 1024;
}

/** Fields of /proc/PID/stat from the state on (field 3 of proc(5) is the first). */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold blanks and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
