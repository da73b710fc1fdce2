import { setTimeout as delay } from 'node:timers/promises';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import type { Bench } from './row.ts';
import { apps, cpuSeconds, makeHome, residentMib, startApp, treeOf } from './started-app.ts';

const SETTLE_MS = 10_000;
const WATCH_MS = 30_000;
const CPU_LIMIT = 1;
const MEMORY_LIMIT = 1.5;

async function measure(app: string, display: NodeJS.ProcessEnv): Promise<{ cpuPercent: number; mib: number }> {
  const home = makeHome();
  const started = await startApp(app, home.path, display);
  // The debugging client that saw the window open must not be what keeps it busy.
  started.page.close();
  try {
    await delay(SETTLE_MS);
    const processes = treeOf(started.pid);
    const [before, begin] = [cpuSeconds(processes), performance.now()];
    await delay(WATCH_MS);
    const used = cpuSeconds(processes) - before;
    return { cpuPercent: (used * 100_000) / (performance.now() - begin), mib: residentMib(treeOf(started.pid)) };
  } finally {
    await started.end();
    home.remove();
  }
}

/** Processor time and resident memory of all processes of the idle app; memory against an empty window. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  try {
    const empty = await measure(apps.empty, display.env);
    const fermix = await measure(apps.fermix, display.env);
    const ratio = fermix.mib / empty.mib;
    return [
      {
        name: 'idle',
        value: fermix.cpuPercent,
        unit: '% of one core',
        against: null,
        ratio: null,
        target: `under ${CPU_LIMIT} %`,
        ok: fermix.cpuPercent < CPU_LIMIT,
      },
      {
        name: 'idle',
        value: Math.round(fermix.mib),
        unit: 'MiB resident',
        against: `empty Electron window, ${Math.round(empty.mib)} MiB`,
        ratio,
        target: `at most ${MEMORY_LIMIT} times`,
        ok: ratio <= MEMORY_LIMIT,
      },
    ];
  } finally {
    await display.stop();
  }
};
