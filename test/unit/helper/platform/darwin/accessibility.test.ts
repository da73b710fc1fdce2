import { beforeEach, describe, expect, it } from 'vitest';
import type { DesktopWindow } from '../../../../../helper/desktop.ts';
import { AxClient } from '../../../../../helper/platform/darwin/accessibility/ax-client.ts';
import { AxPort } from '../../../../../helper/platform/darwin/accessibility/ax-port.ts';
import { CfReader } from '../../../../../helper/platform/darwin/cf-values.ts';
import { FakeAccessibility, type FakeAx } from '../../../../support/native/fake-accessibility.ts';

const PID = 10;
const window: DesktopWindow = {
  id: '50',
  pid: PID,
  classes: ['textedit'],
  app: 'TextEdit',
  title: 'notes.txt',
  focused: true,
  bounds: { x: -700, y: 100, w: 600, h: 400 },
  client: { x: -700, y: 100, w: 600, h: 400 },
  isShell: false,
};
const panel: DesktopWindow = { ...window, id: '51', title: 'Fonts', bounds: { x: 10, y: 10, w: 200, h: 200 } };
const popup: DesktopWindow = { ...window, id: '60', isShell: true, bounds: { x: 0, y: 22, w: 200, h: 300 } };

const button = (title: string, more: Partial<FakeAx> = {}): FakeAx => ({
  role: 'AXButton',
  title,
  at: [-690, 110, 80, 20],
  actions: ['AXPress'],
  ...more,
});
const close: FakeAx = { ...button('close'), subrole: 'AXCloseButton' };
const shown = (children: FakeAx[], at: FakeAx['at'] = [-700, 100, 600, 400], more: Partial<FakeAx> = {}): FakeAx => ({
  role: 'AXWindow',
  title: 'notes.txt',
  ...(at ? { at } : {}),
  children,
  ...more,
});

let system: FakeAccessibility;
let port: AxPort;
let starts: Record<number, string>;
let now: number;
const signal = () => new AbortController().signal;

function open(...windows: FakeAx[]): void {
  system.applications.set(PID, { role: 'AXApplication', title: 'TextEdit', children: windows });
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  port = new AxPort(new AxClient(system.calls, new CfReader(system.calls)), {
    processStart: (pid) => starts[pid] ?? '',
    windowsOf: () => [popup, window, panel],
    clock,
  });
}

beforeEach(() => {
  system = new FakeAccessibility();
  starts = { [PID]: 'first' };
  now = 0;
});

