import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createSystemClock, createSystemIds } from '../../../main/host/system-ports.ts';
import { openStore } from '../../../main/store/open-store.ts';

const WRITER = fileURLToPath(new URL('../../support/kill-recording.ts', import.meta.url));

/** Lets the writer keep some steps, then kills it a few turns of the event loop later; answers what it had kept. */
async function recordUntilKilled(home: string, steps: number, ticks: number): Promise<{ id: string; kept: number }> {
  const child = spawn(process.execPath, [WRITER, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let last = { id: '', kept: 0 };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, id = '', n] = line.split(' ');
    last = { id, kept: Number(n) };
    if (last.kept !== steps) continue;
    for (let tick = 0; tick < ticks; tick += 1) await new Promise(setImmediate);
    child.kill('SIGKILL');
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
  return last;
}

test('a session killed at any moment is readable up to that moment, and is marked as cut', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fermix-recording-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const clock = createSystemClock();
  for (const [steps, ticks] of [
    [1, 0],
    [3, 7],
    [6, 31],
    [2, 120],
  ] as const) {
    const { id, kept } = await recordUntilKilled(home, steps, ticks);
    const ids = createSystemIds(clock);
    const store = openStore({ home, clock, ids, retentionDays: () => 30, recordingDays: () => 7 });
    try {
      const recording = store.recordings.load(id);
      expect(recording).toMatchObject({ end: 'cut', reason: 'program_ended' });
      expect(recording?.endedAt).toBeGreaterThanOrEqual(recording?.startedAt ?? Number.POSITIVE_INFINITY);
      const list = recording?.list ?? [];
      expect(list.map((step) => step.n)).toEqual(list.map((_, index) => index + 1));
      for (const step of list.slice(0, kept)) {
        expect(step).toMatchObject({ title: `Clicked ${step.n}`, outcome: 'performed' });
        const picture = await store.recordings.readPicture(step.after?.image.id ?? '');
        expect(picture?.data).toHaveLength(20_000);
      }
      // What was under way is there without a result, never as done.
      for (const step of list.slice(kept)) expect(['performed', null]).toContain(step.outcome);
      store.check();
    } finally {
      store.close();
    }
  }
});
