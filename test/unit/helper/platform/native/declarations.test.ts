import koffi from 'koffi';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCarbon } from '../../../../../helper/platform/darwin/carbon.ts';
import { loadCoreFoundation } from '../../../../../helper/platform/darwin/core-foundation.ts';
import { loadCoreGraphics } from '../../../../../helper/platform/darwin/core-graphics.ts';
import { loadHiServices } from '../../../../../helper/platform/darwin/hi-services.ts';
import { loadObjectiveC } from '../../../../../helper/platform/darwin/objective-c.ts';
import { loadProcessStart } from '../../../../../helper/platform/darwin/process-start.ts';
import type { Koffi } from '../../../../../helper/platform/native/koffi.ts';
import { loadGdi32 } from '../../../../../helper/platform/win32/gdi32.ts';
import { loadKernel32 } from '../../../../../helper/platform/win32/kernel32.ts';
import { loadCom } from '../../../../../helper/platform/win32/uia/com.ts';
import { loadUser32 } from '../../../../../helper/platform/win32/user32.ts';

const loaded: { library: string; name: string; result: number; types: number[] }[] = [];

/** koffi's own types say less than it gives. */
const partSizes = (parts: unknown) => (parts as { type: { size: number } }[]).map(({ type }) => type.size);

/** koffi that reads every declaration for real, and has every library. */
const reading = {
  ...koffi,
  load: (library: string) => ({
    symbol: () => 0n,
    func: (declaration: string) => {
      const { proto } = koffi.type(
        koffi.proto(declaration.replace(/(\w+)\(/, (_, name) => `${name}__${loaded.length}(`)),
      );
      if (!proto) throw new Error(`not a function: ${declaration}`);
      const name = /(\w+)\(/.exec(declaration)?.[1] ?? '';
      loaded.push({ library, name, result: proto.result.size, types: partSizes(proto.arguments) });
      return () => 0;
    },
  }),
} as unknown as Koffi;

beforeAll(() => {
  loadUser32(reading);
  loadKernel32(reading);
  loadGdi32(reading);
  loadCom(reading);
  loadCoreFoundation(reading);
  loadCoreGraphics(reading);
  loadHiServices(reading);
  loadCarbon(reading);
  loadObjectiveC(reading);
  loadProcessStart(reading);
});

describe('declarations of the systems that are not run here', () => {
  it('can all be read', () => {
    expect(loaded.length).toBeGreaterThan(150);
    expect(loaded.map((one) => one.name)).not.toContain('');
  });

  it('name only libraries of the system', () => {
    const libraries = new Set(loaded.map((one) => one.library));
    for (const one of libraries) expect(one).toMatch(/^(\/System\/Library\/Frameworks\/|\/usr\/lib\/|[a-z0-9]+\.dll$)/);
  });

  // Bytes of the result and of each part, as the systems' headers have them on 64-bit processors.
  it.each([
    ['SendInput', 4, [4, 8, 4]],
    ['GetAsyncKeyState', 2, [4]],
    ['WindowFromPoint', 8, [8]],
    ['BitBlt', 4, [8, 4, 4, 4, 4, 8, 4, 4, 4]],
    ['CGDisplayBounds', 32, [4]],
    ['CGWarpMouseCursorPosition', 4, [16]],
    ['CGEventCreateMouseEvent', 8, [8, 4, 16, 4]],
    ['CGEventCreateKeyboardEvent', 8, [8, 2, 1]],
    ['CGEventSourceSecondsSinceLastEventType', 8, [4, 4]],
    ['CGContextDrawImage', 0, [8, 32, 8]],
    ['AXUIElementCopyElementAtPosition', 4, [8, 4, 4, 8]],
    ['CFStringGetCharacters', 0, [8, 16, 8]],
  ])('%s', (name, result, types) => {
    expect(loaded.find((one) => one.name === name)).toMatchObject({ result, types });
  });
});
