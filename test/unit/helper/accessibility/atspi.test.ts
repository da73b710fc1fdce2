import { describe, expect, it } from 'vitest';
import type { DesktopWindow } from '../../../../helper/desktop.ts';
import { pressActions, pressIndex } from '../../../../helper/platform/linux/atspi/controls.ts';
import { fromRoot, mapFrame, toRoot } from '../../../../helper/platform/linux/atspi/geometry.ts';
import { packHandle, unpackHandle } from '../../../../helper/platform/linux/atspi/handle.ts';
import { controlRole, nativeName } from '../../../../helper/platform/linux/atspi/roles.ts';
import { bitWords, isEnabled, STATE, type States } from '../../../../helper/platform/linux/atspi/states.ts';
import { clipBy } from '../../../../helper/platform/linux/atspi/strategies/clipping.ts';

const states = (...wanted: number[]) => bitWords(wanted, 2) as unknown as States;

describe('roles', () => {
  it.each([
    [43, states(), 'button'],
    [62, states(), 'button'],
    [62, states(STATE.expandable), 'disclosure'],
    [35, states(), 'menu_item'],
    [8, states(), 'menu_item'],
    [11, states(), 'combo'],
    [7, states(), 'checkbox'],
    [44, states(), 'radio'],
    [79, states(STATE.editable), 'field'],
    [61, states(STATE.editable), 'field'],
    [61, states(STATE.editable, STATE.multiLine), 'textarea'],
    [61, states(), null],
    [40, states(STATE.editable), 'secure_field'],
    [88, states(), 'link'],
    [37, states(), 'tab'],
    [51, states(), 'slider'],
    [52, states(), 'slider'],
    [32, states(STATE.selectable), 'row'],
    [56, states(STATE.focusable), 'cell'],
    [56, states(), null],
    [29, states(), null],
    [23, states(), null],
  ] as const)('%i is %s', (role, of, expected) => {
    expect(controlRole(role, of)).toBe(expected);
  });

  it('keep the word of the system, also for one that is new', () => {
    expect(nativeName(43)).toBe('push button');
    expect(nativeName(999)).toBe('role 999');
  });
});

describe('states and actions', () => {
  it('decide alone whether something is greyed out; GTK 4 has one state for both', () => {
    expect(isEnabled(states(STATE.enabled, STATE.sensitive), 'gtk')).toBe(true);
    expect(isEnabled(states(STATE.enabled), 'gtk')).toBe(false);
    expect(isEnabled(states(STATE.sensitive), 'Qt')).toBe(false);
    expect(isEnabled(states(STATE.sensitive), 'GTK')).toBe(true);
  });

  it('find the press in any spelling, and not the sending of a form', () => {
    expect(pressIndex('button', ['showContextMenu', 'Press'])).toBe(1);
    expect(pressIndex('field', ['activate'])).toBe(-1);
    expect(pressIndex('other', ['doDefault', 'clickAncestor'])).toBe(-1);
    expect(pressActions('checkbox', ['toggle'])).toEqual(['press', 'toggle']);
    expect(pressActions('link', ['jump'])).toEqual(['press']);
    expect(pressActions('slider', ['increment'])).toEqual([]);
  });
});

function window(client: [number, number, number, number], frame = 0): DesktopWindow {
  const [x, y, w, h] = client;
  const bounds = { x: x - 1, y: y - frame, w: w + 2, h: h + frame + 1 };
  const base = { id: '1', app: '', title: '', pid: 1, classes: [], focused: true, isShell: false };
  return { ...base, client: { x, y, w, h }, bounds };
}

/** The measured cases: what a program said of its frame, where its X window was, and where an object of it lies. */
describe('places', () => {
  it("GTK 3 counts with the window manager's border, at twice the size in halves", () => {
    const plain = mapFrame('gtk', { x: 638, y: 287, w: 642, h: 505 }, window([639, 306, 640, 485], 19));
    expect(toRoot(plain, { x: 650, y: 310, w: 40, h: 20 }, false)).toEqual({ x: 650, y: 310, w: 40, h: 20 });
    const twice = mapFrame('gtk', { x: 238, y: 140, w: 165, h: 131 }, window([477, 300, 328, 240], 20));
    expect(twice.scale).toBe(2);
    expect(toRoot(twice, { x: 240, y: 160, w: 50, h: 10 }, false)).toMatchObject({ w: 100, h: 20 });
  });

  it('GTK 4 counts from inside its own border', () => {
    const map = mapFrame(
      'GTK',
      { x: 0, y: 0, w: 690, h: 510 },
      { ...window([100, 50, 700, 520]), bounds: { x: 100, y: 50, w: 700, h: 520 } },
    );
    expect(toRoot(map, { x: 10, y: 10, w: 20, h: 20 }, false)).toEqual({ x: 115, y: 65, w: 20, h: 20 });
    const bounds = { x: 0, y: 0, w: 1280, h: 800 };
    const twice = mapFrame('GTK', { x: 0, y: 0, w: 630, h: 390 }, { ...window([0, 0, 1280, 800]), bounds });
    expect(toRoot(twice, { x: 10, y: 10, w: 20, h: 20 }, false)).toEqual({ x: 30, y: 30, w: 40, h: 40 });
  });

  it('Chromium counts its frame in units of its own and its pages in pixels', () => {
    const client: DesktopWindow = window([2184, 120, 1016, 800]);
    const map = mapFrame('Chromium', { x: 1092, y: 60, w: 508, h: 400 }, { ...client, bounds: client.client });
    expect(map.scale).toBe(2);
    expect(toRoot(map, { x: 2224, y: 694, w: 177, h: 44 }, true)).toEqual({ x: 2224, y: 694, w: 177, h: 44 });
    expect(toRoot(map, { x: 1100, y: 70, w: 10, h: 10 }, false)).toEqual({ x: 2200, y: 140, w: 20, h: 20 });
  });

  it('a program that does not know where it is gets the place of its window, there and back', () => {
    const map = mapFrame('Qt', { x: 0, y: 0, w: 640, h: 480 }, window([300, 200, 640, 480]));
    expect(toRoot(map, { x: 10, y: 20, w: 30, h: 40 }, false)).toEqual({ x: 310, y: 220, w: 30, h: 40 });
    expect(fromRoot(map, { x: 310, y: 220 })).toEqual({ x: 10, y: 20 });
  });

  it('are cut by what scrolls them', () => {
    const box = { x: 0, y: 50, w: 100, h: 40 };
    expect(clipBy(box, [{ x: 0, y: 0, w: 200, h: 200 }])).toBeNull();
    expect(clipBy(box, [{ x: 0, y: 0, w: 200, h: 70 }])).toEqual({ x: 0, y: 50, w: 100, h: 20 });
    expect(clipBy(box, [{ x: 0, y: 0, w: 200, h: 40 }])).toEqual({ x: 0, y: 0, w: 0, h: 0 });
  });
});

describe('handles', () => {
  it('come back as they were, and nothing else is taken for one', () => {
    const handle = { name: ':1.5', path: '/a', frame: '/f', window: '77', pid: 9, startedAt: 1234, isPage: true };
    expect(unpackHandle(packHandle(handle))).toEqual(handle);
    for (const text of ['', '[]', 'null', '["a"]', '{"name":1}', '[":1","/a","/f","7","9",1,true]'])
      expect(unpackHandle(text)).toBeNull();
  });
});
