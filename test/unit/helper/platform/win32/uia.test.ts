import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DesktopWindow } from '../../../../../helper/desktop.ts';
import { Automation } from '../../../../../helper/platform/win32/uia/automation.ts';
import { guid, readVariant } from '../../../../../helper/platform/win32/uia/com.ts';
import { UiaPort } from '../../../../../helper/platform/win32/uia/uia-port.ts';
import { FakeAutomation, type FakeElement } from '../../../../support/native/fake-automation.ts';

const PID = 40;
const window: DesktopWindow = {
  id: '0x10',
  pid: PID,
  classes: ['app'],
  app: 'app',
  title: 'App',
  focused: true,
  bounds: { x: -800, y: 0, w: 800, h: 600 },
  client: { x: -800, y: 30, w: 800, h: 570 },
  isShell: false,
};
const menu: DesktopWindow = { ...window, id: '0x11', title: '', isShell: true };

/** A control with the properties that every one has. */
function control(
  type: number,
  name: string,
  more: FakeElement['properties'] = {},
  rest: Partial<FakeElement> = {},
): FakeElement {
  const properties = { 30002: PID, 30003: type, 30005: name, 30010: true, 30022: false, ...more };
  return { properties, rect: [-700, 40, -600, 70], ...rest };
}
const pane = (name: string, children: FakeElement[]): FakeElement => control(50033, name, {}, { children });

let system: FakeAutomation;
let port: UiaPort;
let starts: Record<number, string>;
let now: number;
const signal = () => new AbortController().signal;

function open(root: FakeElement, popup?: FakeElement): void {
  system.windows.set(0x10n, root);
  if (popup) system.windows.set(0x11n, popup);
  const automation = Automation.open(system);
  if (!automation) throw new Error('UI Automation is there');
  const windowsOf = () => (popup ? [menu, window] : [window]);
  port = new UiaPort(automation, { windowsOf, processStart: (pid) => starts[pid] ?? '', now: () => now });
}

beforeEach(() => {
  system = new FakeAutomation();
  starts = { [PID]: 'first' };
  now = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the client', () => {
  it('limits what a hung program may cost, and asks for all properties at once', () => {
    open(pane('App', []));
    expect(system.set.slice(0, 2)).toEqual(['timeout 61 250', 'timeout 63 1500']);
    expect(system.set).toContain('property 30005');
    expect(system.set).toContain('property 30001');
    expect(system.set.at(-1)).toBe('scope 1');
  });

  it('reads ids and values as Windows lays them out', () => {
    expect(guid('34723aff-0c9d-49d0-9896-7ab52df8cd8a').toString('hex')).toBe('ff3a72349d0cd04998967ab52df8cd8a');
    const real = Buffer.alloc(24);
    real.writeUInt16LE(5, 0);
    real.writeDoubleLE(0.25, 8);
    expect(readVariant(real, () => '')).toBe(0.25);
    const empty = Buffer.alloc(24);
    empty.writeUInt16LE(8, 0);
    expect([readVariant(empty, () => 'no'), readVariant(Buffer.alloc(24), () => 'no')]).toEqual(['', null]);
  });
});

describe('a reading', () => {
  it('has roles, states, actions and places; what is no control is left out', async () => {
    open(
      pane('App', [
        control(50000, 'Save', { 30031: true, 30009: true }),
        control(50000, 'Undo', { 30031: true, 30010: false }),
        control(50002, 'Wrap', { 30041: true, 30086: 1 }),
        control(50004, 'Name', { 30043: true, 30046: false, 30045: 'Ada' }),
        control(50004, 'Pin', { 30019: true, 30043: true, 30046: false, 30045: '1234' }),
        control(50030, 'Page', { 30043: true, 30046: true }),
        control(50020, 'only words'),
        control(50026, 'Card', { 30031: true }),
        control(50026, 'More', { 30028: true, 30070: 0 }),
        control(50007, 'Row', { 30036: true, 30079: true }),
      ]),
    );
    const { controls, truncated } = await port.read(window, signal());
    expect(truncated).toBeNull();
    expect(controls.map((one) => [one.role, one.name])).toEqual([
      ['button', 'Save'],
      ['button', 'Undo'],
      ['checkbox', 'Wrap'],
      ['field', 'Name'],
      ['secure_field', 'Pin'],
      ['other', 'Card'],
      ['disclosure', 'More'],
      ['row', 'Row'],
    ]);
    const [save, undo, wrap, name, pin, , more, row] = controls;
    expect(save).toMatchObject({
      enabled: true,
      actions: ['press', 'focus'],
      window: '0x10',
      path: ['App'],
      nativeRole: 'Button',
      bounds: { x: -700, y: 40, w: 100, h: 30 },
    });
    expect(undo?.enabled).toBe(false);
    expect([wrap?.checked, wrap?.actions]).toEqual([true, ['press', 'toggle']]);
    expect([name?.value, name?.settable]).toEqual(['Ada', true]);
    expect(pin?.value).toBeNull();
    expect(more?.actions).toEqual(['press', 'expand']);
    expect(row?.selected).toBe(true);
  });

  it('takes the program’s menus in, each with its own window, and skips what is off screen', async () => {
    const hidden = control(50000, 'Scrolled away', { 30031: true, 30022: true });
    open(
      pane('App', [hidden, control(50000, 'Save', { 30031: true })]),
      pane('', [control(50011, 'Open', { 30031: true })]),
    );
    const { controls } = await port.read(window, signal());
    expect(controls.map((one) => [one.name, one.window])).toEqual([
      ['Save', '0x10'],
      ['Open', '0x11'],
    ]);
  });

  it('says which limit ended it', async () => {
    const many = Array.from({ length: 300 }, (_, i) => control(50000, `b${i}`, { 30031: true }));
    open(pane('App', many));
    expect(await port.read(window, signal())).toMatchObject({ truncated: 'nodes' });
    let deep: FakeElement = control(50000, 'bottom', { 30031: true });
    for (let i = 0; i < 16; i++) deep = pane(`level ${i}`, [deep]);
    open(deep);
    expect(await port.read(window, signal())).toMatchObject({ truncated: 'depth', controls: [] });
    open(pane('App', [control(50000, 'Save', { 30031: true })]));
    const stopped = new AbortController();
    stopped.abort();
    expect(await port.read(window, stopped.signal)).toMatchObject({ truncated: 'time' });
  });

  it('of a program that hangs costs one limit, and keeps what was read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stuck: FakeElement = { ...pane('stuck', []), hangs: true };
    open(pane('App', [control(50000, 'Save', { 30031: true }), stuck, control(50000, 'After')]), pane('', []));
    const reading = port.read(window, signal());
    for (let i = 0; i < 40; i++) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(250);
    const { controls, notes } = await reading;
    expect(controls.map((one) => one.name)).toEqual(['Save']);
    expect(notes[0]).toMatch(/did not answer in time/);
  });

  it('lets go of everything that it does not keep', async () => {
    open(pane('App', [pane('a', [control(50000, 'Save', { 30031: true })]), control(50020, 'words')]));
    await port.read(window, signal());
    expect(system.held).toBe(1);
    await port.close();
    expect(system.held).toBe(-3);
  });
});

