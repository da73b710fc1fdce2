import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, median } from './row.ts';
import { apps, makeHome, startApp } from './started-app.ts';

const ROUNDS = 7;
const LIMIT = 2.5;

/** From the start of the process to a window that takes typing, against an empty window; turn by turn, after one of each. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  const homes = { fermix: makeHome(), empty: makeHome() };
  const times: Record<keyof typeof apps, number[]> = { fermix: [], empty: [] };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['empty', 'fermix'] as const) {
        const app = await startApp(apps[name], homes[name].path, display.env);
        await app.end();
        if (round > 0) times[name].push(app.typingMs);
      }
    }
  } finally {
    await display.stop();
    homes.fermix.remove();
    homes.empty.remove();
  }
  const value = Math.round(median(times.fermix));
  const empty = Math.round(median(times.empty));
  const ratio = value / empty;
  return {
    name: 'start',
    value,
    unit: 'ms',
    against: `empty Electron window, ${empty} ms`,
    ratio,
    target: `at most ${LIMIT} times`,
    ok: ratio <= LIMIT,
  };
};
