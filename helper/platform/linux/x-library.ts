import { type Koffi, loadKoffi, type Pointer } from './native.ts';

/** Every C function the helper calls; libraries are found by soname, so no development packages are needed. */
export type XLibrary = Awaited<ReturnType<typeof loadXLibrary>>;

type Out = [number];
type OutPointer = [Pointer | null];
/** An X resource id, atom or keysym. */
type Id = number;
type D = Pointer;
/** koffi runs `.async` on another thread. */
type Async<F extends (...parts: never[]) => unknown> = F & {
  async(...parts: [...Parameters<F>, (error: unknown, result: ReturnType<F>) => void]): void;
};

/** Turns C declarations of one library into typed functions. */
function binder(koffi: Koffi, soname: string) {
  const library = koffi.load(soname);
  return <T>(declaration: string): T => library.func(declaration) as T;
}

/** Loads the X libraries. Throws when one is missing. */
export async function loadXLibrary() {
  const koffi = await loadKoffi();
  return {
    koffi,
    ...core(koffi),
    ...properties(koffi),
    ...keyboard(koffi),
    ...sharedMemory(koffi),
    ...extensions(koffi),
  };
}

function core(koffi: Koffi) {
  const c = binder(koffi, 'libX11.so.6');
  const handler = koffi.proto('int FermixXErrorHandler(void *display, void *event)');
  const setHandler = c<(callback: bigint) => Pointer>('void *XSetErrorHandler(FermixXErrorHandler *handler)');
  return {
    XInitThreads: c<() => number>('int XInitThreads()'),
    XOpenDisplay: c<Async<(name: string | null) => D | null>>('void *XOpenDisplay(const char *name)'),
    XCloseDisplay: c<(d: D) => number>('int XCloseDisplay(void *d)'),
    XConnectionNumber: c<(d: D) => number>('int XConnectionNumber(void *d)'),
    XDefaultRootWindow: c<(d: D) => Id>('ulong XDefaultRootWindow(void *d)'),
    XDefaultScreen: c<(d: D) => number>('int XDefaultScreen(void *d)'),
    XDefaultVisual: c<(d: D, screen: number) => Pointer>('void *XDefaultVisual(void *d, int screen)'),
    XDefaultDepth: c<(d: D, screen: number) => number>('int XDefaultDepth(void *d, int screen)'),
    XSync: c<Async<(d: D, discard: number) => number>>('int XSync(void *d, int discard)'),
    XFlush: c<(d: D) => number>('int XFlush(void *d)'),
    XPending: c<(d: D) => number>('int XPending(void *d)'),
    XNextEvent: c<(d: D, event: Pointer) => number>('int XNextEvent(void *d, void *event)'),
    XSendEvent: c<(d: D, window: Id, propagate: number, mask: number, event: Pointer) => number>(
      'int XSendEvent(void *d, ulong w, int propagate, long mask, void *event)',
    ),
    XFree: c<(pointer: Pointer) => number>('int XFree(void *data)'),
    XInternAtom: c<(d: D, name: string, onlyIfExists: number) => Id>(
      'ulong XInternAtom(void *d, const char *name, int only)',
    ),
    XGetAtomName: c<(d: D, atom: Id) => Pointer | null>('void *XGetAtomName(void *d, ulong atom)'),
    XSelectInput: c<(d: D, window: Id, mask: number) => number>('int XSelectInput(void *d, ulong w, long mask)'),
    /** Keeps the function registered for ever: the C side calls it at any time. */
    setErrorHandler: (callback: (display: Pointer, event: Pointer) => number) =>
      setHandler(koffi.register(callback, koffi.pointer(handler))),
  };
}

