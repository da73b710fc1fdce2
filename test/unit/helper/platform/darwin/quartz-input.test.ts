import { beforeEach, describe, expect, it } from 'vitest';
import type { Point } from '../../../../../helper/desktop.ts';
import { readLayout } from '../../../../../helper/platform/darwin/keyboard-layout.ts';
import { QuartzInput, type QuartzInputCalls } from '../../../../../helper/platform/darwin/quartz-input.ts';
import { RemoteError } from '../../../../../protocol/rpc/remote-error.ts';

interface FakeEvent {
  type: number | string;
  at?: Point;
  button?: number;
  key?: number;
  down?: boolean;
  lines?: [number, number];
  flags: number;
  text?: string;
  clicks?: number;
}

/** macOS as it behaves: a posted move is only queued, a warp is at once, and a live read may be behind. */
class FakeQuartz {
  readonly log: string[] = [];
  readonly posted: FakeEvent[] = [];
  pointer: Point = { x: 0, y: 0 };
  flags = 0;
  buttons = new Set<number>();
  stamp = 0;
  held = 0;
  readonly #events = new Map<bigint, FakeEvent>();
  #next = 10n;

  #make(event: Omit<FakeEvent, 'flags'>): bigint {
    this.#events.set(++this.#next, { flags: -1, ...event });
    this.held += 1;
    return this.#next;
  }

  #of(ref: bigint): FakeEvent {
    const event = this.#events.get(ref);
    if (!event) throw new Error(`no event ${ref}`);
    return event;
  }

  readonly calls: QuartzInputCalls = {
    CGEventSourceCreate: (state) => (state === 0 ? 1n : null),
    CGEventSourceSetUserData: (_source, data) => {
      this.stamp = data;
    },
    CGEventSourceSetLocalEventsSuppressionInterval: (_source, seconds) => this.log.push(`suppress ${seconds}`),
    CGEventSourceButtonState: (state, button) => (state === 1 && this.buttons.has(button) ? 1 : 0),
    CGEventSourceFlagsState: (state) => (state === 1 ? this.flags : 0),
    CGEventCreate: () => this.#make({ type: 'read', at: this.pointer }),
    CGEventGetLocation: (ref) => this.#of(ref).at ?? { x: -1, y: -1 },
    CGEventCreateMouseEvent: (_source, type, at, button) => this.#make({ type, at, button }),
    CGEventCreateKeyboardEvent: (_source, key, down) => this.#make({ type: 'key', key, down: down === 1 }),
    CGEventCreateScrollWheelEvent2: (_source, units, wheels, first, second) =>
      units === 1 && wheels === 2 ? this.#make({ type: 'scroll', lines: [first, second] }) : null,
    CGEventSetIntegerValueField: (ref, field, value) => {
      if (field === 1) this.#of(ref).clicks = value;
    },
    CGEventSetFlags: (ref, flags) => {
      this.#of(ref).flags = flags;
    },
    CGEventKeyboardSetUnicodeString: (ref, length, units) => {
      this.#of(ref).text = units.toString('utf16le', 0, length * 2);
    },
    CGEventPost: (tap, ref) => {
      const event = this.#of(ref);
      this.posted.push({ ...event });
      this.log.push(`post ${event.type} to ${tap}`);
    },
    CGWarpMouseCursorPosition: (at) => {
      this.log.push(`warp ${at.x},${at.y}`);
      this.pointer = at;
      return 0;
    },
    CFRelease: () => {
      this.held -= 1;
    },
  };
}

let quartz: FakeQuartz;
let input: QuartzInput;
let now: number;
let refusal: RemoteError | null;

beforeEach(() => {
  quartz = new FakeQuartz();
  now = 0;
  refusal = null;
  input = new QuartzInput(quartz.calls, {
    posting: () => {
      if (refusal) throw refusal;
    },
    point: () => undefined,
    layout: () =>
      new Map([
        ['a', { code: 0, modifiers: [] }],
        ['A', { code: 0, modifiers: ['shift'] }],
        ['@', { code: 37, modifiers: ['alt'] }],
      ]),
    now: () => now,
  });
});

