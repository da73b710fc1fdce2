import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SqlDriver } from '../../../../main/store/driver.ts';
import { DRIVERS, openAt, temporaryFolder } from './open-temporary-store.ts';

const WRITER = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));
const KILLS = 10;

/** Repeatable moments: how many acknowledged lines to wait for, and how many turns of the event loop after that. */
function moments(seed: number): { lines: number; ticks: number }[] {
  let state = seed;
  const next = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  return Array.from({ length: KILLS }, () => ({ lines: 1 + next(25), ticks: next(40) }));
}

/** Lets the writer acknowledge some lines, kills it, and answers every line that arrived. */
async function writeUntilKilled(home: string, driver: SqlDriver, moment: { lines: number; ticks: number }) {
  const child = spawn(process.execPath, [WRITER, home, driver.name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length !== moment.lines) continue;
    for (let tick = 0; tick < moment.ticks; tick += 1) await new Promise(setImmediate);
    child.kill('SIGKILL');
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
  return lines;
}

describe.each(DRIVERS)('a writer killed at any moment on %s', (_name, driver) => {
  it('has lost nothing it acknowledged', { timeout: 120_000 }, async () => {
    const home = temporaryFolder();
    const acknowledged: string[] = [];
    for (const moment of moments(20_261_130)) {
      acknowledged.push(...(await writeUntilKilled(home, driver, moment)));
      const store = openAt(home, driver);
      expect(store.notices).toEqual([]);
      store.check();
      store.close();
    }

    const store = openAt(home, driver);
    const entries = store.conversations.load('c1');
    const texts = new Map(entries.filter((one) => one.kind === 'user').map((one) => [one.id, one.text]));
    const results = new Map(entries.filter((one) => one.kind === 'tool').map((one) => [one.id, one.end?.text]));
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    for (const line of acknowledged) {
      const [what, id = ''] = line.split(' ');
      if (what === 'picture') {
        expect((await store.images.read(id))?.data).toHaveLength(500);
      } else {
        expect(texts.get(id)).toContain(id);
        expect(results.get(id)).toBe(id);
      }
    }
  });
});
