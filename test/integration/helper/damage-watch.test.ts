import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../../helper/platform/linux/connection.ts';
import { DamageWatches } from '../../../helper/platform/linux/damage-watch.ts';
import { loadXLibrary } from '../../../helper/platform/linux/x-library.ts';
import { useDisplay } from '../../support/display.ts';
import { LineProgram } from '../../support/x11/program.ts';

const LONG_MS = 20_000;

describe('a watch for drawing', () => {
  const display = useDisplay({ width: 1000, height: 600, windowManager: false, dbus: false });
  let watches: DamageWatches;
  let connection: Connection;
  let painter: LineProgram<{ at: number | null }>;

  beforeAll(async () => {
    Object.assign(process.env, display().env);
    const x = await loadXLibrary();
    x.XInitThreads();
    const opened = Connection.open(x);
    if (!opened) throw new Error('The display cannot be reached.');
    connection = opened;
    watches = new DamageWatches(connection);
    // Paints 300x200 pixels at 400,300.
    const script = join(import.meta.dirname, '../../../scripts/bench/wait-for-change/painter.ts');
    painter = new LineProgram(process.execPath, [script], display().env);
    await painter.until((line) => line.at === null);
  });
  afterAll(async () => {
    await painter?.stop();
    connection?.close();
  });

  const never = new AbortController().signal;
  const open = (x = 0, y = 0, width = 1000, height = 600) =>
    watches.open({ id: 'one', x, y, width, height, scale: 1, rotation: 0 });

  async function flip(): Promise<void> {
    const from = painter.lines.length;
    painter.send('flip');
    await painter.until(() => true, from);
  }

  it('wakes at each drawing, also the second one and that of a second watch', async () => {
    for (let round = 0; round < 2; round++) {
      const watch = open();
      expect(await watch.next(50, never)).toBe(false);
      for (let i = 0; i < 3; i++) {
        const woken = watch.next(LONG_MS, never);
        await flip();
        expect(await woken).toBe(true);
      }
      watch.close();
    }
  });

  it('hears nothing of what is drawn elsewhere', async () => {
    const elsewhere = open(0, 0, 300, 600);
    const there = open(400, 300, 10, 10);
    const woken = there.next(LONG_MS, never);
    await flip();
    expect(await woken).toBe(true);
    expect(await elsewhere.next(50, never)).toBe(false);
    elsewhere.close();
    there.close();
  });
});
