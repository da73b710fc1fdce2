// Says how many keys and which buttons the X server holds for down, as a JSON line for each line on stdin.
import { createInterface } from 'node:readline';
import koffi from 'koffi';

const BUTTONS = 0x1f00;
const x = koffi.load('libX11.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
const queryKeymap = x.func('int XQueryKeymap(void *d, void *bits)');
const out = '_Out_ ulong *a, _Out_ ulong *b, _Out_ int *c, _Out_ int *e, _Out_ int *f, _Out_ int *g, _Out_ uint *mask';
const queryPointer = x.func(`int XQueryPointer(void *d, ulong w, ${out})`);
const root = x.func('ulong XDefaultRootWindow(void *d)')(display);
const bits = koffi.alloc('uint8', 32);

createInterface({ input: process.stdin }).on('line', () => {
  queryKeymap(display, bits);
  let keys = 0;
  for (const byte of Buffer.from(koffi.view(bits, 32))) for (let i = byte; i > 0; i >>= 1) keys += i & 1;
  const mask: [number] = [0];
  queryPointer(display, root, [0], [0], [0], [0], [0], [0], mask);
  process.stdout.write(`${JSON.stringify({ keys, buttons: mask[0] & BUTTONS })}\n`);
});
