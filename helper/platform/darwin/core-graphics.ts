import { binder, type Koffi, type Native, optionalBinder, type Pointer } from '../native/koffi.ts';
import type { Ref } from './core-foundation.ts';

const PATH = '/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics';

type R = Ref | null;
export interface GlobalPoint {
  x: number;
  y: number;
}
export interface GlobalRect extends GlobalPoint {
  width: number;
  height: number;
}

/** Displays, pictures, events and windows. Points and rectangles are global, from the primary display's top left. */
export type CoreGraphics = ReturnType<typeof loadCoreGraphics>;

export function loadCoreGraphics(koffi: Koffi) {
  const c = binder(koffi, PATH);
  koffi.struct('FermixPoint', { x: 'double', y: 'double' });
  koffi.struct('FermixRect', { x: 'double', y: 'double', width: 'double', height: 'double' });
  return { ...displays(koffi, c), ...pictures(koffi, c), ...events(koffi, c), ...session(c) };
}

type Bind = ReturnType<typeof binder>;

function displays(koffi: Koffi, c: Bind) {
  const optional = optionalBinder(koffi, PATH);
  return {
    CGGetActiveDisplayList: c<(most: number, ids: Uint32Array, count: Uint32Array) => number>(
      'int CGGetActiveDisplayList(uint most, void *ids, void *count)',
    ),
    CGMainDisplayID: c<() => number>('uint CGMainDisplayID()'),
    CGDisplayBounds: c<(id: number) => GlobalRect>('FermixRect CGDisplayBounds(uint id)'),
    CGDisplayRotation: c<(id: number) => number>('double CGDisplayRotation(uint id)'),
    CGDisplayIsAsleep: c<(id: number) => number>('uint CGDisplayIsAsleep(uint id)'),
    CGDisplayMirrorsDisplay: c<(id: number) => number>('uint CGDisplayMirrorsDisplay(uint id)'),
    CGDisplayCopyDisplayMode: c<(id: number) => R>('void *CGDisplayCopyDisplayMode(uint id)'),
    CGDisplayModeGetWidth: c<(mode: Ref) => number | bigint>('size_t CGDisplayModeGetWidth(void *mode)'),
    CGDisplayModeGetPixelWidth: c<(mode: Ref) => number | bigint>('size_t CGDisplayModeGetPixelWidth(void *mode)'),
    CGDisplayModeRelease: c<(mode: Ref) => void>('void CGDisplayModeRelease(void *mode)'),
    /** Null from the version of macOS on that no longer has it. */
    CGDisplayCreateImage: optional<Native<(id: number) => R>>('void *CGDisplayCreateImage(uint id)'),
  };
}

function pictures(koffi: Koffi, c: Bind) {
  type Draw = (context: Ref, area: GlobalRect, image: Ref) => void;
  return {
    CGImageGetWidth: c<(image: Ref) => number | bigint>('size_t CGImageGetWidth(void *image)'),
    CGImageGetHeight: c<(image: Ref) => number | bigint>('size_t CGImageGetHeight(void *image)'),
    CGImageRelease: c<(image: Ref) => void>('void CGImageRelease(void *image)'),
    CGColorSpaceCreateWithName: c<(name: Ref) => R>('void *CGColorSpaceCreateWithName(void *name)'),
    CGBitmapContextCreate: c<
      (data: Pointer, w: number, h: number, bits: number, row: number, space: Ref, information: number) => R
    >(
      'void *CGBitmapContextCreate(void *data, size_t w, size_t h, size_t bits, size_t row, void *space, uint information)',
    ),
    CGContextSetInterpolationQuality: c<(context: Ref, quality: number) => void>(
      'void CGContextSetInterpolationQuality(void *context, int quality)',
    ),
    CGContextDrawImage: c<Native<Draw>>('void CGContextDrawImage(void *context, FermixRect area, void *image)'),
    CGContextRelease: c<(context: Ref) => void>('void CGContextRelease(void *context)'),
    /** Memory for pixels, kept until `freePixels`. */
    newPixels: (count: number): { address: Pointer; pixels: Uint32Array } => {
      const address: Pointer = koffi.alloc('uint32', count);
      return { address, pixels: new Uint32Array(koffi.view(address, count * 4)) };
    },
    freePixels: (address: Pointer): void => koffi.free(address),
  };
}

