import { describe, expect, test } from 'vitest';
import type { Frame, StackedWindow } from '../../../helper/desktop.ts';
import { drawnAlike } from '../../../helper/look/drawn-alike.ts';
import { Looks, standingOf } from '../../../helper/look/looks.ts';
import { luminanceOf } from '../../../helper/look/luminance.ts';
import { requireSameDrawing, requireSameFocus, requireSameWindow } from '../../../helper/look/target-guard.ts';
import { RecordingDesktop } from '../../support/recording-desktop.ts';

const SIZE = { width: 400, height: 300 };
const PAPER = 0xf0f0f0;
const INK = 0x202020;
const CENTRE = { x: 200, y: 150 };

/** Dots and strokes that stand for a word: the same seed draws the same. */
function writeWord(frame: Frame, left: number, top: number, seed: number, ink = INK): void {
  let state = seed;
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 60; x++) {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      if ((state >> 16) % 3 === 0) frame.pixels[(top + y) * frame.width + left + x] = ink;
    }
  }
}

function fill(frame: Frame, left: number, top: number, width: number, height: number, colour: number): void {
  for (let y = top; y < top + height; y++)
    frame.pixels.fill(colour, y * frame.width + left, y * frame.width + left + width);
}

/** A row with a word in the middle of the screen. */
function row(options: { word?: number; ground?: number; ink?: number } = {}): Frame {
  const { word = 1, ground = PAPER, ink = INK } = options;
  const frame = { ...SIZE, pixels: new Uint32Array(SIZE.width * SIZE.height).fill(PAPER) };
  fill(frame, 100, 138, 200, 24, ground);
  if (word) writeWord(frame, 170, 145, word, ink);
  return frame;
}

const alike = (before: Frame, now: Frame, pointerCame = false) => {
  const area = { left: 80, top: 136, width: 240, height: 28 };
  return drawnAlike(luminanceOf(before, area, 1), luminanceOf(now, area, 1), pointerCame);
};

const withCaret = (frame: Frame) => {
  fill(frame, 236, 142, 2, 16, INK);
  return frame;
};
const withFrame = (frame: Frame) => {
  for (const [left, top, width, height] of [
    [100, 138, 200, 1],
    [100, 161, 200, 1],
    [100, 138, 1, 24],
    [299, 138, 1, 24],
  ] as const)
    fill(frame, left, top, width, height, 0x808080);
  return frame;
};

describe('what counts as the same drawing', () => {
  test.each([
    ['nothing at all', row(), row(), false],
    ['a caret that came', row(), withCaret(row()), false],
    ['a caret in an empty field', row({ word: 0 }), withCaret(row({ word: 0 })), false],
    ['a selection: light on dark instead of dark on light', row(), row({ ground: 0x2060c0, ink: 0xffffff }), false],
    ['the greying of a window without focus', row(), row({ ground: 0xe8e8e8, ink: 0x707070 }), false],
    ['another ground under the pointer', row({ word: 0 }), row({ word: 0, ground: 0x3070d0 }), true],
    ['a frame that hovering draws', row(), withFrame(row({ ground: 0xffffff })), true],
  ] as const)('%s', (_name, before, now, pointerCame) => {
    expect(alike(before, now, pointerCame)).toBe(true);
  });

  test.each([
    ['another word', row(), row({ word: 2 }), false],
    ['another word, although the pointer came', row(), row({ word: 2 }), true],
    ['another word on a selected row', row(), row({ word: 2, ground: 0x2060c0, ink: 0xffffff }), false],
    ['a word that is gone', row(), row({ word: 0 }), false],
    ['a word where there was none', row({ word: 0 }), row(), false],
    ['another ground while the pointer stood still', row({ word: 0 }), row({ word: 0, ground: 0x3070d0 }), false],
  ] as const)('not: %s', (_name, before, now, pointerCame) => {
    expect(alike(before, now, pointerCame)).toBe(false);
  });
});

/** A desktop whose frames and windows can be set. */
class StandingDesktop extends RecordingDesktop {
  frames: Frame[] = [row()];
  stack: StackedWindow[] = [{ id: 'list', x: 50, y: 50, width: 300, height: 200 }];
  focus: string | null = 'list';

