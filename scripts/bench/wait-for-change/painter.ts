// A small window that changes its colour for each line "flip" on stdin and says when the server had painted it.
import koffi from 'koffi';

const x = koffi.load('libX11.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
const root = x.func('ulong XDefaultRootWindow(void *d)')(display);
const createWindow = x.func(
  'ulong XCreateSimpleWindow(void *d, ulong p, int x, int y, uint w, uint h, uint b, ulong bc, ulong bg)',
);
const setBackground = x.func('int XSetWindowBackground(void *d, ulong w, ulong colour)');
const clear = x.func('int XClearWindow(void *d, ulong w)');
const sync = x.func('int XSync(void *d, int discard)');

const window = createWindow(display, root, 400, 300, 300, 200, 0, 0, 0);
x.func('int XMapWindow(void *d, ulong w)')(display, window);
sync(display, 0);
let isLight = false;

function flip(): void {
  isLight = !isLight;
  setBackground(display, window, isLight ? 0xffffff : 0);
  clear(display, window);
  sync(display, 0);
  process.stdout.write(`${JSON.stringify({ at: performance.timeOrigin + performance.now() })}\n`);
}

process.stdin.setEncoding('utf8').on('data', (text: string) => {
  for (const line of text.split('\n')) if (line === 'flip') flip();
});
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ at: null })}\n`);
