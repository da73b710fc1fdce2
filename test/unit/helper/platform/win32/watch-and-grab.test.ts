import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HumanInput } from '../../../../../helper/platform/native/human-input.ts';
import { bitmapHeader, GdiGrab } from '../../../../../helper/platform/win32/gdi-grab.ts';
import type { Gdi32 } from '../../../../../helper/platform/win32/gdi32.ts';
import { MessageWindow } from '../../../../../helper/platform/win32/message-window.ts';
import { watchRawInput } from '../../../../../helper/platform/win32/raw-input.ts';

const STAMP = 0x46_4d_58_31;

/** WNDCLASSEXW with its size and the kept name. */
const hasSizeAndName = (description: Buffer) =>
  description.readUInt32LE(0) === 80 && description.readBigUInt64LE(64) === 64n ? 1 : 0;
const forMessagesAlone = (...parts: unknown[]) => (parts[8] === -3n ? 5n : null);

describe('raw input', () => {
  /** RAWINPUT as Windows gives it: header, then mouse or keyboard. */
  const event = (type: 0 | 1, extra: number, device: bigint) => {
    const data = Buffer.alloc(48);
    data.writeUInt32LE(type, 0);
    data.writeBigUInt64LE(device, 8);
    data.writeUInt32LE(extra, type === 0 ? 44 : 36);
    return data;
  };
  function setUp() {
    let now = 1_000;
    const heard: number[] = [];
    const human = new HumanInput(
      () => now,
      () => 500,
      (at) => heard.push(at),
    );
    let handler: ((wide: number, input: number) => number | undefined) | null = null;
    let next: Buffer = Buffer.alloc(0);
    let registered: Buffer = Buffer.alloc(0);
    const window = {
      handle: 42n,
      on: (message: number, on: typeof handler) => {
        if (message === 0xff) handler = on;
      },
    };
    watchRawInput(
      {
        RegisterRawInputDevices: (devices, count, size) => {
          registered = devices;
          return count === 2 && size === 16 ? 1 : 0;
        },
        GetRawInputData: (_input, command, data) => (command === 0x1000_0003 ? next.copy(data) : -1),
      },
      window as unknown as MessageWindow,
      human,
    );
    const arrive = (data: Buffer) => {
      next = data;
      return handler?.(1, 7);
    };
    return { human, heard, registered, arrive, pass: (ms: number) => (now += ms) };
  }

  it('is asked for mouse and keyboard, also while another program has the focus', () => {
    const { registered, human } = setUp();
    expect(human.isHearing).toBe(true);
    expect([registered.readUInt16LE(0), registered.readUInt16LE(2), registered.readUInt32LE(4)]).toEqual([1, 2, 0x100]);
    expect([registered.readUInt16LE(18), registered.readBigUInt64LE(24)]).toEqual([6, 42n]);
  });

  it('tells the person from us by the stamp', () => {
    const { heard, arrive } = setUp();
    arrive(event(0, STAMP, 0n));
    arrive(event(1, STAMP, 0n));
    expect(heard).toEqual([]);
    arrive(event(0, 0, 9n));
    arrive(event(1, 0, 9n));
    expect(heard).toHaveLength(2);
  });

  it('takes input without a device for ours only while we post: a touchpad has none either', () => {
    const { human, heard, arrive, pass } = setUp();
    human.posting();
    arrive(event(0, 0, 0n));
    expect(heard).toEqual([]);
    pass(60);
    arrive(event(0, 0, 0n));
    expect(heard).toEqual([1_060]);
  });

  it('leaves the message to the system, which frees it', () => {
    expect(setUp().arrive(event(0, 0, 9n))).toBeUndefined();
  });
});

