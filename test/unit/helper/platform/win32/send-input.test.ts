import { describe, expect, it } from 'vitest';
import { absolutePoint } from '../../../../../helper/platform/win32/input-records.ts';
import { type InputCalls, SendInputPort } from '../../../../../helper/platform/win32/send-input.ts';
import { RemoteError } from '../../../../../protocol/rpc/remote-error.ts';

type Desktop = { x: number; y: number; width: number; height: number };

/** What user32 would have been given, in short. */
interface Sent {
  kind: 'mouse' | 'key';
  flags: number;
  data: number;
  key: number;
  scan: number;
  x: number;
  y: number;
}

function read(bytes: Buffer, at: number): Sent {
  const isMouse = bytes.readUInt32LE(at) === 0;
  return {
    kind: isMouse ? 'mouse' : 'key',
    x: isMouse ? bytes.readInt32LE(at + 8) : 0,
    y: isMouse ? bytes.readInt32LE(at + 12) : 0,
    data: isMouse ? bytes.readInt32LE(at + 16) : 0,
    flags: bytes.readUInt32LE(at + (isMouse ? 20 : 12)),
    key: isMouse ? 0 : bytes.readUInt16LE(at + 8),
    scan: isMouse ? 0 : bytes.readUInt16LE(at + 10),
  };
}

function setUp(desktop: Desktop = { x: 0, y: 0, width: 1920, height: 1080 }) {
  const sent: Sent[] = [];
  const state = {
    at: { x: 0, y: 0 },
    accepts: 99,
    swapped: false,
    down: new Set<number>(),
    elevated: false,
    moves: true,
  };
  const stamps = new Set<bigint>();
  const posted: string[] = [];
  const calls: InputCalls = {
    SendInput: (count, bytes, size) => {
      expect([size, bytes.length]).toEqual([40, count * 40]);
      for (let i = 0; i < Math.min(count, state.accepts); i++) {
        const one = read(bytes, i * 40);
        sent.push(one);
        stamps.add(bytes.readBigUInt64LE(i * 40 + (one.kind === 'mouse' ? 32 : 24)));
        if (one.kind === 'mouse' && one.flags & 1 && state.moves)
          state.at = {
            x: desktop.x + Math.floor((one.x * desktop.width) / 65_536),
            y: desktop.y + Math.floor((one.y * desktop.height) / 65_536),
          };
      }
      return Math.min(count, state.accepts);
    },
    GetCursorPos: (bytes) => {
      bytes.writeInt32LE(state.at.x, 0);
      bytes.writeInt32LE(state.at.y, 4);
      return 1;
    },
    SetCursorPos: (x, y) => {
      posted.push(`set ${x},${y}`);
      state.at = { x, y };
      return 1;
    },
    GetSystemMetrics: (index) =>
      ({ 23: state.swapped ? 1 : 0, 76: desktop.x, 77: desktop.y, 78: desktop.width, 79: desktop.height })[index] ?? 0,
    GetAsyncKeyState: (code) => (state.down.has(code) ? -32_768 : 0),
    MapVirtualKeyW: (code) => code + 100,
    // A German keyboard, as VkKeyScanExW answers for it.
    VkKeyScanExW: (unit) => ({ 97: 0x41, 64: 0x0651, 63: 0x01db })[unit] ?? -1,
    GetKeyboardLayout: () => 1n,
  };
  const input = new SendInputPort(calls, {
    pointer: () => refuse(),
    focus: () => refuse(),
    posting: () => posted.push('posting'),
    focusThread: () => 7,
  });
  const refuse = () => {
    if (state.elevated) throw new RemoteError('target_elevated', 'no');
  };
  return { input, sent, state, stamps, posted };
}

describe('points of the virtual desktop', () => {
  it('come back as themselves on desktops of any size and origin', () => {
    for (const size of [800, 1366, 1920, 2560, 3840, 5120, 7680, 11_520, 32_767])
      for (const start of [0, -1920, -3840, 120]) {
        const desktop = { x: start, y: start, width: size, height: size };
        for (const offset of [0, 1, 2, 3, Math.floor(size / 3), Math.floor(size / 2), size - 2, size - 1]) {
          const { x } = absolutePoint({ x: start + offset, y: start }, desktop);
          expect([size, start, Math.floor((x * size) / 65_536)]).toEqual([size, start, offset]);
          expect(x).toBeLessThanOrEqual(65_535);
        }
      }
  });

  it('are sent absolute over the whole desktop, left of the primary display too', () => {
    const { input, sent, state } = setUp({ x: -1920, y: -200, width: 3840, height: 1280 });
    input.movePointer({ x: -1919, y: -199 });
    expect(sent.map((one) => one.flags)).toEqual([0x8000 | 0x4000 | 0x0001]);
    expect(state.at).toEqual({ x: -1919, y: -199 });
    expect(input.pointer()).toEqual({ x: -1919, y: -199 });
  });

  it('are set to the very pixel when the pointer is found elsewhere', () => {
    const { input, state, posted } = setUp();
    state.moves = false;
    input.movePointer({ x: 30, y: 40 });
    expect(posted).toEqual(['posting', 'set 30,40']);
  });
});

