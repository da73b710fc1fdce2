import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ElementTarget } from '../../../protocol/helper/accessibility.ts';
import type { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import {
  type ControlLine,
  eventually,
  listed,
  markedPicture,
  named,
  openControls,
  regionOf,
} from '../../support/accessibility/programs.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import type { LineProgram } from '../../support/x11/program.ts';

const KINDS = [
  { kind: 'gtk3', scale: {}, words: 'GTK 3' },
  { kind: 'gtk3', scale: { GDK_SCALE: '2' }, words: 'GTK 3 at twice the size' },
  { kind: 'gtk4', scale: {}, words: 'GTK 4' },
  { kind: 'gtk4', scale: {}, words: 'GTK 4 with a title bar of its own', rest: ['header'] },
  { kind: 'gtk4', scale: { GDK_SCALE: '2' }, words: 'GTK 4 at twice the size' },
  { kind: 'qt6', scale: {}, words: 'Qt 6' },
  { kind: 'qt6', scale: { QT_SCALE_FACTOR: '2' }, words: 'Qt 6 at twice the size' },
] as const;

const CLICKED = ['Alpha', 'Beta', 'Delta', 'Check', 'First', 'Second'];

const display = useDisplay();
let helper: HelperProcess;
let program: LineProgram<ControlLine> | null = null;
beforeAll(async () => {
  helper = await HelperProcess.start(display().env);
});
afterAll(() => helper.stop());
afterEach(async () => {
  await program?.stop();
  program = null;
});

async function open(
  kind: 'gtk3' | 'gtk4' | 'qt6',
  title: string,
  scale: Record<string, string> = {},
  rest: readonly string[] = [],
) {
  program = await openControls(kind, { ...display().env, ...scale }, title, ...rest);
  const window = await eventually(() => regionOf(helper, title), title);
  await eventually(async () => (await markedPicture(helper, title)).marks.marks.length >= 8, `controls of ${title}`);
  return { program, region: window.region };
}

const click = (element: ElementTarget, region: { x: number; y: number; w: number; h: number }) =>
  helper.act({ action: { action: 'left_click', at: { x: 0, y: 0 }, modifiers: [] }, element, region });

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: RemoteError) => error.code,
  );

describe.each(KINDS)('a window of $words', ({ kind, scale, words, ...more }) => {
  const title = `Controls of ${words}`;

  it('has every mark on the control of its name', { timeout: 90_000 }, async () => {
    const { program: window, region } = await open(kind, title, scale, 'rest' in more ? more.rest : []);
    for (const name of CLICKED) {
      const { marks } = await markedPicture(helper, title);
      const mark = marks.marks.find((one) => one.name === name);
      expect(mark, `a mark for ${name}`).toBeDefined();
      const from = window.lines.length;
      await click({ listing: marks.listing, ref: mark?.ref ?? '' }, region);
      expect((await window.until((line) => line.clicked !== undefined, from)).clicked).toBe(name);
    }
  });

  it('lists what is greyed out as disabled, without a mark, and never the words of a secret', {
    timeout: 60_000,
  }, async () => {
    await open(kind, title, scale, 'rest' in more ? more.rest : []);
    const { reading } = await listed(helper, title);
    expect(named(reading.items, 'Greyed').enabled).toBe(false);
    if (kind === 'gtk4') expect(named(reading.items, 'Inside').enabled).toBe(false);
    const { marks } = await markedPicture(helper, title);
    const names = marks.marks.map((one) => one.name);
    expect(names).not.toContain('Greyed');
    expect(names).not.toContain('Inside');
    expect(names).not.toContain('Hidden');
    expect(names).not.toContain('Fifth');
    expect(reading.items.filter((one) => one.role === 'secure_field')).toHaveLength(1);
    expect(JSON.stringify(reading)).not.toContain('hidden words');
    expect(JSON.stringify(reading)).not.toMatch(/•|●/);
  });
});

