import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureByProgram } from '../../../../../helper/platform/darwin/capture-program.ts';
import { CfReader } from '../../../../../helper/platform/darwin/cf-values.ts';
import { listDisplays } from '../../../../../helper/platform/darwin/displays.ts';
import { RunLoop, systemIdle, watchEvents } from '../../../../../helper/platform/darwin/event-tap.ts';
import { Permissions } from '../../../../../helper/platform/darwin/permissions.ts';
import { QuartzGrab } from '../../../../../helper/platform/darwin/quartz-grab.ts';
import { refuseUndrivable, sessionState } from '../../../../../helper/platform/darwin/session-state.ts';
import { QuartzWindows } from '../../../../../helper/platform/darwin/window-list.ts';
import { HumanInput } from '../../../../../helper/platform/native/human-input.ts';
import { dictionary, FakeCoreFoundation, type FakeValue } from '../../../../support/native/fake-core-foundation.ts';

const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return null;
};

describe('values of CoreFoundation', () => {
  it('are read whole, and nothing is owned afterwards', () => {
    const cf = new FakeCoreFoundation();
    const reader = new CfReader(cf.calls);
    const value = dictionary({ name: 'Ä😀', size: 2.5, on: true, list: ['a', 1, ['b']], other: { kind: 'colour' } });
    const ref = cf.make(value);
    expect(reader.value(ref)).toEqual({ name: 'Ä😀', size: 2.5, on: true, list: ['a', 1, ['b']], other: null });
    cf.calls.CFRelease(ref);
    expect(cf.owned).toBe(0);
  });
});

describe('displays', () => {
  const displays: Record<number, { at: number[]; mode: [number, number]; rotation?: number; mirrors?: number }> = {
    1: { at: [0, 0, 1512, 982], mode: [1512, 3024] },
    5: { at: [-1080, -400, 1080, 1920], mode: [1920, 1920], rotation: 90 },
    6: { at: [0, 0, 1512, 982], mode: [1512, 1512], mirrors: 1 },
  };
  const calls = {
    CGGetActiveDisplayList: (_most: number, ids: Uint32Array, count: Uint32Array) => {
      for (const [i, id] of Object.keys(displays).entries()) ids[i] = Number(id);
      count[0] = 3;
      return 0;
    },
    CGMainDisplayID: () => 1,
    CGDisplayBounds: (id: number) => {
      const [x = 0, y = 0, width = 0, height = 0] = displays[id]?.at ?? [];
      return { x, y, width, height };
    },
    CGDisplayRotation: (id: number) => displays[id]?.rotation ?? 0,
    CGDisplayMirrorsDisplay: (id: number) => displays[id]?.mirrors ?? 0,
    CGDisplayCopyDisplayMode: (id: number) => BigInt(id),
    CGDisplayModeGetWidth: (mode: bigint) => displays[Number(mode)]?.mode[0] ?? 0,
    CGDisplayModeGetPixelWidth: (mode: bigint) => BigInt(displays[Number(mode)]?.mode[1] ?? 0),
    CGDisplayModeRelease: () => undefined,
    CGDisplayIsAsleep: () => 0,
  };

  it('are told in points with the mode’s scale; a rotated one has its mode’s own ratio, a mirror is left out', () => {
    expect(listDisplays(calls)).toEqual([
      { id: '1', x: 0, y: 0, width: 1512, height: 982, modeScale: 2, rotation: 0, isPrimary: true },
      { id: '5', x: -1080, y: -400, width: 1080, height: 1920, modeScale: 1, rotation: 90, isPrimary: false },
    ]);
  });
});