const press = (number: number) => input.post(input.button(number), true);
const release = (number: number) => input.post(input.button(number), false);

describe('the pointer', () => {
  it('is put there at once after the posted move, so that no press reads its old place', () => {
    input.movePointer({ x: -300, y: 40 });
    expect(quartz.log).toEqual(['suppress 0', 'post 5 to 0', 'warp -300,40']);
    expect(input.pointer()).toEqual({ x: -300, y: 40 });
    press(1);
    expect(quartz.posted.at(-1)).toMatchObject({ type: 1, at: { x: -300, y: 40 }, button: 0 });
  });

  it('is dragged, not moved, while a button of ours is down', () => {
    const moved = (number: number) => {
      press(number);
      input.movePointer({ x: 5, y: 5 });
      release(number);
      return quartz.posted.at(-2);
    };
    expect(moved(1)).toMatchObject({ type: 6, button: 0 });
    input.movePointer({ x: 9, y: 9 });
    expect(quartz.posted.at(-1)?.type).toBe(5);
    quartz.posted.length = 0;
    expect(moved(3)).toMatchObject({ type: 7, button: 1 });
    quartz.posted.length = 0;
    expect(moved(2)).toMatchObject({ type: 27, button: 2 });
  });

  it('is read in whole points', () => {
    quartz.pointer = { x: 10.75, y: -0.25 };
    expect(input.pointer()).toEqual({ x: 10, y: -1 });
  });
});

