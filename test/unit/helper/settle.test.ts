import { describe, expect, it } from 'vitest';
import { settle } from '../../../helper/actions/settle.ts';
import { waitForChange } from '../../../helper/actions/wait-for-change.ts';
import type { Clock } from '../../../helper/clock.ts';
import type { Frame } from '../../../helper/desktop.ts';
import { Workshop } from '../../../helper/picture/workbench.ts';
import { RecordingDesktop } from '../../support/recording-desktop.ts';

const AREA = { left: 0, top: 0, width: 64, height: 64 };
const frame = (grey: number): Frame => ({
  width: 64,
  height: 64,
  pixels: new Uint32Array(64 * 64).fill(grey * 0x010101),
});
const workshop = new Workshop();
const thumbnail = (grey: number) => workshop.thumbnail(frame(grey), AREA);

/** A screen that shows the next grey at each look, and a watch that says what was drawn. */
function scene(greys: number[], drawn: (call: number) => boolean) {
  let now = 0;
  let looks = 0;
  let calls = 0;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += Math.max(0, ms);
    },
  };
  const next = async (ms: number) => {
    const isDrawn = drawn(calls++);
    now += isDrawn ? Math.min(ms, 20) : ms;
    return isDrawn;
  };
  const look = async () => thumbnail(greys[Math.min(looks++, greys.length - 1)] ?? 0);
  const signal = new AbortController().signal;
  const run = (firstMs = 100) => settle(look, { next, close: () => undefined }, { clock, signal, firstMs });
  return { run, looks: () => looks, now: () => now };
}

describe('settling', () => {
  it('looks at nothing when nothing is drawn', async () => {
    const still = scene([0], () => false);
    expect(await still.run()).toEqual({ settled: true, wasDrawn: false });
    expect([still.looks(), still.now()]).toEqual([0, 100]);
  });

  it('goes on until two looks are the same', async () => {
    const moving = scene([0, 50, 100, 100], () => true);
    expect(await moving.run()).toEqual({ settled: true, wasDrawn: true });
    expect(moving.looks()).toBe(4);
  });

  it('ends when drawing ends', async () => {
    const short = scene([0, 50], (call) => call < 1);
    expect(await short.run()).toEqual({ settled: true, wasDrawn: true });
    expect(short.looks()).toBe(1);
  });

  it('gives up after a second and a half of change, and says so', async () => {
    let grey = 0;
    const endless = scene(
      Array.from({ length: 100 }, () => (grey = (grey + 40) % 255)),
      () => true,
    );
    expect(await endless.run()).toEqual({ settled: false, wasDrawn: true });
    expect(endless.now()).toBeGreaterThanOrEqual(1500);
    expect(endless.now()).toBeLessThan(1800);
  });
});

describe('waiting for a change', () => {
  async function wait(greys: number[], baseline: number | null, timeoutMs = 1_000, isDrawn = true) {
    const desktop = new RecordingDesktop();
    const [facts] = desktop.displays();
    if (!facts) throw new Error('no display');
    let now = 0;
    let looks = 0;
    desktop.grab = async () => frame(greys[Math.min(looks++, greys.length - 1)] ?? 0);
    desktop.watchChanges = () => ({
      next: async (ms) => {
        now += isDrawn ? 5 : ms;
        return isDrawn;
      },
      close: () => undefined,
    });
    const clock: Clock = {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    };
    const result = await waitForChange(
      { desktop, clock, workshop, facts },
      {
        area: () => AREA,
        baseline: baseline === null ? null : thumbnail(baseline),
        timeoutMs,
        pollMs: 250,
        signal: new AbortController().signal,
        check: () => undefined,
      },
    );
    return { changed: result.changed, box: result.box({ width: 128, height: 32 }), looks };
  }

  it('sees at once what changed before it was called', async () => {
    expect(await wait([80], 0)).toEqual({ changed: true, box: { x: 0, y: 0, w: 128, h: 32 }, looks: 1 });
  });

  it('compares with the first look when there is no baseline', async () => {
    expect(await wait([10, 10, 90], null)).toMatchObject({ changed: true, looks: 3 });
  });

  it('says plainly that nothing changed', async () => {
    expect(await wait([10], 10, 300)).toMatchObject({ changed: false, box: null });
  });

  it('looks at most each 25 ms while something is drawn, and hardly ever while nothing is', async () => {
    expect((await wait([10], 10, 1_000)).looks).toBe(41);
    expect((await wait([10], 10, 5_000, false)).looks).toBe(3);
  });
});