describe('the session', () => {
  function state(entries: Record<string, FakeValue> | null, asleep: number[] = [0]) {
    const cf = new FakeCoreFoundation();
    const calls = {
      ...cf.calls,
      CGSessionCopyCurrentDictionary: () => (entries ? cf.make(dictionary(entries)) : null),
      CGGetActiveDisplayList: (_most: number, ids: Uint32Array, count: Uint32Array) => {
        for (const i of asleep.keys()) ids[i] = i + 1;
        count[0] = asleep.length;
        return 0;
      },
      CGDisplayIsAsleep: (id: number) => asleep[id - 1] ?? 0,
    };
    const reader = new CfReader(cf.calls);
    const code = codeOf(() => refuseUndrivable(calls, reader));
    expect(cf.owned).toBe(0);
    return [sessionState(calls, reader), code];
  }

  it('can be operated when it is in front and unlocked', () => {
    expect(state({ kCGSSessionOnConsoleKey: true })).toEqual(['ours', null]);
    expect(state({ kCGSSessionOnConsoleKey: 1, CGSSessionScreenIsLocked: 0 })).toEqual(['ours', null]);
  });

  it('is locked, behind another one, asleep, or not there', () => {
    expect(state({ kCGSSessionOnConsoleKey: true, CGSSessionScreenIsLocked: 1 })).toEqual(['locked', 'session_locked']);
    expect(state({ kCGSSessionOnConsoleKey: false })).toEqual(['locked', 'session_locked']);
    expect(state({ kCGSSessionOnConsoleKey: true }, [1, 1])).toEqual(['ours', 'display_asleep']);
    expect(state({ kCGSSessionOnConsoleKey: true }, [1, 0])).toEqual(['ours', null]);
    expect(state(null)).toEqual(['none', 'no_active_display']);
  });
});

describe('grants', () => {
  function setUp(capture: boolean, post: boolean) {
    const cf = new FakeCoreFoundation();
    const prompts: unknown[] = [];
    const state = { post, now: 0, asked: 0 };
    const permissions = new Permissions(
      {
        ...cf.calls,
        CGPreflightScreenCaptureAccess: () => (capture ? 1 : 0),
        CGRequestScreenCaptureAccess: () => prompts.push('screen'),
        AXIsProcessTrusted: () => {
          state.asked += 1;
          return state.post ? 1 : 0;
        },
        AXIsProcessTrustedWithOptions: (options) => prompts.push(cf.get(options)),
      },
      () => state.now,
    );
    return { permissions, prompts, state, cf };
  }

  it('are looked at without ever raising a prompt', () => {
    const { permissions, prompts } = setUp(false, false);
    expect([permissions.canCapture, permissions.canPost]).toEqual([false, false]);
    expect(codeOf(() => permissions.requireCapture())).toBe('capture_permission_missing');
    expect(codeOf(() => permissions.requireInput())).toBe('input_permission_missing');
    expect(prompts).toEqual([]);
  });

  it('are asked for by the owner’s click alone, only those that are missing', () => {
    const both = setUp(false, false);
    both.permissions.request();
    expect(both.prompts).toEqual(['screen', new Map([['AXTrustedCheckOptionPrompt', true]])]);
    expect(both.cf.owned).toBe(0);
    const none = setUp(true, true);
    none.permissions.request();
    expect(none.prompts).toEqual([]);
  });

  it('are noticed within half a second, without asking for each key', () => {
    const { permissions, state } = setUp(true, false);
    for (let i = 0; i < 20; i++) codeOf(() => permissions.requireInput());
    expect(state.asked).toBe(1);
    state.post = true;
    state.now = 600;
    expect(codeOf(() => permissions.requireInput())).toBeNull();
  });
});