function properties(koffi: Koffi) {
  const c = binder(koffi, 'libX11.so.6');
  return {
    XQueryPointer: c<(d: D, w: Id, root: Out, child: Out, rx: Out, ry: Out, wx: Out, wy: Out, mask: Out) => number>(
      'int XQueryPointer(void *d, ulong w, _Out_ ulong *root, _Out_ ulong *child, _Out_ int *rx, _Out_ int *ry, _Out_ int *wx, _Out_ int *wy, _Out_ uint *mask)',
    ),
    XTranslateCoordinates: c<(d: D, from: Id, to: Id, x: number, y: number, dx: Out, dy: Out, child: Out) => number>(
      'int XTranslateCoordinates(void *d, ulong a, ulong b, int x, int y, _Out_ int *dx, _Out_ int *dy, _Out_ ulong *child)',
    ),
    XQueryTree: c<(d: D, w: Id, root: Out, parent: Out, children: OutPointer, count: Out) => number>(
      'int XQueryTree(void *d, ulong w, _Out_ ulong *root, _Out_ ulong *parent, _Out_ void **children, _Out_ uint *count)',
    ),
    XGetWindowAttributes: c<(d: D, w: Id, attributes: Pointer) => number>(
      'int XGetWindowAttributes(void *d, ulong w, void *attributes)',
    ),
    XGetInputFocus: c<(d: D, focus: Out, revert: Out) => number>(
      'int XGetInputFocus(void *d, _Out_ ulong *focus, _Out_ int *revert)',
    ),
    XGetWindowProperty: c<
      (
        d: D,
        w: Id,
        property: Id,
        offset: number,
        length: number,
        remove: number,
        type: Id,
        actualType: Out,
        actualFormat: Out,
        count: Out,
        bytesAfter: Out,
        data: OutPointer,
      ) => number
    >(
      'int XGetWindowProperty(void *d, ulong w, ulong property, long offset, long length, int remove, ulong type, _Out_ ulong *at, _Out_ int *af, _Out_ ulong *n, _Out_ ulong *after, _Out_ void **data)',
    ),
    XChangeProperty: c<
      (d: D, w: Id, property: Id, type: Id, format: number, mode: number, data: Buffer, count: number) => number
    >(
      'int XChangeProperty(void *d, ulong w, ulong property, ulong type, int format, int mode, const void *data, int n)',
    ),
    XDeleteProperty: c<(d: D, w: Id, property: Id) => number>('int XDeleteProperty(void *d, ulong w, ulong property)'),
    XCreateSimpleWindow: c<
      (d: D, parent: Id, x: number, y: number, w: number, h: number, b: number, bc: number, bg: number) => Id
    >('ulong XCreateSimpleWindow(void *d, ulong parent, int x, int y, uint w, uint h, uint b, ulong border, ulong bg)'),
    XDestroyWindow: c<(d: D, w: Id) => number>('int XDestroyWindow(void *d, ulong w)'),
    XGetSelectionOwner: c<(d: D, selection: Id) => Id>('ulong XGetSelectionOwner(void *d, ulong selection)'),
    XSetSelectionOwner: c<(d: D, selection: Id, owner: Id, time: number) => number>(
      'int XSetSelectionOwner(void *d, ulong selection, ulong owner, ulong time)',
    ),
    XConvertSelection: c<(d: D, selection: Id, target: Id, property: Id, w: Id, time: number) => number>(
      'int XConvertSelection(void *d, ulong selection, ulong target, ulong property, ulong w, ulong time)',
    ),
  };
}

function keyboard(koffi: Koffi) {
  const c = binder(koffi, 'libX11.so.6');
  return {
    XDisplayKeycodes: c<(d: D, min: Out, max: Out) => number>(
      'int XDisplayKeycodes(void *d, _Out_ int *min, _Out_ int *max)',
    ),
    XGetKeyboardMapping: c<(d: D, first: number, count: number, perKeycode: Out) => Pointer | null>(
      'void *XGetKeyboardMapping(void *d, uint8 first, int count, _Out_ int *per)',
    ),
    XChangeKeyboardMapping: c<(d: D, first: number, per: number, keysyms: Buffer, count: number) => number>(
      'int XChangeKeyboardMapping(void *d, int first, int per, const void *keysyms, int count)',
    ),
    XkbKeycodeToKeysym: c<(d: D, keycode: number, group: number, level: number) => Id>(
      'ulong XkbKeycodeToKeysym(void *d, uint8 keycode, int group, int level)',
    ),
    XStringToKeysym: c<(name: string) => Id>('ulong XStringToKeysym(const char *name)'),
    XkbGetState: c<(d: D, device: number, state: Pointer) => number>(
      'int XkbGetState(void *d, uint device, void *state)',
    ),
    XQueryKeymap: c<(d: D, bits: Pointer) => number>('int XQueryKeymap(void *d, void *bits)'),
  };
}

function sharedMemory(koffi: Koffi) {
  const x = binder(koffi, 'libX11.so.6');
  const ext = binder(koffi, 'libXext.so.6');
  const libc = binder(koffi, 'libc.so.6');
  type Grab = (d: D, drawable: Id, image: Pointer, x: number, y: number, planes: bigint) => number;
  type WholeGrab = (
    d: D,
    drawable: Id,
    x: number,
    y: number,
    w: number,
    h: number,
    planes: bigint,
    format: number,
  ) => Pointer | null;
  return {
    XShmQueryExtension: ext<(d: D) => number>('int XShmQueryExtension(void *d)'),
    XShmCreateImage: ext<
      (d: D, visual: Pointer, depth: number, format: number, data: null, info: Pointer, w: number, h: number) => Pointer
    >('void *XShmCreateImage(void *d, void *visual, uint depth, int format, void *data, void *info, uint w, uint h)'),
    XShmAttach: ext<(d: D, info: Pointer) => number>('int XShmAttach(void *d, void *info)'),
    XShmDetach: ext<(d: D, info: Pointer) => number>('int XShmDetach(void *d, void *info)'),
    XShmGetImage: ext<Async<Grab>>(
      'int XShmGetImage(void *d, ulong drawable, void *image, int x, int y, ulong planes)',
    ),
    XGetImage: x<Async<WholeGrab>>(
      'void *XGetImage(void *d, ulong drawable, int x, int y, uint w, uint h, ulong planes, int format)',
    ),
    XDestroyImage: x<(image: Pointer) => number>('int XDestroyImage(void *image)'),
    shmget: libc<(key: number, size: number, flags: number) => number>('int shmget(int key, size_t size, int flags)'),
    shmat: libc<(id: number, address: null, flags: number) => Pointer>('void *shmat(int id, void *address, int flags)'),
    shmdt: libc<(address: Pointer) => number>('int shmdt(void *address)'),
    shmctl: libc<(id: number, command: number, buffer: null) => number>(
      'int shmctl(int id, int command, void *buffer)',
    ),
  };
}