function events(koffi: Koffi, c: Bind) {
  const tap = koffi.proto('void *FermixTap(void *proxy, uint type, void *event, void *information)');
  type Tap = (proxy: R, type: number, event: R) => R;
  return {
    CGEventSourceCreate: c<(state: number) => R>('void *CGEventSourceCreate(int state)'),
    CGEventSourceSetUserData: c<(source: Ref, data: number) => void>(
      'void CGEventSourceSetUserData(void *source, int64 data)',
    ),
    CGEventSourceSetLocalEventsSuppressionInterval: c<(source: Ref, seconds: number) => void>(
      'void CGEventSourceSetLocalEventsSuppressionInterval(void *source, double seconds)',
    ),
    CGEventSourceSecondsSinceLastEventType: c<(state: number, type: number) => number>(
      'double CGEventSourceSecondsSinceLastEventType(int state, uint type)',
    ),
    CGEventSourceButtonState: c<(state: number, button: number) => number>(
      'uint8 CGEventSourceButtonState(int state, uint button)',
    ),
    CGEventSourceFlagsState: c<(state: number) => number | bigint>('uint64 CGEventSourceFlagsState(int state)'),
    CGEventCreate: c<(source: R) => R>('void *CGEventCreate(void *source)'),
    CGEventGetLocation: c<(event: Ref) => GlobalPoint>('FermixPoint CGEventGetLocation(void *event)'),
    CGEventCreateMouseEvent: c<(source: R, type: number, at: GlobalPoint, button: number) => R>(
      'void *CGEventCreateMouseEvent(void *source, uint type, FermixPoint at, uint button)',
    ),
    CGEventCreateKeyboardEvent: c<(source: R, key: number, down: number) => R>(
      'void *CGEventCreateKeyboardEvent(void *source, uint16 key, uint8 down)',
    ),
    CGEventCreateScrollWheelEvent2: c<
      (source: R, units: number, wheels: number, first: number, second: number, third: number) => R
    >('void *CGEventCreateScrollWheelEvent2(void *source, uint units, uint wheels, int first, int second, int third)'),
    CGEventSetIntegerValueField: c<(event: Ref, field: number, value: number) => void>(
      'void CGEventSetIntegerValueField(void *event, uint field, int64 value)',
    ),
    CGEventGetIntegerValueField: c<(event: Ref, field: number) => number | bigint>(
      'int64 CGEventGetIntegerValueField(void *event, uint field)',
    ),
    CGEventSetFlags: c<(event: Ref, flags: number) => void>('void CGEventSetFlags(void *event, uint64 flags)'),
    CGEventKeyboardSetUnicodeString: c<(event: Ref, length: number, units: Buffer) => void>(
      'void CGEventKeyboardSetUnicodeString(void *event, ulong length, void *units)',
    ),
    CGEventPost: c<(tap: number, event: Ref) => void>('void CGEventPost(uint tap, void *event)'),
    CGWarpMouseCursorPosition: c<(at: GlobalPoint) => number>('int CGWarpMouseCursorPosition(FermixPoint at)'),
    CGEventTapCreate: c<
      (tap: number, place: number, options: number, mask: number, callback: Pointer, information: null) => R
    >(
      'void *CGEventTapCreate(uint tap, uint place, uint options, uint64 mask, FermixTap *callback, void *information)',
    ),
    CGEventTapEnable: c<(port: Ref, enable: number) => void>('void CGEventTapEnable(void *port, uint8 enable)'),
    /** Kept registered for ever: macOS calls it whenever the run loop turns. */
    registerTap: (callback: Tap): Pointer => koffi.register(callback, koffi.pointer(tap)),
  };
}

function session(c: Bind) {
  return {
    CGPreflightScreenCaptureAccess: c<() => number>('uint8 CGPreflightScreenCaptureAccess()'),
    CGRequestScreenCaptureAccess: c<() => number>('uint8 CGRequestScreenCaptureAccess()'),
    CGSessionCopyCurrentDictionary: c<() => R>('void *CGSessionCopyCurrentDictionary()'),
    CGWindowListCopyWindowInfo: c<(options: number, relativeTo: number) => R>(
      'void *CGWindowListCopyWindowInfo(uint options, uint relativeTo)',
    ),
  };
}
