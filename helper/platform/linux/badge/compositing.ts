import type { Connection } from '../connection.ts';
import type { Koffi, Pointer } from '../native.ts';

type Id = number;
type D = Pointer;
/** An XServer region or picture. */
type Handle = number;
type Out = [number];

/** C functions of the badge alone: offscreen windows, shapes and blending. */
export type Compositing = NonNullable<ReturnType<typeof loadCompositing>>;

/** Redirecting below the root came with version 0.2. */
const VERSION = { major: 0, minor: 2 };

/** Null where a library is missing or the server lacks one of the extensions: then there is no badge. */
export function loadCompositing({ x, display }: Connection) {
  try {
    const c = { ...offscreen(x.koffi), ...regions(x.koffi), ...blending(x.koffi), ...drawing(x.koffi) };
    if (!c.XCompositeQueryExtension(display, [0], [0]) || !c.XFixesQueryExtension(display, [0], [0])) return null;
    const [major, minor]: [[number], [number]] = [[VERSION.major], [VERSION.minor]];
    c.XCompositeQueryVersion(display, major, minor);
    return major[0] > 0 || minor[0] >= VERSION.minor ? c : null;
  } catch {
    return null;
  }
}

function binder(koffi: Koffi, soname: string) {
  const library = koffi.load(soname);
  return <T>(declaration: string): T => library.func(declaration) as T;
}

function offscreen(koffi: Koffi) {
  const c = binder(koffi, 'libXcomposite.so.1');
  return {
    XCompositeQueryExtension: c<(d: D, event: Out, error: Out) => number>(
      'int XCompositeQueryExtension(void *d, _Out_ int *event, _Out_ int *error)',
    ),
    XCompositeQueryVersion: c<(d: D, major: [number], minor: [number]) => number>(
      'int XCompositeQueryVersion(void *d, _Inout_ int *major, _Inout_ int *minor)',
    ),
    XCompositeRedirectSubwindows: c<(d: D, w: Id, update: number) => void>(
      'void XCompositeRedirectSubwindows(void *d, ulong w, int update)',
    ),
    XCompositeUnredirectSubwindows: c<(d: D, w: Id, update: number) => void>(
      'void XCompositeUnredirectSubwindows(void *d, ulong w, int update)',
    ),
    XCompositeRedirectWindow: c<(d: D, w: Id, update: number) => void>(
      'void XCompositeRedirectWindow(void *d, ulong w, int update)',
    ),
    XCompositeNameWindowPixmap: c<(d: D, w: Id) => Id>('ulong XCompositeNameWindowPixmap(void *d, ulong w)'),
  };
}

function regions(koffi: Koffi) {
  const c = binder(koffi, 'libXfixes.so.3');
  return {
    XFixesQueryExtension: c<(d: D, event: Out, error: Out) => number>(
      'int XFixesQueryExtension(void *d, _Out_ int *event, _Out_ int *error)',
    ),
    XFixesCreateRegion: c<(d: D, rectangles: Buffer | null, count: number) => Handle>(
      'ulong XFixesCreateRegion(void *d, const void *rectangles, int count)',
    ),
    XFixesCreateRegionFromWindow: c<(d: D, w: Id, kind: number) => Handle>(
      'ulong XFixesCreateRegionFromWindow(void *d, ulong w, int kind)',
    ),
    XFixesDestroyRegion: c<(d: D, region: Handle) => void>('void XFixesDestroyRegion(void *d, ulong region)'),
    XFixesSetWindowShapeRegion: c<(d: D, w: Id, kind: number, x: number, y: number, region: Handle) => void>(
      'void XFixesSetWindowShapeRegion(void *d, ulong w, int kind, int x, int y, ulong region)',
    ),
    XFixesSetPictureClipRegion: c<(d: D, picture: Handle, x: number, y: number, region: Handle) => void>(
      'void XFixesSetPictureClipRegion(void *d, ulong picture, int x, int y, ulong region)',
    ),
  };
}

