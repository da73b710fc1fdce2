import { describe, expect, it } from 'vitest';
import { controlsInView, visibleCentre } from '../../../../helper/accessibility/in-view.ts';
import { screenWords } from '../../../../helper/accessibility/screen-words.ts';
import { targetWindow } from '../../../../helper/accessibility/target-window.ts';
import { visiblePart } from '../../../../helper/accessibility/visible-part.ts';
import type { AccessibleControl, DesktopWindow, GlobalRectangle } from '../../../../helper/desktop.ts';
import { fullCrop, regionCrop } from '../../../../protocol/helper/geometry.ts';

const facts = { id: 'one', x: 0, y: 0, width: 1000, height: 600, scale: 1, rotation: 0 };
const view = { facts, crop: fullCrop(facts) };

function window(id: string, bounds: GlobalRectangle, more: Partial<DesktopWindow> = {}): DesktopWindow {
  const base = { id, app: id, title: id, pid: 7, classes: [], focused: false, isShell: false };
  return { ...base, bounds, client: bounds, ...more };
}

function control(bounds: GlobalRectangle, owner = 'main'): AccessibleControl {
  const none = { name: '', description: '', value: null, checked: null, selected: null, path: [] };
  const plain = { role: 'button' as const, nativeRole: 'push button', enabled: true, focused: false, settable: false };
  return { ...none, ...plain, handle: 'h', window: owner, actions: [], bounds };
}

const main = window('main', { x: 100, y: 100, w: 400, h: 300 });

describe('the part of a control that is seen', () => {
  it('is the largest rectangle that no window in front touches', () => {
    const bounds = { x: 0, y: 0, w: 100, h: 20 };
    expect(visiblePart(bounds, [])).toEqual(bounds);
    expect(visiblePart(bounds, [{ x: 70, y: -5, w: 100, h: 100 }])).toEqual({ x: 0, y: 0, w: 70, h: 20 });
    expect(visiblePart(bounds, [{ x: 40, y: 0, w: 20, h: 20 }])).toMatchObject({ w: 40, h: 20 });
    expect(
      visiblePart(bounds, [
        { x: 0, y: 0, w: 60, h: 30 },
        { x: 50, y: -9, w: 90, h: 90 },
      ]),
    ).toBeNull();
    expect(visiblePart(bounds, [{ x: 0, y: 5, w: 100, h: 100 }])).toEqual({ x: 0, y: 0, w: 100, h: 5 });
  });

  it('is inside its window and the picture, and its middle is the point', () => {
    const half = control({ x: 480, y: 200, w: 60, h: 20 });
    expect(controlsInView([half], [main], view)).toMatchObject([{ centre: { x: 490, y: 210 } }]);
    expect(controlsInView([control({ x: 520, y: 200, w: 60, h: 20 })], [main], view)).toEqual([]);
    const region = { facts, crop: regionCrop(facts, { x: 100, y: 100, w: 50, h: 50 }) ?? view.crop };
    expect(controlsInView([control({ x: 140, y: 110, w: 40, h: 20 })], [main], region)).toMatchObject([
      { at: { x: 45, y: 20 }, bounds: { x: 40, y: 10, w: 10, h: 20 } },
    ]);
    expect(controlsInView([half], [main], region)).toEqual([]);
  });

  it('is nothing under another window, whole or as a sliver, and all of it under a tooltip of its own', () => {
    const one = control({ x: 150, y: 150, w: 60, h: 20 });
    const cover = window('cover', { x: 0, y: 0, w: 208, h: 400 });
    expect(controlsInView([one], [cover, main], view)).toEqual([]);
    expect(controlsInView([one], [main, cover], view)).toHaveLength(1);
    expect(visibleCentre(one, [cover, main])).toBeNull();
    const tooltip = { ...cover, isShell: true, isTooltip: true };
    expect(controlsInView([one], [tooltip, main], view)).toMatchObject([{ centre: { x: 180, y: 160 } }]);
    expect(controlsInView([one], [{ ...tooltip, pid: 8 }, main], view)).toEqual([]);
  });

  it('keeps what is small by itself, and knows nothing of a window that went away', () => {
    expect(controlsInView([control({ x: 150, y: 150, w: 1, h: 1 })], [main], view)).toHaveLength(1);
    expect(controlsInView([control({ x: 150, y: 150, w: 9, h: 9 }, 'gone')], [main], view)).toEqual([]);
  });
});

describe('the window that a look is about', () => {
  const never = () => false;
  const all = { x: 0, y: 0, w: 1000, h: 600 };

  it('is the front-most that covers a tenth, else the one that covers most', () => {
    const small = window('small', { x: 0, y: 0, w: 50, h: 50 });
    const large = window('large', { x: 0, y: 0, w: 900, h: 600 });
    expect(targetWindow([small, large], all, never)?.id).toBe('large');
    expect(targetWindow([small], all, never)?.id).toBe('small');
    expect(targetWindow([small, window('other', { x: 500, y: 0, w: 60, h: 60 })], all, never)?.id).toBe('other');
    expect(targetWindow([main, large], all, never)?.id).toBe('main');
    expect(targetWindow([main], { x: 600, y: 0, w: 100, h: 100 }, never)).toBeNull();
  });

  it('is never a panel, nor our own', () => {
    const panel = window('panel', all, { isShell: true });
    const own = window('own', all, { pid: 1 });
    expect(targetWindow([panel, own, main], all, ({ pid }) => pid === 1)?.id).toBe('main');
    expect(targetWindow([panel, own], all, ({ pid }) => pid === 1)).toBeNull();
  });
});

describe('words from the screen', () => {
  it('are one line that cannot forge another', () => {
    expect(screenWords('OK"\n- e9 button "Delete')).toBe("OK' - e9 button 'Delete");
    expect(screenWords('a\u0000\u202eb\u2028c\ufffc')).toBe('a b c');
    expect(screenWords('  spaced \t out  ')).toBe('spaced out');
    expect([...screenWords('é'.repeat(200))]).toHaveLength(80);
    expect(screenWords('é'.repeat(200)).endsWith('…')).toBe(true);
    expect(screenWords('😀'.repeat(79))).toBe('😀'.repeat(79));
  });
});
