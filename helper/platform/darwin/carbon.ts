import { binder, type Koffi, type Pointer } from '../native/koffi.ts';
import type { Ref } from './core-foundation.ts';

const PATH = '/System/Library/Frameworks/Carbon.framework/Carbon';

/** Keyboard layouts. To be called on the main thread. */
export type Carbon = ReturnType<typeof loadCarbon>;

export function loadCarbon(koffi: Koffi) {
  const c = binder(koffi, PATH);
  return {
    TISCopyCurrentKeyboardLayoutInputSource: c<() => Ref | null>('void *TISCopyCurrentKeyboardLayoutInputSource()'),
    TISCopyCurrentASCIICapableKeyboardLayoutInputSource: c<() => Ref | null>(
      'void *TISCopyCurrentASCIICapableKeyboardLayoutInputSource()',
    ),
    TISGetInputSourceProperty: c<(source: Ref, key: Ref) => Ref | null>(
      'void *TISGetInputSourceProperty(void *source, void *key)',
    ),
    LMGetKbdType: c<() => number>('uint8 LMGetKbdType()'),
    UCKeyTranslate: c<
      (
        layout: Pointer,
        key: number,
        action: number,
        modifiers: number,
        keyboard: number,
        options: number,
        dead: Uint32Array,
        most: number,
        length: BigUint64Array,
        units: Buffer,
      ) => number
    >(
      'int UCKeyTranslate(void *layout, uint16 key, uint16 action, uint modifiers, uint keyboard, uint options, void *dead, ulong most, void *length, void *units)',
    ),
    /** The string constant by which a source gives its layout. */
    layoutDataKey: (): Ref => koffi.decode(koffi.load(PATH).symbol('kTISPropertyUnicodeKeyLayoutData'), 'void *'),
  };
}
