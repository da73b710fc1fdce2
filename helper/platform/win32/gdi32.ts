import { binder, type Koffi, type Native, type Pointer } from '../native/koffi.ts';

type H = Pointer | null;

/** Drawing contexts and bitmaps. */
export type Gdi32 = ReturnType<typeof loadGdi32>;

export function loadGdi32(koffi: Koffi) {
  const c = binder(koffi, 'gdi32.dll');
  type BitBlt = (
    to: Pointer,
    x: number,
    y: number,
    width: number,
    height: number,
    from: Pointer,
    fromX: number,
    fromY: number,
    operation: number,
  ) => number;
  return {
    CreateCompatibleDC: c<(context: H) => H>('void * __stdcall CreateCompatibleDC(void *context)'),
    DeleteDC: c<(context: Pointer) => number>('int __stdcall DeleteDC(void *context)'),
    CreateDIBSection: c<
      (context: H, information: Buffer, usage: number, bits: [H], section: null, offset: number) => H
    >(
      'void * __stdcall CreateDIBSection(void *context, void *information, uint usage, _Out_ void **bits, void *section, uint offset)',
    ),
    SelectObject: c<(context: Pointer, object: Pointer) => H>(
      'void * __stdcall SelectObject(void *context, void *object)',
    ),
    DeleteObject: c<(object: Pointer) => number>('int __stdcall DeleteObject(void *object)'),
    BitBlt: c<Native<BitBlt>>(
      'int __stdcall BitBlt(void *to, int x, int y, int width, int height, void *from, int fromX, int fromY, uint operation)',
    ),
    GdiFlush: c<() => number>('int __stdcall GdiFlush()'),
    /** The pixels of a bitmap section, without a copy. */
    pixels: (bits: Pointer, count: number): Uint32Array => new Uint32Array(koffi.view(bits, count * 4)),
  };
}