describe('windows', () => {
  const window = (number: number, pid: number, owner: string, layer: number, at: number[], title?: string) =>
    dictionary({
      kCGWindowNumber: number,
      kCGWindowOwnerPID: pid,
      kCGWindowOwnerName: owner,
      kCGWindowLayer: layer,
      kCGWindowAlpha: 1,
      kCGWindowBounds: dictionary({ X: at[0] ?? 0, Y: at[1] ?? 0, Width: at[2] ?? 0, Height: at[3] ?? 0 }),
      ...(title === undefined ? {} : { kCGWindowName: title }),
    });
  const recorded = [
    window(90, 1, 'Window Server', 2_147_483_630, [600, 400, 32, 32]),
    window(80, 2, 'Dock', 20, [0, 0, 1512, 982]),
    window(70, 3, 'Window Server', 24, [0, 0, 1512, 24], 'Menubar'),
    window(60, 10, 'TextEdit', 101, [100, 30, 200, 300]),
    window(50, 10, 'TextEdit', 0, [100, 100, 600, 400], 'notes.txt'),
    window(40, 20, 'Safari', 0, [-1080, -400, 1080, 1200], 'News'),
    window(30, 30, 'Ghost', 0, [0, 0, 0, 0]),
  ];
  function open(frontPid: number | null) {
    const cf = new FakeCoreFoundation();
    const options: number[] = [];
    const windows = new QuartzWindows(
      {
        ...cf.calls,
        CGWindowListCopyWindowInfo: (given) => {
          options.push(given);
          return cf.make(recorded);
        },
      },
      new CfReader(cf.calls),
      () => frontPid,
    );
    return { windows, cf, options };
  }

  it('are listed front to back, and only layer 0 is a program’s window', () => {
    const { windows, cf, options } = open(10);
    const list = windows.list();
    expect(list.filter((one) => !one.isShell)).toMatchObject([
      { id: '50', app: 'TextEdit', title: 'notes.txt', pid: 10, focused: true },
      { id: '40', app: 'Safari', title: 'News', focused: false, bounds: { x: -1080, y: -400, w: 1080, h: 1200 } },
    ]);
    expect(list.map((one) => one.id)).toEqual(['90', '80', '70', '60', '50', '40']);
    expect(options).toEqual([17]);
    expect(cf.owned).toBe(0);
  });

  it('are found under a point through the dock’s full-screen window, menus before windows', () => {
    const { windows } = open(10);
    expect(windows.at({ x: 500, y: 450 })?.pid).toBe(10);
    expect(windows.at({ x: -500, y: 0 })?.pid).toBe(20);
    expect(windows.at({ x: 1_400, y: 900 })).toBeNull();
    expect(windows.layout().map((one) => one.id)).toEqual(['60', '50', '40']);
  });

  it('have the focus by the program with the keyboard, else by what is in front', () => {
    expect(open(20).windows.focused()).toMatchObject({ pid: 20, title: 'News' });
    expect(open(20).windows.focusedWindow()).toBe('40');
    expect(open(null).windows.focused()?.pid).toBe(10);
    expect(open(77).windows.focused()).toEqual({ pid: 77, classes: [] });
  });
});

describe('events of others', () => {
  function setUp(hasTap: boolean) {
    const cf = new FakeCoreFoundation();
    let callback: ((proxy: null, type: number, event: bigint | null) => bigint | null) | null = null;
    const enabled: number[] = [];
    let made: unknown[] = [];
    const calls = {
      ...cf.calls,
      registerTap: (given: (proxy: bigint | null, type: number, event: bigint | null) => bigint | null) => {
        callback = given;
        return 9n;
      },
      CGEventTapCreate: (...parts: unknown[]) => {
        made = parts;
        return hasTap ? cf.make({ kind: 'port' }) : null;
      },
      CGEventTapEnable: (_port: bigint, on: number) => void enabled.push(on),
      CGEventGetIntegerValueField: (event: bigint, field: number) => (field === 42 ? event : 0n),
    };
    const heard: number[] = [];
    const human = new HumanInput(
      () => 5_000,
      () => 1_000,
      (at) => heard.push(at),
    );
    const loop = new RunLoop(calls);
    const stop = watchEvents(calls, loop, human);
    const arrive = (type: number, event: bigint | null) => callback?.(null, type, event);
    return { human, heard, arrive, enabled, made: () => made, stop, loop, cf };
  }

  it('are told from ours by the stamp, and go on unchanged', () => {
    const { heard, arrive, human, made } = setUp(true);
    expect(human.isHearing).toBe(true);
    expect(made().slice(0, 3)).toEqual([1, 0, 1]);
    expect(arrive(5, 0x46_4d_58_31n)).toBe(0x46_4d_58_31n);
    expect(heard).toEqual([]);
    expect(arrive(10, 7n)).toBe(7n);
    expect(heard).toEqual([5_000]);
  });

  it('are heard again after macOS has switched the tap off', () => {
    const { arrive, enabled, heard } = setUp(true);
    arrive(0xffff_fffe, null);
    expect([enabled, heard]).toEqual([[1, 1], []]);
  });

  it('are not heard without the grant; then the counter is all there is', () => {
    const { human, stop } = setUp(false);
    expect(human.read()).toEqual({ idleMs: 1_000, attributed: false });
    expect(stop).not.toThrow();
  });

  it('give back what was taken', () => {
    const { stop, cf } = setUp(true);
    stop();
    // The name of the loop's mode stays.
    expect(cf.owned).toBe(1);
  });

  it('have an idle time in seconds that may be missing', () => {
    const idle = (seconds: number) => systemIdle({ CGEventSourceSecondsSinceLastEventType: () => seconds });
    expect([idle(1.5), idle(0), idle(Number.POSITIVE_INFINITY), idle(-1)]).toEqual([1_500, 0, null, null]);
  });
});

