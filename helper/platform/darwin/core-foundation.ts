import { binder, type Koffi, type Pointer } from '../native/koffi.ts';

const PATH = '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation';

/** A reference to a CoreFoundation object; NSString, NSArray, NSData and NSNumber are the same ones. */
export type Ref = Pointer;
type R = Ref | null;

/** The functions of CoreFoundation that are called, by their documented names. */
export type CoreFoundation = ReturnType<typeof loadCoreFoundation>;

export function loadCoreFoundation(koffi: Koffi) {
  const c = binder(koffi, PATH);
  koffi.struct('FermixRange', { location: 'long', length: 'long' });
  const arrayCallbacks: Pointer = koffi.load(PATH).symbol('kCFTypeArrayCallBacks');
  const keyCallbacks: Pointer = koffi.load(PATH).symbol('kCFTypeDictionaryKeyCallBacks');
  const valueCallbacks: Pointer = koffi.load(PATH).symbol('kCFTypeDictionaryValueCallBacks');
  const arrayCreate = c<(allocator: null, values: BigUint64Array, count: number, callbacks: Pointer) => R>(
    'void *CFArrayCreate(void *allocator, void *values, long count, void *callbacks)',
  );
  const dictionaryCreate = c<
    (a: null, keys: BigUint64Array, values: BigUint64Array, count: number, forKeys: Pointer, forValues: Pointer) => R
  >('void *CFDictionaryCreate(void *allocator, void *keys, void *values, long count, void *forKeys, void *forValues)');
  return {
    CFRetain: c<(ref: Ref) => R>('void *CFRetain(void *ref)'),
    CFRelease: c<(ref: Ref) => void>('void CFRelease(void *ref)'),
    CFGetTypeID: c<(ref: Ref) => number | bigint>('ulong CFGetTypeID(void *ref)'),
    CFStringGetTypeID: c<() => number | bigint>('ulong CFStringGetTypeID()'),
    CFNumberGetTypeID: c<() => number | bigint>('ulong CFNumberGetTypeID()'),
    CFBooleanGetTypeID: c<() => number | bigint>('ulong CFBooleanGetTypeID()'),
    CFArrayGetTypeID: c<() => number | bigint>('ulong CFArrayGetTypeID()'),
    CFDictionaryGetTypeID: c<() => number | bigint>('ulong CFDictionaryGetTypeID()'),
    CFStringCreateWithCharacters: c<(allocator: null, units: Buffer, count: number) => R>(
      'void *CFStringCreateWithCharacters(void *allocator, void *units, long count)',
    ),
    CFStringGetLength: c<(text: Ref) => number | bigint>('long CFStringGetLength(void *text)'),
    CFStringGetCharacters: c<(text: Ref, range: { location: number; length: number }, units: Buffer) => void>(
      'void CFStringGetCharacters(void *text, FermixRange range, void *units)',
    ),
    CFNumberGetValue: c<(number: Ref, type: number, value: Buffer) => number>(
      'uint8 CFNumberGetValue(void *number, long type, void *value)',
    ),
    CFNumberCreate: c<(allocator: null, type: number, value: Buffer) => R>(
      'void *CFNumberCreate(void *allocator, long type, void *value)',
    ),
    CFBooleanGetValue: c<(boolean: Ref) => number>('uint8 CFBooleanGetValue(void *boolean)'),
    /** kCFBooleanTrue and kCFBooleanFalse. */
    boolean: (value: boolean): Ref =>
      koffi.decode(koffi.load(PATH).symbol(value ? 'kCFBooleanTrue' : 'kCFBooleanFalse'), 'void *'),
    CFArrayGetCount: c<(array: Ref) => number | bigint>('long CFArrayGetCount(void *array)'),
    CFArrayGetValueAtIndex: c<(array: Ref, index: number) => R>(
      'void *CFArrayGetValueAtIndex(void *array, long index)',
    ),
    arrayOf: (values: readonly Ref[]): R =>
      arrayCreate(null, BigUint64Array.from(values), values.length, arrayCallbacks),
    CFDictionaryGetCount: c<(dictionary: Ref) => number | bigint>('long CFDictionaryGetCount(void *dictionary)'),
    CFDictionaryGetKeysAndValues: c<(dictionary: Ref, keys: BigUint64Array, values: BigUint64Array) => void>(
      'void CFDictionaryGetKeysAndValues(void *dictionary, void *keys, void *values)',
    ),
    dictionaryOf: (entries: readonly (readonly [Ref, Ref])[]): R =>
      dictionaryCreate(
        null,
        BigUint64Array.from(entries, ([key]) => key),
        BigUint64Array.from(entries, ([, value]) => value),
        entries.length,
        keyCallbacks,
        valueCallbacks,
      ),
    CFDataCreate: c<(allocator: null, bytes: Buffer, length: number) => R>(
      'void *CFDataCreate(void *allocator, void *bytes, long length)',
    ),
    CFDataGetLength: c<(data: Ref) => number | bigint>('long CFDataGetLength(void *data)'),
    CFDataGetBytePtr: c<(data: Ref) => Pointer | null>('void *CFDataGetBytePtr(void *data)'),
    CFMachPortCreateRunLoopSource: c<(allocator: null, port: Ref, order: number) => R>(
      'void *CFMachPortCreateRunLoopSource(void *allocator, void *port, long order)',
    ),
    CFMachPortInvalidate: c<(port: Ref) => void>('void CFMachPortInvalidate(void *port)'),
    CFRunLoopGetCurrent: c<() => Ref>('void *CFRunLoopGetCurrent()'),
    CFRunLoopAddSource: c<(loop: Ref, source: Ref, mode: Ref) => void>(
      'void CFRunLoopAddSource(void *loop, void *source, void *mode)',
    ),
    CFRunLoopRunInMode: c<(mode: Ref, seconds: number, returnAfterOne: number) => number>(
      'int CFRunLoopRunInMode(void *mode, double seconds, uint8 returnAfterOne)',
    ),
    /** A copy of `size` bytes of this process's memory. */
    read: (address: Pointer, size: number): Buffer => Buffer.from(Buffer.from(koffi.view(address, size))),
  };
}
