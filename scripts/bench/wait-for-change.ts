import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HelperProcess } from '../../test/support/helper-process.ts';
import { LineProgram } from '../../test/support/x11/program.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, median } from './row.ts';

const RUNS = 20;
const SEEN_WITHIN_MS = 30;
const CPU_LIMIT = 1;
const WATCH_MS = 20_000;
/** USER_HZ, which Linux keeps at 100 for programs. */
const TICKS_PER_SECOND = 100;

interface Flip {
  /** When the window was painted, ms since 1970 with fractions; null for "ready". */
  at: number | null;
}

/** Processor time of one process so far, in seconds (proc(5): utime and stime). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Milliseconds from a window's painting until the helper has a picture with it, taken from what its answer says. */
async function measureLatency(helper: HelperProcess, painter: LineProgram<Flip>): Promise<number> {
  const waiting = helper.act({ action: { action: 'wait_for_change', timeoutMs: 10_000, pollMs: 250 } });
  // The first look has to be over: a change before it is none.
  await delay(300);
  const from = painter.lines.length;
  painter.send('flip');
  const { picture, receipt } = await waiting;
  const ended = performance.timeOrigin + performance.now();
  const { at } = await painter.until((line) => line.at !== null, from);
  if (picture?.changed !== true || at === null) throw new Error('The change was not seen.');
  return ended - at - receipt.timingsMs.capture - receipt.timingsMs.encode;
}

/** How soon a change is seen, and what waiting for one costs on a still 1920x1080 screen. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080, dbus: false });
  const script = join(import.meta.dirname, 'wait-for-change', 'painter.ts');
  const painter = new LineProgram<Flip>(process.execPath, [script], display.env);
  const helper = await HelperProcess.start(display.env);
  try {
    await painter.until((line) => line.at === null);
    await measureLatency(helper, painter);
    const times: number[] = [];
    for (let i = 0; i < RUNS; i += 1) times.push(await measureLatency(helper, painter));
    const seen = median(times);
    const waiting = helper.act({ action: { action: 'wait_for_change', timeoutMs: 23_000, pollMs: 250 } });
    await delay(1_000);
    const pid = helper.child.pid ?? 0;
    const [before, begin] = [cpuSeconds(pid), performance.now()];
    await delay(WATCH_MS);
    const percent = ((cpuSeconds(pid) - before) * 100_000) / (performance.now() - begin);
    await waiting;
    return [
      {
        name: 'wait_for_change',
        value: seen,
        unit: 'ms until seen',
        against: null,
        ratio: null,
        target: `at most ${SEEN_WITHIN_MS} ms`,
        ok: seen <= SEEN_WITHIN_MS,
      },
      {
        name: 'wait_for_change',
        value: percent,
        unit: '% of one core',
        against: null,
        ratio: null,
        target: `under ${CPU_LIMIT} %`,
        ok: percent < CPU_LIMIT,
      },
    ];
  } finally {
    await helper.stop();
    await painter.stop();
    await display.stop();
  }
};