describe('a reading', () => {
  it('has the roles of macOS in our words, with states and places', async () => {
    open(
      shown([
        button('Save'),
        button('Undo', { attributes: { AXEnabled: false } }),
        button('Size', { role: 'AXPopUpButton' }),
        button('Wrap', { role: 'AXCheckBox' }),
        { role: 'AXTextField', title: 'Name', at: [0, 0, 10, 10] },
        { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'Pin', at: [0, 0, 10, 10] },
        { role: 'AXTabGroup', children: [button('First', { role: 'AXRadioButton' })] },
        button('Choice', { role: 'AXRadioButton' }),
        { role: 'AXStaticText', title: 'words', at: [0, 0, 10, 10] },
        { role: 'AXImage', title: 'Card', at: [0, 0, 10, 10], actions: ['AXPress'] },
        { role: 'AXScrollArea', title: 'area', at: [0, 0, 10, 10], actions: ['AXPress'], children: [button('Inner')] },
        button('nowhere', { at: [0, 0, 0, 0] }),
      ]),
    );
    const { controls, truncated } = await port.read(window, signal());
    expect(truncated).toBeNull();
    expect(controls.map((one) => [one.role, one.name])).toEqual([
      ['button', 'Save'],
      ['button', 'Undo'],
      ['combo', 'Size'],
      ['checkbox', 'Wrap'],
      ['field', 'Name'],
      ['secure_field', 'Pin'],
      ['tab', 'First'],
      ['radio', 'Choice'],
      ['other', 'Card'],
      ['button', 'Inner'],
    ]);
    expect(controls[0]).toMatchObject({ bounds: { x: -690, y: 110, w: 80, h: 20 }, window: '50', enabled: true });
    expect(controls[1]?.enabled).toBe(false);
    expect(controls[9]?.path).toEqual(['notes.txt', 'area']);
    expect(system.log).toContain('timeout 0.25');
  });

  it('begins with the window in view, leaves minimised ones out, and names each control’s window', async () => {
    const hidden = shown([button('Hidden')], [0, 0, 50, 50], { attributes: { AXMinimized: true } });
    open(hidden, shown([button('Bold', { at: [20, 20, 30, 20] })], [10, 10, 200, 200]), shown([button('Save')]));
    const { controls } = await port.read(window, signal());
    expect(controls.map((one) => [one.name, one.window])).toEqual([
      ['Save', '50'],
      ['Bold', '51'],
    ]);
  });

  it('asks for words only when they are wanted, and never for the value of a secure field', async () => {
    const field: FakeAx = {
      role: 'AXTextField',
      title: 'Name',
      at: [0, 0, 10, 10],
      attributes: { AXValue: 'Ada', AXHelp: 'Your name' },
      settable: ['AXValue', 'AXFocused'],
    };
    const pin: FakeAx = { ...field, subrole: 'AXSecureTextField', title: 'Pin', attributes: { AXValue: '1234' } };
    const box = button('Wrap', { role: 'AXCheckBox', attributes: { AXValue: 1 } });
    open(shown([field, pin, box]));
    const { controls } = await port.read(window, signal());
    expect(system.log.filter((one) => one.startsWith('read value'))).toEqual([]);
    const [name, secret, wrap] = await port.words(controls, signal());
    expect(name).toMatchObject({ value: 'Ada', description: 'Your name', settable: true, actions: ['focus'] });
    expect(secret).toMatchObject({ value: null, settable: true });
    expect(wrap).toMatchObject({ checked: true, actions: ['press', 'toggle'] });
    expect(system.log.filter((one) => one.startsWith('read value'))).toEqual(['read value Name', 'read value Wrap']);
  });

  it('of a program that hangs keeps what was read', async () => {
    open(shown([button('Save'), { role: 'AXGroup', hangs: true }, button('After')]));
    const { controls, truncated } = await port.read(window, signal());
    expect([controls.map((one) => one.name), truncated]).toEqual([['Save'], 'time']);
  });

  it('without the grant says which one is missing', async () => {
    open(shown([button('Save')]));
    system.isAllowed = false;
    await expect(port.read(window, signal())).rejects.toMatchObject({ code: 'accessibility_unavailable' });
  });

  it('takes in the items of an open menu, not those of closed ones', async () => {
    const item = (title: string, at: FakeAx['at']): FakeAx => ({ role: 'AXMenuItem', title, ...(at ? { at } : {}) });
    const menu = (at: [number, number, number, number], ...children: FakeAx[]): FakeAx => ({
      role: 'AXMenu',
      at,
      children,
    });
    open(
      shown([
        button('Save'),
        menu([0, 0, 0, 0], item('Closed', [0, 900, 200, 20])),
        menu([0, 22, 200, 300], item('Open', [5, 30, 190, 20])),
      ]),
    );
    expect((await port.read(window, signal())).controls.map((one) => one.name)).toEqual(['Save', 'Open']);
  });

  it('owns nothing afterwards but the controls it keeps and the names it knows', async () => {
    open(shown([button('Save'), { role: 'AXGroup', children: [button('Inner')] }]));
    await port.read(window, signal());
    const before = system.cf.owned;
    for (let i = 0; i < 3; i++) await port.read(window, signal());
    // Arrays inside of values belong to the values, which the fake counts apart.
    const perRead = (system.cf.owned - before) / 3;
    await port.read(window, signal());
    expect(system.cf.owned - before).toBe(perRead * 4);
  });
});

