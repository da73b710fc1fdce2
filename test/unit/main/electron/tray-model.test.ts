import { expect, it } from 'vitest';
import { drawGlyph } from '../../../../main/electron/glyph.ts';
import { type TrayState, trayModel } from '../../../../main/electron/tray-model.ts';
import type { HostActivity } from '../../../../main/host/ports.ts';

const quiet: HostActivity = { running: [], needsYou: [], computer: 'idle', computerEnabled: true };

it.each<[Partial<HostActivity>, TrayState]>([
  [{}, 'idle'],
  [{ running: ['c1'] }, 'working'],
  [{ computer: 'acting' }, 'working'],
  [{ computer: 'paused' }, 'paused'],
  [{ computer: 'paused', running: ['c1'] }, 'paused'],
  [{ needsYou: ['c1'], running: ['c1'], computer: 'paused' }, 'needs-you'],
])('%o is %s', (change, state) => {
  expect(trayModel({ ...quiet, ...change }).state).toBe(state);
});

it('offers pause while computer use is there, resume while it is paused', () => {
  expect(trayModel(quiet).pause).toEqual({ label: 'Pause computer use', enabled: true, action: 'pause' });
  const paused = trayModel({ ...quiet, computer: 'paused' });
  expect(paused.pause).toEqual({ label: 'Resume computer use', enabled: true, action: 'resume' });
});

it.each<[HostActivity | null, string]>([
  [{ ...quiet, computer: 'none' }, 'not in use'],
  [{ ...quiet, computer: 'none', computerEnabled: false }, 'it is off'],
  [null, 'not in use'],
])('says why the row cannot act: %o', (activity, reason) => {
  const { enabled, label } = trayModel(activity).pause;
  expect(enabled).toBe(false);
  expect(label).toContain(reason);
});

it('draws four glyphs that differ, on a transparent ground', () => {
  const glyphs = (['idle', 'working', 'paused', 'needs-you'] as const).map((state) => drawGlyph(state, 22));
  expect(new Set(glyphs.map(({ pixels }) => Buffer.from(pixels).toString('hex'))).size).toBe(4);
  for (const { pixels } of glyphs) {
    expect(pixels).toHaveLength(22 * 22 * 4);
    expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    const middle = (11 * 22 + 3) * 4;
    expect(pixels[middle + 3]).toBe(255);
  }
});