describe('what goes out', () => {
  it('carries our stamp, each time', async () => {
    const { input, stamps } = setUp();
    input.movePointer({ x: 1, y: 1 });
    input.post(input.button(1), true);
    input.post(input.modifier('ctrl'), true);
    for (const stroke of await input.textStrokes(['a'])) if (stroke) input.post(stroke.key, true);
    expect([...stamps]).toEqual([0x46_4d_58_31n]);
  });

  it('is every character as its UTF-16 units, both halves of a pair, and keys for line breaks and tabs', async () => {
    const { input, sent } = setUp();
    const strokes = await input.textStrokes([...'é😀\n\t']);
    for (const stroke of strokes) {
      if (!stroke) throw new Error('every character can be typed');
      input.post(stroke.key, true);
      input.post(stroke.key, false);
    }
    const units = sent.filter((one) => one.flags & 4);
    expect(units.map((one) => [one.scan, one.flags])).toEqual([
      [0xe9, 4],
      [0xe9, 6],
      [0xd83d, 4],
      [0xd83d, 6],
      [0xde00, 4],
      [0xde00, 6],
    ]);
    expect(sent.filter((one) => !(one.flags & 4)).map((one) => [one.key, one.flags])).toEqual([
      [0x0d, 0],
      [0x0d, 2],
      [0x09, 0],
      [0x09, 2],
    ]);
  });

  it('is one notch for a wheel button, up and right positive, nothing for its release', () => {
    const { input, sent } = setUp();
    for (const number of [4, 5, 6, 7]) {
      input.post(input.button(number), true);
      input.post(input.button(number), false);
    }
    expect(sent.map((one) => [one.flags, one.data])).toEqual([
      [0x0800, 120],
      [0x0800, -120],
      [0x1000, -120],
      [0x1000, 120],
    ]);
  });

  it('marks the keys that share a scan code with the number pad', async () => {
    const { input, sent } = setUp();
    for (const name of ['left', 'delete', 'pagedown', 'enter', 'f12']) {
      const stroke = await input.keyStroke(name);
      if (stroke) input.post(stroke.key, true);
    }
    input.post(input.modifier('cmd'), true);
    expect(sent.map((one) => [one.key, one.flags, one.scan])).toEqual([
      [0x25, 1, 0x25 + 100],
      [0x2e, 1, 0x2e + 100],
      [0x22, 1, 0x22 + 100],
      [0x0d, 0, 0x0d + 100],
      [0x7b, 0, 0x7b + 100],
      [0x5b, 1, 0x5b + 100],
    ]);
  });

  it('uses the layout of the focused window for chords, with the modifiers it needs', async () => {
    const { input } = setUp();
    expect((await input.keyStroke('a'))?.key.code).toBe(0x41);
    const at = await input.keyStroke('@');
    expect([at?.key.code, at?.modifiers.map((one) => one.name)]).toEqual([0x51, ['Control', 'Alt']]);
    expect((await input.keyStroke('?'))?.modifiers.map((one) => one.name)).toEqual(['Shift']);
    expect((await input.keyStroke('你'))?.key.code).toBe(0x10000 + 0x4f60);
  });

  it('sends the physical button when the person swapped them', () => {
    const { input, sent, state } = setUp();
    state.swapped = true;
    input.post(input.button(1), true);
    input.post(input.button(1), false);
    input.post(input.button(3), true);
    expect(sent.map((one) => one.flags)).toEqual([0x0008, 0x0010, 0x0002]);
    state.down = new Set([0x02]);
    expect(input.heldByOthers([])).toEqual(['left button']);
  });
});

describe('what Windows does not take', () => {
  it('is not delivered: the count that it gives back is believed', async () => {
    const { input, state } = setUp();
    state.accepts = 0;
    expect(() => input.post(input.button(1), true)).toThrow(expect.objectContaining({ code: 'not_delivered' }));
    state.accepts = 1;
    const [stroke] = await input.textStrokes(['😀']);
    expect(() => stroke && input.post(stroke.key, true)).toThrow(/1 of 4/);
  });

  it('is not even sent to a target with more rights; releases always are', () => {
    const { input, sent, state } = setUp();
    state.elevated = true;
    for (const item of [input.button(1), input.button(4), input.modifier('shift')])
      expect(() => input.post(item, true)).toThrow(expect.objectContaining({ code: 'target_elevated' }));
    expect(sent).toEqual([]);
    input.post(input.button(1), false);
    input.post(input.modifier('shift'), false);
    expect(sent).toHaveLength(2);
  });
});

describe('what somebody else holds', () => {
  it('is named, and what we hold is not', () => {
    const { input, state } = setUp();
    state.down = new Set([0xa1, 0xa2, 0x01]);
    expect(input.heldByOthers([])).toEqual(['Shift', 'Control', 'left button']);
    expect(input.heldByOthers([input.modifier('ctrl'), input.button(1)])).toEqual(['Shift']);
  });
});