  constructor() {
    super();
    Object.assign(this.windows, { layout: () => [...this.stack], focusedWindow: () => this.focus });
  }

  override async grab(): Promise<Frame> {
    const [frame = row()] = this.frames.length > 1 ? this.frames.splice(0, 1) : this.frames;
    return frame;
  }
}

function seen(desktop: StandingDesktop) {
  const looks = new Looks();
  const facts = desktop.displays()[0];
  if (!facts) throw new Error('no display');
  const id = looks.keep(standingOf(desktop.windows), row(), { facts, pointer: { x: 0, y: 0 } });
  const look = looks.get(id);
  if (!look) throw new Error('not kept');
  const clock = { now: () => 0, sleep: async () => undefined };
  const parts = { desktop, clock, signal: new AbortController().signal };
  return { look, parts };
}

const reasonOf = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
    return null;
  } catch (error) {
    return (error as { data?: { reason?: string } }).data?.reason ?? error;
  }
};

const LIST: StackedWindow = { id: 'list', x: 50, y: 50, width: 300, height: 200 };
const DIALOG: StackedWindow = { id: 'dialog', x: 150, y: 100, width: 100, height: 100 };
const CORNER: StackedWindow = { id: 'corner', x: 0, y: 0, width: 60, height: 60 };

describe('the window at the point', () => {
  test.each([
    ['the same, where it was', [LIST], null],
    ['moved by a pixel', [{ ...LIST, x: 51 }], 'moved'],
    ['of another size', [{ ...LIST, height: 201 }], 'moved'],
    ['covered by another', [DIALOG, LIST], 'window'],
    ['gone', [], 'window'],
    ['one in front that does not cover the point', [CORNER, LIST], null],
  ] as const)('%s', async (_name, stack, reason) => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.stack = [...stack];
    expect(await reasonOf(() => requireSameWindow(parts, look, CENTRE))).toBe(reason);
  });

  test('keys: another window has the keyboard, or none', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    expect(await reasonOf(() => requireSameFocus(parts, look))).toBeNull();
    desktop.focus = 'dialog';
    expect(await reasonOf(() => requireSameFocus(parts, look))).toBe('focus');
    desktop.focus = null;
    expect(await reasonOf(() => requireSameFocus(parts, look))).toBe('focus');
  });
});

describe('what is drawn at the point', () => {
  test('a row that is another one now is refused', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.frames = [row({ word: 2 })];
    expect(await reasonOf(() => requireSameDrawing(parts, look, CENTRE))).toBe('content');
  });

  test('a row whose word lies far from the point is still looked at', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.frames = [row({ word: 2 })];
    expect(await reasonOf(() => requireSameDrawing(parts, look, { x: 345, y: 150 }))).toBe('content');
  });

  test('a place that changes by itself passes, with words that say so', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.frames = [2, 3, 4].map((word) => row({ word }));
    expect(await requireSameDrawing(parts, look, CENTRE)).toContain('keeps changing by itself');
  });

  test('one change while it is looked at is not taken for a film', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.frames = [2, 3, 3].map((word) => row({ word }));
    expect(await reasonOf(() => requireSameDrawing(parts, look, CENTRE))).toBe('content');
  });

  test('what a window in front covers does not count', async () => {
    const desktop = new StandingDesktop();
    const { look, parts } = seen(desktop);
    desktop.stack.unshift({ id: 'note', x: 100, y: 100, width: 95, height: 100 });
    const now = row();
    fill(now, 100, 100, 95, 100, 0x00aa00);
    desktop.frames = [now];
    expect(await reasonOf(() => requireSameDrawing(parts, look, CENTRE))).toBeNull();
  });
});

test('only the latest pictures are kept', () => {
  const looks = new Looks();
  const desktop = new StandingDesktop();
  const facts = desktop.displays()[0];
  if (!facts) throw new Error('no display');
  const keep = () => looks.keep(standingOf(desktop.windows), row(), { facts, pointer: { x: 0, y: 0 } });
  const first = keep();
  const kept = [keep(), keep(), keep(), keep()];
  expect(looks.get(first)).toBeNull();
  expect(kept.every((id) => looks.get(id) !== null)).toBe(true);
});