describe('a grab', () => {
  const display = { id: '5', x: -1080, y: -400, width: 4, height: 2, modeScale: 2, rotation: 0, isPrimary: false };

  function setUp(create: 'image' | 'nothing' | 'missing') {
    const cf = new FakeCoreFoundation();
    const drawn: unknown[] = [];
    const calls = {
      ...cf.calls,
      CGDisplayCreateImage:
        create === 'missing'
          ? null
          : Object.assign(() => null, {
              async: (id: number, done: (error: unknown, image: bigint | null) => void) =>
                done(null, create === 'image' && id === 5 ? cf.make({ kind: 'image' }) : null),
            }),
      CGImageGetWidth: () => 8,
      CGImageGetHeight: () => 4n,
      CGImageRelease: (image: bigint) => cf.calls.CFRelease(image),
      CGColorSpaceCreateWithName: (name: bigint) =>
        cf.get(name) === 'kCGColorSpaceSRGB' ? cf.make({ kind: 'space' }) : null,
      CGBitmapContextCreate: (...parts: unknown[]) => drawn.push(parts.filter((one) => typeof one === 'number')) && 50n,
      CGContextSetInterpolationQuality: () => undefined,
      CGContextDrawImage: Object.assign(() => undefined, {
        async: (_c: bigint, area: unknown, _i: bigint, done: (error: unknown, result: undefined) => void) => {
          drawn.push(area);
          done(null, undefined);
        },
      }),
      CGContextRelease: () => drawn.push('released'),
      newPixels: (count: number) => ({ address: 60n, pixels: new Uint32Array(count).fill(7) }),
      freePixels: () => undefined,
    };
    const asked: string[] = [];
    const grab = new QuartzGrab(calls as never, async (one) => {
      asked.push(one.id);
      return { width: 8, height: 4, pixels: new Uint32Array(32) };
    });
    return { grab, cf, drawn, asked };
  }

  it('is drawn into words of a known layout, of the size that the picture really has', async () => {
    const { grab, cf, drawn, asked } = setUp('image');
    const frame = await grab.grab(display);
    expect([frame.width, frame.height, frame.pixels.length]).toEqual([8, 4, 32]);
    expect(drawn[0]).toEqual([8, 4, 8, 32, 8198]);
    expect(drawn[1]).toEqual({ x: 0, y: 0, width: 8, height: 4 });
    await grab.grab(display);
    expect(drawn).toHaveLength(3);
    expect([asked, cf.owned]).toEqual([[], 0]);
  });

  it('comes from the system’s program where the function is gone or gives nothing', async () => {
    for (const how of ['missing', 'nothing'] as const) {
      const { grab, asked } = setUp(how);
      await grab.grab(display);
      expect(asked).toEqual(['5']);
    }
  });

  it('by the program is of the display’s place, silent, and leaves no file', async () => {
    let file = '';
    const frame = { width: 1, height: 1, pixels: new Uint32Array(1) };
    const run = async (program: string, parts: readonly string[], ms: number) => {
      expect([program, ms]).toEqual(['/usr/sbin/screencapture', 5_000]);
      expect(parts.slice(0, 4)).toEqual(['-x', '-t', 'png', '-R-1080,-400,4,2']);
      file = parts[4] ?? '';
      writeFileSync(file, 'picture');
    };
    expect(
      await captureByProgram(
        display,
        async (png) => (png.toString() === 'picture' ? frame : { ...frame, width: 0 }),
        run,
      ),
    ).toBe(frame);
    expect(existsSync(dirname(file))).toBe(false);
    await expect(
      captureByProgram(
        display,
        async () => frame,
        () => Promise.reject(new Error('no')),
      ),
    ).rejects.toThrow('no');
  });
});
