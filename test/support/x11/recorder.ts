// A window over the whole screen that draws a grid of squares and prints every pointer and key event as a JSON line.
// Run by the helper's Node under a test display: node recorder.ts WIDTH HEIGHT STEP
import koffi from 'koffi';

const [width = 0, height = 0, step = 0] = process.argv.slice(2).map(Number);
const SIDE = 9;
const EVENT = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6, expose: 12, map: 19 };
const NAMES: Record<number, string> = { 2: 'keydown', 3: 'keyup', 4: 'down', 5: 'up', 6: 'move' };

const x = koffi.load('libX11.so.6');
const open = x.func('void *XOpenDisplay(const char *name)');
const root = x.func('ulong XDefaultRootWindow(void *d)');
const createWindow = x.func(
  'ulong XCreateSimpleWindow(void *d, ulong p, int x, int y, uint w, uint h, uint b, ulong bc, ulong bg)',
);
const changeAttributes = x.func('int XChangeWindowAttributes(void *d, ulong w, ulong mask, void *attributes)');
const select = x.func('int XSelectInput(void *d, ulong w, long mask)');
const mapRaised = x.func('int XMapRaised(void *d, ulong w)');
const createGc = x.func('void *XCreateGC(void *d, ulong w, ulong mask, void *values)');
const foreground = x.func('int XSetForeground(void *d, void *gc, ulong colour)');
const fill = x.func('int XFillRectangle(void *d, ulong w, void *gc, int x, int y, uint width, uint height)');
const focus = x.func('int XSetInputFocus(void *d, ulong w, int revert, ulong time)');
const pending = x.func('int XPending(void *d)');
const next = x.func('int XNextEvent(void *d, void *event)');
const sync = x.func('int XSync(void *d, int discard)');
const fd = x.func('int XConnectionNumber(void *d)');
const keysym = x.func('ulong XLookupKeysym(void *event, int index)');

const display = open(null);
const window = createWindow(display, root(display), 0, 0, width, height, 0, 0, 0xffffff);
// Override-redirect: XSetWindowAttributes.override_redirect is at 88, its bit is 9.
const attributes = koffi.alloc('uint8', 112);
const bytes = Buffer.from(koffi.view(attributes, 112));
bytes.fill(0);
bytes.writeInt32LE(1, 88);
changeAttributes(display, window, 1 << 9, attributes);
// Keys, buttons, pointer motion, exposure and structure.
select(display, window, 0x1 | 0x2 | 0x4 | 0x8 | 0x40 | 0x8000 | 0x20000);
mapRaised(display, window);
const gc = createGc(display, window, 0, null);
const event = koffi.alloc('uint8', 192);
const view = Buffer.from(koffi.view(event, 192));

function draw(): void {
  foreground(display, gc, 0xd00000);
  for (let top = step; top + SIDE < height; top += step)
    for (let left = step; left + SIDE < width; left += step)
      fill(display, window, gc, left - (SIDE >> 1), top - (SIDE >> 1), SIDE, SIDE);
  sync(display, 0);
}

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function pump(): void {
  while (pending(display) > 0) {
    next(display, event);
    const type = view.readInt32LE(0);
    if (type === EVENT.expose) {
      draw();
      say({ type: 'ready' });
    } else if (type === EVENT.map) focus(display, window, 1, 0);
    else if (NAMES[type]) {
      // XKeyEvent, XButtonEvent, XMotionEvent: root position at 72 and 76, state 80, detail 84.
      const isKey = type === EVENT.keyPress || type === EVENT.keyRelease;
      say({
        type: NAMES[type],
        x: view.readInt32LE(72),
        y: view.readInt32LE(76),
        state: view.readUInt32LE(80),
        detail: type === EVENT.motion ? 0 : view.readUInt32LE(84),
        ...(isKey && { keysym: keysym(event, 0) }),
      });
    }
  }
}

const watch = koffi.node.poll(fd(display), { readable: true }, pump);
// Nothing else refers to the watch: collected as garbage it would end, and with it this program.
process.on('exit', () => watch.close());
sync(display, 0);
pump();
