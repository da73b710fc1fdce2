import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { HelperProcess } from '../../test/support/helper-process.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, median } from './row.ts';

const STARTS = 9;
const START_LIMIT_MS = 300;
const PICTURES = 1_000;
const MEMORY_LIMIT_MB = 120;
/** Resident memory settles within some hundred pictures; the second half says whether it still grows. */
const GROWTH_LIMIT = 1.05;

function residentMb(pid: number): number {
  const kib = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return (kib * 1_024) / 1e6;
}

/** The helper tidies up when it has been left alone for a moment. */
const REST_MS = 2_000;

const look = (helper: HelperProcess) => helper.act({ action: { action: 'screenshot' }, annotate: true });

/** Start of the process to the first picture in hand. */
async function measureStart(env: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const helper = await HelperProcess.start(env);
  await look(helper);
  const took = performance.now() - begin;
  await helper.stop();
  return took;
}

/** How long the helper takes from its start to a picture, and what it holds after many, at 1920x1080. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080, dbus: false });
  try {
    // The first start reads the files from the disk.
    await measureStart(display.env);
    const starts: number[] = [];
    for (let i = 0; i < STARTS; i += 1) starts.push(await measureStart(display.env));
    const start = median(starts);
    const helper = await HelperProcess.start(display.env);
    const pid = helper.child.pid ?? 0;
    for (let i = 0; i < PICTURES / 2; i += 1) await look(helper);
    await delay(REST_MS);
    const half = residentMb(pid);
    for (let i = 0; i < PICTURES / 2; i += 1) await look(helper);
    await delay(REST_MS);
    const whole = residentMb(pid);
    await helper.stop();
    return [
      {
        name: 'helper',
        value: Math.round(start),
        unit: 'ms from start to the first picture',
        against: null,
        ratio: null,
        target: `at most ${START_LIMIT_MS} ms`,
        ok: start <= START_LIMIT_MS,
      },
      {
        name: 'helper',
        value: whole,
        unit: `MB resident after ${PICTURES} pictures`,
        against: `after ${PICTURES / 2}: ${Math.round(half)} MB`,
        ratio: whole / half,
        target: `at most ${MEMORY_LIMIT_MB} MB, at most ${GROWTH_LIMIT} times`,
        ok: whole <= MEMORY_LIMIT_MB && whole / half <= GROWTH_LIMIT,
      },
    ];
  } finally {
    await display.stop();
  }
};