function blending(koffi: Koffi) {
  const c = binder(koffi, 'libXrender.so.1');
  type Composite = (
    d: D,
    operation: number,
    source: Handle,
    mask: Handle,
    target: Handle,
    sourceX: number,
    sourceY: number,
    maskX: number,
    maskY: number,
    x: number,
    y: number,
    width: number,
    height: number,
  ) => void;
  return {
    XRenderFindVisualFormat: c<(d: D, visual: Pointer) => Pointer | null>(
      'void *XRenderFindVisualFormat(void *d, void *visual)',
    ),
    XRenderCreatePicture: c<(d: D, drawable: Id, format: Pointer, mask: number, attributes: null) => Handle>(
      'ulong XRenderCreatePicture(void *d, ulong drawable, void *format, ulong mask, void *attributes)',
    ),
    XRenderFreePicture: c<(d: D, picture: Handle) => void>('void XRenderFreePicture(void *d, ulong picture)'),
    XRenderComposite: c<Composite>(
      'void XRenderComposite(void *d, int op, ulong src, ulong mask, ulong dst, int sx, int sy, int mx, int my, int dx, int dy, uint w, uint h)',
    ),
  };
}

function drawing(koffi: Koffi) {
  const c = binder(koffi, 'libX11.so.6');
  return {
    XCreatePixmap: c<(d: D, drawable: Id, w: number, h: number, depth: number) => Id>(
      'ulong XCreatePixmap(void *d, ulong drawable, uint w, uint h, uint depth)',
    ),
    XFreePixmap: c<(d: D, pixmap: Id) => number>('int XFreePixmap(void *d, ulong pixmap)'),
    XCreateGC: c<(d: D, drawable: Id, mask: number, values: null) => Pointer>(
      'void *XCreateGC(void *d, ulong drawable, ulong mask, void *values)',
    ),
    XFreeGC: c<(d: D, gc: Pointer) => number>('int XFreeGC(void *d, void *gc)'),
    XCreateImage: c<
      (
        d: D,
        visual: Pointer,
        depth: number,
        format: number,
        offset: number,
        data: Pointer,
        w: number,
        h: number,
        pad: number,
        bytesPerLine: number,
      ) => Pointer
    >(
      'void *XCreateImage(void *d, void *visual, uint depth, int format, int offset, void *data, uint w, uint h, int pad, int line)',
    ),
    XPutImage: c<
      (
        d: D,
        drawable: Id,
        gc: Pointer,
        image: Pointer,
        sx: number,
        sy: number,
        x: number,
        y: number,
        w: number,
        h: number,
      ) => number
    >('int XPutImage(void *d, ulong drawable, void *gc, void *image, int sx, int sy, int x, int y, uint w, uint h)'),
    XChangeWindowAttributes: c<(d: D, w: Id, mask: number, attributes: Pointer) => number>(
      'int XChangeWindowAttributes(void *d, ulong w, ulong mask, void *attributes)',
    ),
    XSetWindowBackgroundPixmap: c<(d: D, w: Id, pixmap: Id) => number>(
      'int XSetWindowBackgroundPixmap(void *d, ulong w, ulong pixmap)',
    ),
    XClearWindow: c<(d: D, w: Id) => number>('int XClearWindow(void *d, ulong w)'),
    XMapWindow: c<(d: D, w: Id) => number>('int XMapWindow(void *d, ulong w)'),
    XRaiseWindow: c<(d: D, w: Id) => number>('int XRaiseWindow(void *d, ulong w)'),
    XLowerWindow: c<(d: D, w: Id) => number>('int XLowerWindow(void *d, ulong w)'),
    XMoveResizeWindow: c<(d: D, w: Id, x: number, y: number, width: number, height: number) => number>(
      'int XMoveResizeWindow(void *d, ulong w, int x, int y, uint width, uint height)',
    ),
  };
}