describe('clicks', () => {
  const clicks = () => quartz.posted.map((one) => one.clicks);
  const click = (number: number) => {
    press(number);
    release(number);
  };

  it('are counted for a double click, press and release alike', () => {
    click(1);
    now += 50;
    click(1);
    expect(clicks()).toEqual([1, 1, 2, 2]);
  });

  it('begin anew after a while, elsewhere, and with another button', () => {
    click(1);
    now += 600;
    click(1);
    now += 50;
    quartz.pointer = { x: 100, y: 0 };
    click(1);
    now += 50;
    click(3);
    expect(clicks()).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('of a wheel are lines: up and left are positive, and a release is nothing', () => {
    for (const number of [4, 5, 6, 7]) click(number);
    expect(quartz.posted.map((one) => one.lines)).toEqual([
      [3, 0],
      [-3, 0],
      [0, 3],
      [0, -3],
    ]);
  });
});

describe('keys', () => {
  it('carry exactly the flags of what is held, on mouse events too', async () => {
    const [cmd, shift] = [input.modifier('cmd'), input.modifier('shift')];
    input.post(cmd, true);
    input.post(shift, true);
    press(1);
    release(1);
    input.post(shift, false);
    input.post(cmd, false);
    input.movePointer({ x: 1, y: 1 });
    expect(quartz.posted.map((one) => one.flags.toString(16))).toEqual([
      '100008',
      '12000a',
      '12000a',
      '12000a',
      '100008',
      '0',
      '0',
    ]);
    expect(quartz.posted.slice(0, 2).map((one) => one.key)).toEqual([0x37, 0x38]);
  });

  it('have the flags of their own that a keyboard sets', async () => {
    for (const name of ['left', 'f5', 'enter']) {
      const stroke = await input.keyStroke(name);
      if (stroke) input.post(stroke.key, true);
    }
    expect(quartz.posted.map((one) => [one.key, one.flags])).toEqual([
      [0x7b, 0xa0_0000],
      [0x60, 0x80_0000],
      [0x24, 0],
    ]);
  });

  it('are those of the layout in use; other characters go as their text, pairs whole', async () => {
    const strokes = await input.textStrokes([...'A@é😀\n']);
    for (const stroke of strokes) {
      if (!stroke) throw new Error('every character can be typed');
      input.post(stroke.key, true);
    }
    expect(strokes.map((one) => one?.modifiers.map(({ name }) => name))).toEqual([['Shift'], ['Option'], [], [], []]);
    expect(quartz.posted.map((one) => [one.key, one.text])).toEqual([
      [0, undefined],
      [37, undefined],
      [0, 'é'],
      [0, '😀'],
      [0x24, undefined],
    ]);
  });
});

describe('a missing grant', () => {
  it('posts nothing, keeps nothing, and says so', () => {
    refusal = new RemoteError('input_permission_missing', 'no');
    expect(() => press(1)).toThrow(refusal);
    expect(() => input.movePointer({ x: 1, y: 1 })).toThrow(refusal);
    expect(quartz.posted).toEqual([]);
    expect(quartz.log).toEqual(['suppress 0']);
    expect(quartz.held).toBe(0);
  });
});

describe('what somebody else holds', () => {
  it('is what the hardware says, without ours', () => {
    quartz.flags = 0x2_0002 | 0x10_0008 | 0x1_0000;
    quartz.buttons = new Set([1]);
    expect(input.heldByOthers([])).toEqual(['Shift', 'Command', 'right button']);
    expect(input.heldByOthers([input.modifier('cmd'), input.button(3)])).toEqual(['Shift']);
  });
});

it('every event is ours by its stamp, and every one is released', () => {
  press(1);
  release(1);
  input.movePointer({ x: 1, y: 1 });
  expect(quartz.stamp).toBe(0x46_4d_58_31);
  expect(quartz.held).toBe(0);
});

describe('a keyboard layout', () => {
  /** Some keys of a German keyboard, by key code and state: plain, Shift, Option. */
  const keys: Record<string, string> = {
    '0 0': 'a',
    '0 2': 'A',
    '6 0': 'y',
    '37 0': 'l',
    '37 8': '@',
    '29 0': '0',
    '82 0': '0',
    '36 0': '\r',
    '24 0': '´´',
  };
  const carbon = (hasOwn: boolean) => {
    let released = 0;
    return {
      calls: {
        TISCopyCurrentKeyboardLayoutInputSource: () => (hasOwn ? 1n : null),
        TISCopyCurrentASCIICapableKeyboardLayoutInputSource: () => 2n,
        TISGetInputSourceProperty: () => 3n,
        LMGetKbdType: () => 40,
        layoutDataKey: () => 4n,
        CFDataGetBytePtr: () => 5n,
        CFRelease: () => {
          released += 1;
        },
        UCKeyTranslate: (
          _layout: bigint,
          key: number,
          action: number,
          state: number,
          keyboard: number,
          options: number,
          _dead: Uint32Array,
          most: number,
          length: BigUint64Array,
          units: Buffer,
        ) => {
          if (action !== 0 || keyboard !== 40 || options !== 1 || most < 4) return -50;
          const text = keys[`${key} ${state}`] ?? '';
          length[0] = BigInt(text.length);
          units.write(text, 'utf16le');
          return 0;
        },
      },
      released: () => released,
    };
  };

  it('gives each character its key with the fewest modifiers, not the key pad’s', () => {
    const { calls, released } = carbon(true);
    const layout = readLayout(calls);
    expect(layout.get('a')).toEqual({ code: 0, modifiers: [] });
    expect(layout.get('A')).toEqual({ code: 0, modifiers: ['shift'] });
    expect(layout.get('@')).toEqual({ code: 37, modifiers: ['alt'] });
    expect(layout.get('0')).toEqual({ code: 29, modifiers: [] });
    expect([...layout.keys()].sort()).toEqual(['0', '@', 'A', 'a', 'l', 'y']);
    expect(released()).toBe(1);
  });

  it('is the Latin one where the input method has none', () => {
    expect(readLayout(carbon(false).calls).get('y')).toEqual({ code: 6, modifiers: [] });
  });
});