describe('GTK 4, which tells nobody where it is', () => {
  it.each([[[]], [['header']]])(
    'puts each mark on the middle of what is seen %j',
    { timeout: 60_000 },
    async (rest) => {
      const title = `Places with ${rest[0] ?? 'no'} title bar`;
      const { program: window } = await open('gtk4', title, {}, rest);
      const places = (await window.until((line) => line.places !== undefined)).places ?? {};
      const { marks } = await markedPicture(helper, title);
      const alpha = marks.marks.find((one) => one.name === 'Alpha');
      const base = places['Alpha'];
      if (!alpha || !base) throw new Error('Alpha is missing.');
      // All against the first: the window's place on the screen is the other test's matter.
      for (const name of ['Beta', 'Delta', 'Check', 'First', 'Second', 'Shown']) {
        const mark = marks.marks.find((one) => one.name === name);
        const place = places[name];
        if (!mark || !place) throw new Error(`${name} is missing.`);
        const dx = place[0] + place[2] / 2 - base[0] - base[2] / 2;
        const dy = place[1] + place[3] / 2 - base[1] - base[3] / 2;
        expect(Math.abs(mark.at.x - alpha.at.x - dx), name).toBeLessThanOrEqual(2);
        expect(Math.abs(mark.at.y - alpha.at.y - dy), name).toBeLessThanOrEqual(2);
      }
    },
  );
});

describe('a control is found again at use', () => {
  it('follows a window that moved, and says how far', { timeout: 60_000 }, async () => {
    const { program: window, region } = await open('gtk3', 'Moves', {}, ['100', '100']);
    const { marks } = await markedPicture(helper, 'Moves');
    const ref = marks.marks.find((one) => one.name === 'Beta')?.ref ?? '';
    window.send('move 400 300');
    await eventually(async () => ((await regionOf(helper, 'Moves'))?.region.x ?? 0) > region.x + 100, 'the move');
    const from = window.lines.length;
    const { receipt } = await click({ listing: marks.listing, ref }, region);
    expect((await window.until((line) => line.clicked !== undefined, from)).clicked).toBe('Beta');
    expect(receipt.movedBy).toBeGreaterThan(100);
    expect(receipt.target).toMatchObject({ role: 'button', name: 'Beta' });
  });

  it('refuses one that has another name, is gone, greyed out, covered, or of a forgotten list', {
    timeout: 90_000,
  }, async () => {
    const { program: window, region } = await open('gtk3', 'Changes', {}, ['100', '100']);
    const { marks } = await markedPicture(helper, 'Changes');
    const target = (name: string) => ({
      listing: marks.listing,
      ref: marks.marks.find((one) => one.name === name)?.ref ?? '',
    });
    const told = async (line: string) => {
      const from = window.lines.length;
      window.send(line);
      await window.until((one) => one.done !== undefined, from);
    };
    await told('rename Alpha Omega');
    expect(await codeOf(click(target('Alpha'), region))).toBe('stale_mark');
    await told('disable Beta');
    expect(await codeOf(click(target('Beta'), region))).toBe('element_disabled');
    await told('remove Delta');
    expect(await codeOf(click(target('Delta'), region))).toBe('stale_mark');
    const cover = await openControls('gtk3', display().env, 'Cover', '100', '100');
    try {
      await eventually(async () => (await regionOf(helper, 'Cover'))?.focused, 'the cover');
      expect(await codeOf(click(target('Check'), region))).toBe('stale_mark');
    } finally {
      await cover.stop();
    }
    expect(await codeOf(click({ listing: 'none-1', ref: 'e1' }, region))).toBe('stale_mark');
    expect(window.lines.filter((line) => line.clicked !== undefined)).toEqual([]);
  });

  it('gives no mark to what another window covers, and aims at the part that is left', {
    timeout: 60_000,
  }, async () => {
    const { region } = await open('gtk3', 'Below', {}, ['100', '100']);
    const cover = await openControls('gtk3', display().env, 'Above', '100', '220');
    try {
      const seen = await eventually(async () => {
        const { picture } = await helper.act({ action: { action: 'screenshot', marks: true } });
        const above = await regionOf(helper, 'Above');
        return above?.focused && picture?.marks ? picture.marks : null;
      }, 'both windows');
      expect(seen.windowTitle).toBe('Above');
      const top = { ...region, h: 60 };
      const { picture } = await helper.act({ action: { action: 'screenshot', marks: true }, region: top });
      const names = picture?.marks?.marks.map((one) => one.name) ?? [];
      expect(picture?.marks?.windowTitle).toBe('Below');
      expect(names).toContain('Alpha');
      expect(names).not.toContain('Fourth');
    } finally {
      await cover.stop();
    }
  });
});