describe('the window for messages', () => {
  function setUp() {
    const passedOn: number[] = [];
    let proc: ((window: bigint | null, message: number, wide: number, parameter: number) => number | bigint) | null =
      null;
    const queue: number[] = [];
    const window = MessageWindow.open({
      keepText: () => 64n,
      registerWindowProc: (answer) => {
        proc = answer;
        return 1n;
      },
      RegisterClassExW: hasSizeAndName,
      CreateWindowExW: forMessagesAlone,
      DestroyWindow: () => 1,
      DefWindowProcW: (_window, message) => passedOn.push(message) && 0,
      PeekMessageW: (bytes) => {
        const message = queue.shift();
        if (message === undefined) return 0;
        bytes.writeUInt32LE(message, 8);
        return 1;
      },
      DispatchMessageW: (bytes) => proc?.(5n, bytes.readUInt32LE(8), 1, 2) ?? 0,
    });
    return { window, queue, passedOn };
  }

  it('answers what it handles and passes the rest on', () => {
    const { window, queue, passedOn } = setUp();
    const seen: [number, number | bigint][] = [];
    window.on(0x305, (wide, parameter) => {
      seen.push([wide, parameter]);
      return 0;
    });
    queue.push(0x305, 0x10, 0x305);
    window.pump();
    expect(seen).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(passedOn).toEqual([0x10]);
  });

  it('lets no error out into the system', () => {
    const { window, queue, passedOn } = setUp();
    window.on(0x305, () => {
      throw new Error('inside');
    });
    queue.push(0x305);
    expect(() => window.pump()).not.toThrow();
    expect(passedOn).toEqual([]);
  });

  it('never holds up the event loop, however much arrives', () => {
    const { window, queue } = setUp();
    for (let i = 0; i < 1_000; i++) queue.push(0x200);
    window.pump();
    expect(queue.length).toBe(800);
  });
});

describe('a grab', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function setUp(answer: number | null) {
    const made: string[] = [];
    const blits: number[][] = [];
    const gdi = {
      CreateCompatibleDC: () => 2n,
      DeleteDC: () => made.push('delete context'),
      CreateDIBSection: (_c: bigint, header: Buffer, _u: number, bits: [bigint | null]) => {
        made.push(`bitmap ${header.readInt32LE(4)}x${-header.readInt32LE(8)}`);
        bits[0] = 3n;
        return 4n;
      },
      SelectObject: () => 1n,
      DeleteObject: () => made.push('delete bitmap'),
      BitBlt: {
        async: (...parts: unknown[]) => {
          blits.push(parts.filter((one) => typeof one === 'number') as number[]);
          const done = parts.at(-1) as (error: unknown, result: number) => void;
          if (answer !== null) done(null, answer);
        },
      },
      GdiFlush: () => 1,
      pixels: (_bits: bigint, count: number) => new Uint32Array(count).fill(0x00ff_8000),
    } as unknown as Gdi32;
    const grab = new GdiGrab(gdi, { GetDC: () => 1n, ReleaseDC: () => 1 });
    return { grab, made, blits };
  }
  const area = { x: -1920, y: -40, width: 20, height: 10 };

  it('copies the display’s rectangle of the virtual desktop into one kept bitmap', async () => {
    const { grab, made, blits } = setUp(1);
    const frame = await grab.grab(area);
    await grab.grab(area);
    expect([frame.width, frame.height, frame.pixels.length, frame.pixels[0]]).toEqual([20, 10, 200, 0xff_8000]);
    expect(made).toEqual(['bitmap 20x10']);
    expect(blits[0]).toEqual([0, 0, 20, 10, -1920, -40, 0x40cc_0020]);
    await grab.grab({ ...area, width: 30 });
    expect(made).toEqual(['bitmap 20x10', 'delete context', 'delete bitmap', 'bitmap 30x10']);
  });

  it('is refused in words when Windows copies nothing', async () => {
    await expect(setUp(0).grab.grab(area)).rejects.toMatchObject({ code: 'capture_permission_missing' });
  });

  it('ends after five seconds', async () => {
    const stalled = setUp(null)
      .grab.grab(area)
      .catch((error: { code: string }) => error.code);
    await vi.advanceTimersByTimeAsync(4_999);
    await vi.advanceTimersByTimeAsync(1);
    expect(await stalled).toBe('capture_stalled');
  });

  it('has its top row first', () => {
    const header = bitmapHeader(3, 7);
    expect([header.readUInt32LE(0), header.readInt32LE(8), header.readUInt16LE(14)]).toEqual([40, -7, 32]);
  });
});