function extensions(koffi: Koffi) {
  const x = binder(koffi, 'libX11.so.6');
  const ext = binder(koffi, 'libXext.so.6');
  const xtst = binder(koffi, 'libXtst.so.6');
  const xi = binder(koffi, 'libXi.so.6');
  const randr = binder(koffi, 'libXrandr.so.2');
  const damage = binder(koffi, 'libXdamage.so.1');
  return {
    XQueryExtension: x<(d: D, name: string, opcode: Out, event: Out, error: Out) => number>(
      'int XQueryExtension(void *d, const char *name, _Out_ int *opcode, _Out_ int *event, _Out_ int *error)',
    ),
    XShapeGetRectangles: ext<(d: D, w: Id, kind: number, count: Out, ordering: Out) => Pointer | null>(
      'void *XShapeGetRectangles(void *d, ulong w, int kind, _Out_ int *count, _Out_ int *ordering)',
    ),
    XGetEventData: x<(d: D, cookie: Pointer) => number>('int XGetEventData(void *d, void *cookie)'),
    XFreeEventData: x<(d: D, cookie: Pointer) => void>('void XFreeEventData(void *d, void *cookie)'),
    XTestQueryExtension: xtst<(d: D, event: Out, error: Out, major: Out, minor: Out) => number>(
      'int XTestQueryExtension(void *d, _Out_ int *event, _Out_ int *error, _Out_ int *major, _Out_ int *minor)',
    ),
    XTestFakeKeyEvent: xtst<(d: D, keycode: number, press: number, delay: number) => number>(
      'int XTestFakeKeyEvent(void *d, uint keycode, int press, ulong delay)',
    ),
    XTestFakeButtonEvent: xtst<(d: D, button: number, press: number, delay: number) => number>(
      'int XTestFakeButtonEvent(void *d, uint button, int press, ulong delay)',
    ),
    XTestFakeMotionEvent: xtst<(d: D, screen: number, x: number, y: number, delay: number) => number>(
      'int XTestFakeMotionEvent(void *d, int screen, int x, int y, ulong delay)',
    ),
    XIQueryVersion: xi<(d: D, major: [number], minor: [number]) => number>(
      'int XIQueryVersion(void *d, _Inout_ int *major, _Inout_ int *minor)',
    ),
    XIQueryDevice: xi<(d: D, device: number, count: Out) => Pointer | null>(
      'void *XIQueryDevice(void *d, int device, _Out_ int *count)',
    ),
    XIFreeDeviceInfo: xi<(info: Pointer) => void>('void XIFreeDeviceInfo(void *info)'),
    XISelectEvents: xi<(d: D, w: Id, masks: Pointer, count: number) => number>(
      'int XISelectEvents(void *d, ulong w, void *masks, int count)',
    ),
    XSyncInitialize: ext<(d: D, major: Out, minor: Out) => number>(
      'int XSyncInitialize(void *d, _Out_ int *major, _Out_ int *minor)',
    ),
    XSyncListSystemCounters: ext<(d: D, count: Out) => Pointer | null>(
      'void *XSyncListSystemCounters(void *d, _Out_ int *count)',
    ),
    XSyncFreeSystemCounterList: ext<(list: Pointer) => void>('void XSyncFreeSystemCounterList(void *list)'),
    XSyncQueryCounter: ext<(d: D, counter: Id, value: Pointer) => number>(
      'int XSyncQueryCounter(void *d, ulong counter, void *value)',
    ),
    XRRGetMonitors: randr<(d: D, w: Id, active: number, count: Out) => Pointer | null>(
      'void *XRRGetMonitors(void *d, ulong w, int active, _Out_ int *count)',
    ),
    XRRFreeMonitors: randr<(monitors: Pointer) => void>('void XRRFreeMonitors(void *monitors)'),
    XRRSelectInput: randr<(d: D, w: Id, mask: number) => void>('void XRRSelectInput(void *d, ulong w, int mask)'),
    XDamageQueryExtension: damage<(d: D, event: Out, error: Out) => number>(
      'int XDamageQueryExtension(void *d, _Out_ int *event, _Out_ int *error)',
    ),
    XDamageCreate: damage<(d: D, drawable: Id, level: number) => Id>(
      'ulong XDamageCreate(void *d, ulong drawable, int level)',
    ),
    XDamageDestroy: damage<(d: D, id: Id) => void>('void XDamageDestroy(void *d, ulong id)'),
    XDamageSubtract: damage<(d: D, id: Id, repair: Id, parts: Id) => void>(
      'void XDamageSubtract(void *d, ulong id, ulong repair, ulong parts)',
    ),
  };
}