describe('a control is acted on by name', () => {
  it('presses and writes, and proves what it can', { timeout: 60_000 }, async () => {
    const { program: window } = await open('gtk3', 'By name');
    const { reading } = await listed(helper, 'By name');
    const target = (name: string) => ({ listing: reading.listing, ref: named(reading.items, name).ref });
    const pressed = await helper.act({ action: { action: 'press', element: target('Alpha') } });
    expect(pressed.receipt).toMatchObject({ dispatch: 'sent', method: 'accessibility' });
    expect(pressed.reading).toMatchObject({ kind: 'control', found: true, role: 'button', name: 'Alpha' });
    await window.until((line) => line.clicked === 'Alpha');
    const checked = await helper.act({ action: { action: 'press', element: target('Check') } });
    expect(checked.receipt.effect).toBe('verified');
    const written = await helper.act({ action: { action: 'set_value', element: target('Field'), value: 'Grüße 😀' } });
    expect(written.receipt.effect).toBe('verified');
    expect(written.reading).toMatchObject({ value: 'Grüße 😀' });
    await window.until((line) => line.text === 'Grüße 😀');
    const moved = await helper.act({ action: { action: 'set_value', element: target('Scale'), value: '42' } });
    expect(moved.receipt.effect).toBe('verified');
    await window.until((line) => line.value === 42);
    const secret = await helper.act({ action: { action: 'set_value', element: target('Secret'), value: 'new' } });
    expect(secret.receipt.effect).toBe('unknown');
    expect(JSON.stringify(secret.reading)).not.toContain('new');
    const greyed = helper.act({ action: { action: 'press', element: target('Greyed') } });
    expect(await codeOf(greyed)).toBe('element_disabled');
    const unfit = helper.act({ action: { action: 'set_value', element: target('Alpha'), value: 'x' } });
    expect(await codeOf(unfit)).toBe('element_action_unsupported');
  });

  it('says what is under a point, and whether the keys go to a secret', { timeout: 60_000 }, async () => {
    const { region } = await open('gtk3', 'Inspected');
    const { reading } = await listed(helper, 'Inspected');
    const field = named(reading.items, 'Field');
    const asked = await helper.act({ action: { action: 'inspect', at: field.at }, region });
    expect(asked.reading).toMatchObject({
      kind: 'inspect',
      found: true,
      role: 'field',
      name: 'Field',
      windowTitle: 'Inspected',
    });
    const secret = named(reading.items, 'Secret');
    const hidden = await helper.act({ action: { action: 'inspect', at: secret.at }, region });
    expect(hidden.reading).toMatchObject({ found: true, role: 'secure_field' });
    expect(JSON.stringify(hidden.reading)).not.toContain('hidden words');
    await click({ listing: reading.listing, ref: secret.ref }, region);
    // A program that answers late is not waited for: the keys go out all the same.
    await eventually(async () => {
      const { receipt } = await helper.act({ action: { action: 'key', chord: 'a' } });
      return receipt.target?.secure === true && receipt.target.windowTitle === 'Inspected';
    }, 'the control that gets the keys');
  });
});