describe('a control that is used', () => {
  const done: unknown[] = [];
  const note = (name: string) => (slot: number, value: unknown) => {
    done.push([name, slot, value]);
    return 0;
  };
  beforeEach(() => {
    done.length = 0;
  });
  /** Its handle; the port is a new one each time. */
  async function first(element: FakeElement): Promise<string> {
    open(pane('App', [element]));
    const [one] = (await port.read(window, signal())).controls;
    if (!one) throw new Error('there is a control');
    return one.handle;
  }

  it('is pressed by the first pattern that it has', async () => {
    for (const element of [
      control(50000, 'Save', { 30031: true }, { patterns: { 10000: note('invoke') } }),
      control(50002, 'Wrap', { 30041: true }, { patterns: { 10015: note('toggle') } }),
      control(50007, 'Row', { 30036: true }, { patterns: { 10010: note('select') } }),
      control(50003, 'Size', { 30028: true, 30070: 1 }, { patterns: { 10005: note('expand') } }),
    ]) {
      const handle = await first(element);
      await port.press(handle);
    }
    expect(done).toEqual([
      ['invoke', 3, undefined],
      ['toggle', 3, undefined],
      ['select', 3, undefined],
      ['expand', 4, undefined],
    ]);
  });

  it('gets its value as a text, or as a number where it has a range', async () => {
    const field = await first(control(50004, 'Name', {}, { patterns: { 10002: note('value') } }));
    await port.setValue(field, 'Ada');
    const slider = await first(control(50015, 'Volume', {}, { patterns: { 10003: note('range') } }));
    await port.setValue(slider, '40');
    expect(done).toEqual([
      ['value', 3, 'Ada'],
      ['range', 3, 40],
    ]);
    await expect(port.setValue(slider, 'loud')).rejects.toMatchObject({ code: 'element_action_unsupported' });
  });

  it('is refused by code when it cannot, is disabled, or does not answer', async () => {
    const pressing = async (patterns: FakeElement['patterns'] & object) => {
      const handle = await first(control(50000, 'Save', {}, { patterns }));
      return port.press(handle).catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`);
    };
    expect(await pressing({})).toBe('element_action_unsupported: The control itself cannot be pressed.');
    expect(await pressing({ 10000: () => 0x8004_0200 | 0 })).toBe('accessibility_failed: The control is disabled.');
    expect(await pressing({ 10000: () => 0x8004_0201 | 0 })).toBe('accessibility_failed: The control is gone.');
    expect(await pressing({ 10000: () => 0x8013_1505 | 0 })).toMatch(/^accessibility_timeout/);
  });

  it('is read anew where it is now, and is gone with its process or its window', async () => {
    const save = control(50000, 'Save', { 30031: true });
    const handle = await first(save);
    save.rect = [-300, 40, -200, 70];
    expect(await port.refresh(handle)).toMatchObject({ handle, bounds: { x: -300 }, path: ['App'] });
    save.gone = true;
    expect(await port.refresh(handle)).toBeNull();
    save.gone = false;
    starts[PID] = 'another process with the same pid';
    expect(await port.refresh(handle)).toBeNull();
    await expect(port.press(handle)).rejects.toMatchObject({ code: 'accessibility_failed' });
  });

  it('is found by a point and by the focus, in its own program alone', async () => {
    open(pane('App', []));
    system.atPoint = control(50020, 'words');
    system.focus = control(50004, 'Name', { 30008: true, 30019: true });
    expect(await port.at(window, { x: -650, y: 50 })).toMatchObject({ role: 'other', name: 'words' });
    expect(await port.focused(window)).toMatchObject({ role: 'secure_field', focused: true, value: null });
    system.atPoint = control(50000, 'Elsewhere', { 30002: 99 });
    expect(await port.at(window, { x: -650, y: 50 })).toBeNull();
  });
});