describe('a program whose tree is asleep', () => {
  const asleep = () => shown([close]);
  const wakes = (root: FakeAx, attribute: string, unsupported: string[] = []) => {
    system.onSet = (_element, name) => {
      if (unsupported.includes(name)) return -25_205;
      if (name === attribute) root.children = [close, button('Reply')];
      return 0;
    };
  };

  it('is woken by the attribute made for it, and put back at the end', async () => {
    const root = asleep();
    open(root);
    wakes(root, 'AXManualAccessibility');
    const { controls, notes } = await port.read(window, signal());
    expect(controls.map((one) => one.name)).toEqual(['close', 'Reply']);
    expect(notes[0]).toMatch(/AXManualAccessibility was switched on/);
    await port.close();
    expect(system.log.filter((one) => one.startsWith('set'))).toEqual([
      'set AXManualAccessibility true',
      'set AXManualAccessibility false',
    ]);
  });

  it('gets the other attribute only when it does not know the first', async () => {
    const root = asleep();
    open(root);
    wakes(root, 'AXEnhancedUserInterface', ['AXManualAccessibility']);
    await port.read(window, signal());
    expect(system.log.filter((one) => one.startsWith('set'))).toEqual([
      'set AXManualAccessibility true',
      'set AXEnhancedUserInterface true',
    ]);
    open(asleep());
    system.log.length = 0;
    system.onSet = () => -25_200;
    const { notes } = await port.read(window, signal());
    expect(system.log.filter((one) => one.startsWith('set'))).toEqual(['set AXManualAccessibility true']);
    expect(notes).toContain('The program still tells no controls.');
  });

  it('is looked at five times, 300 ms apart, also when it refuses both', async () => {
    const root = asleep();
    open(root);
    system.onSet = () => -25_208;
    let looks = 0;
    Object.defineProperty(root, 'children', {
      get: () => {
        if (now >= 900) return [close, button('Late')];
        looks += 1;
        return [close];
      },
    });
    const { controls, notes } = await port.read(window, signal());
    expect(controls.map((one) => one.name)).toEqual(['close', 'Late']);
    expect(now).toBe(900);
    expect(looks).toBeGreaterThan(0);
    expect(notes[0]).toBe('The program has no switch for its tree.');
  });

  it('is left alone when only this rectangle is empty', async () => {
    open(shown([close, button('Save')]));
    await port.read(window, signal());
    expect(system.log.filter((one) => one.startsWith('set'))).toEqual([]);
  });
});

describe('a control that is used', () => {
  async function first(element: FakeAx): Promise<string> {
    open(shown([element]));
    const [one] = (await port.read(window, signal())).controls;
    if (!one) throw new Error('there is a control');
    return one.handle;
  }

  it('is pressed by its own action', async () => {
    const handle = await first(button('Save'));
    await port.press(handle);
    expect(system.log).toContain('perform AXPress Save');
  });

  it('gets its value as a text, or as a number for a slider', async () => {
    const field = await first({ role: 'AXTextField', title: 'Name', at: [0, 0, 9, 9], settable: ['AXValue'] });
    await port.setValue(field, 'Ada');
    const slider = await first({ role: 'AXSlider', title: 'Volume', at: [0, 0, 9, 9], settable: ['AXValue'] });
    await port.setValue(slider, '0.5');
    expect(system.log.filter((one) => one.startsWith('set'))).toEqual(['set AXValue Ada', 'set AXValue 0.5']);
    await expect(port.setValue(slider, 'loud')).rejects.toMatchObject({ code: 'element_action_unsupported' });
  });

  it('is refused by code when it does not offer it, is gone, or hangs', async () => {
    const plain = await first(button('Plain', { actions: [] }));
    await expect(port.press(plain)).rejects.toMatchObject({ code: 'element_action_unsupported' });
    const dead = await first(button('Dead', { results: { AXPress: -25_202 } }));
    await expect(port.press(dead)).rejects.toThrow(/is gone/);
    const stuck = button('Stuck');
    const handle = await first(stuck);
    stuck.hangs = true;
    await expect(port.press(handle)).rejects.toMatchObject({ code: 'accessibility_timeout' });
  });

  it('is read anew where it is now, and is gone with its process', async () => {
    const save = button('Save');
    const handle = await first(save);
    save.at = [5, 6, 7, 8];
    expect(await port.refresh(handle)).toMatchObject({ handle, window: '50', bounds: { x: 5, y: 6, w: 7, h: 8 } });
    save.gone = true;
    expect(await port.refresh(handle)).toBeNull();
    save.gone = false;
    starts[PID] = 'another process with the same pid';
    expect(await port.refresh(handle)).toBeNull();
  });

  it('is found by a point and by the focus, in its own program alone', async () => {
    open(shown([]));
    system.atPoint = { role: 'AXStaticText', title: 'words', at: [0, 0, 9, 9] };
    system.focus = { role: 'AXTextField', subrole: 'AXSecureTextField', title: 'Pin', at: [0, 0, 9, 9] };
    expect(await port.at(window, { x: 1, y: 1 })).toMatchObject({ role: 'other', name: 'words', window: '50' });
    expect(await port.focused(window)).toMatchObject({ role: 'secure_field', value: null });
    system.atPoint = { ...system.atPoint, attributes: { pid: 99 } };
    expect(await port.at(window, { x: 1, y: 1 })).toBeNull();
  });
});
