// A window over a part of the screen that is filled anew as fast as it can: frame number N as the colour N, and says
// "frame N" now and then. node changing-window.ts X Y WIDTH HEIGHT
import koffi from 'koffi';

const [left = 0, top = 0, width = 0, height = 0] = process.argv.slice(2).map(Number);
const x = koffi.load('libX11.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
const root = x.func('ulong XDefaultRootWindow(void *d)');
const createWindow = x.func(
  'ulong XCreateSimpleWindow(void *d, ulong p, int x, int y, uint w, uint h, uint b, ulong bc, ulong bg)',
);
const changeAttributes = x.func('int XChangeWindowAttributes(void *d, ulong w, ulong mask, void *attributes)');
const foreground = x.func('int XSetForeground(void *d, void *gc, ulong colour)');
const fill = x.func('int XFillRectangle(void *d, ulong w, void *gc, int x, int y, uint width, uint height)');
const sync = x.func('int XSync(void *d, int discard)');

const window = createWindow(display, root(display), left, top, width, height, 0, 0, 0);
// XSetWindowAttributes.override_redirect is at 88, its bit is 9.
const attributes = koffi.alloc('uint8', 112);
const bytes = Buffer.from(koffi.view(attributes, 112));
bytes.fill(0);
bytes.writeInt32LE(1, 88);
changeAttributes(display, window, 1 << 9, attributes);
x.func('int XMapRaised(void *d, ulong w)')(display, window);
const gc = x.func('void *XCreateGC(void *d, ulong w, ulong mask, void *values)')(display, window, 0, null);

let frame = 0;
function draw(): void {
  frame += 1;
  foreground(display, gc, frame);
  fill(display, window, gc, 0, 0, width, height);
  sync(display, 0);
  if (frame % 50 === 1) process.stdout.write(`${JSON.stringify({ frame })}\n`);
}
setInterval(draw, 2);
