import { spawn } from 'node:child_process';
import type { Badge } from '../../protocol/helper/operations.ts';
import { HelperProcess } from '../../test/support/helper-process.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, median } from './row.ts';

const PAIRS = 30;
const LIMIT = 1.2;
const BADGE: Badge = {
  state: 'driving',
  title: 'Fermix is using this computer',
  hint: 'Pause: Ctrl+Alt+Shift+P   Stop: Ctrl+Alt+Shift+S',
};

/** What it costs to keep the badge out of a 1920x1080 picture: the same picture with and without one on the screen. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080, dbus: false });
  const helper = await HelperProcess.start(display.env);
  const windows = Array.from({ length: 6 }, (_, i) =>
    spawn('xterm', ['-geometry', `100x30+${500 + i * 40}+${i * 30}`, '-e', 'sleep 600'], {
      env: { ...process.env, ...display.env },
      stdio: 'ignore',
    }),
  );
  const times = { without: [] as number[], with: [] as number[] };
  const show = (badge: Badge | null) => helper.caller.call('badge', { badge }, { timeoutMs: 10_000 });
  const look = async () => {
    const begin = performance.now();
    await helper.act({ action: { action: 'screenshot' }, annotate: true });
    return performance.now() - begin;
  };
  try {
    for (let i = 0; i < 5; i += 1) await look();
    // In turns, so that whatever else the machine does meets both alike.
    for (let i = 0; i < PAIRS; i += 1) {
      await show(BADGE);
      await look();
      times.with.push(await look());
      await show(null);
      await look();
      times.without.push(await look());
    }
    const [value, plain] = [median(times.with), median(times.without)];
    return {
      name: 'badge',
      value,
      unit: 'ms a picture with the badge shown',
      against: `the same without: ${plain.toFixed(1)} ms`,
      ratio: value / plain,
      target: `at most ${LIMIT} times`,
      ok: value / plain <= LIMIT,
    };
  } finally {
    for (const window of windows) window.kill('SIGKILL');
    await helper.stop();
    await display.stop();
  }
};
