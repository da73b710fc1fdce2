// Prints every raw input event of a display with the server's time, and on "state" what is down: node input-log.ts
import koffi from 'koffi';

const x = koffi.load('libX11.so.6');
const xi = koffi.load('libXi.so.6');
const open = x.func('void *XOpenDisplay(const char *name)');
const root = x.func('ulong XDefaultRootWindow(void *d)');
const pending = x.func('int XPending(void *d)');
const next = x.func('int XNextEvent(void *d, void *event)');
const sync = x.func('int XSync(void *d, int discard)');
const fd = x.func('int XConnectionNumber(void *d)');
const eventData = x.func('int XGetEventData(void *d, void *cookie)');
const freeEventData = x.func('void XFreeEventData(void *d, void *cookie)');
const queryKeymap = x.func('int XQueryKeymap(void *d, void *bits)');
const queryPointer = x.func(
  'int XQueryPointer(void *d, ulong w, _Out_ ulong *r, _Out_ ulong *c, _Out_ int *a, _Out_ int *b, _Out_ int *e, _Out_ int *f, _Out_ uint *mask)',
);
const queryVersion = xi.func('int XIQueryVersion(void *d, _Inout_ int *major, _Inout_ int *minor)');
const queryDevice = xi.func('void *XIQueryDevice(void *d, int device, _Out_ int *count)');
const selectEvents = xi.func('int XISelectEvents(void *d, ulong w, void *masks, int count)');

const display = open(null);
queryVersion(display, [2], [2]);
const count: [number] = [0];
const list: bigint = queryDevice(display, 0, count);
const synthetic = new Set<number>();
for (let i = 0; i < count[0]; i++) {
  const info = Buffer.from(koffi.view(list + BigInt(i * 40), 40));
  const name: string = koffi.decode.string(info.readBigUInt64LE(8));
  if (name.includes('XTEST')) synthetic.add(info.readInt32LE(0));
}
// XIEventMask for all masters: raw keys, buttons and motion are bits 13 to 17.
const memory = koffi.alloc('uint8', 24);
const mask = Buffer.from(koffi.view(memory, 24));
mask.fill(0);
mask.writeInt32LE(1, 0);
mask.writeInt32LE(4, 4);
mask.writeBigUInt64LE(koffi.address(memory) + 16n, 8);
mask.writeUInt32LE(0b11111 << 13, 16);
selectEvents(display, root(display), memory, 1);

const event = koffi.alloc('uint8', 192);
const view = Buffer.from(koffi.view(event, 192));
const keymap = koffi.alloc('uint8', 32);
const bits = Buffer.from(koffi.view(keymap, 32));
const NAMES: Record<number, string> = { 13: 'keydown', 14: 'keyup', 15: 'down', 16: 'up', 17: 'move' };

function say(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function pump(): void {
  while (pending(display) > 0) {
    next(display, event);
    if (view.readInt32LE(0) !== 35 || !eventData(display, event)) continue;
    // XIRawEvent: time 40, source device 52, detail 56.
    const raw = Buffer.from(koffi.view(view.readBigUInt64LE(48), 60));
    const isSynthetic = synthetic.has(raw.readInt32LE(52));
    const [type, at, detail] = [NAMES[view.readInt32LE(36)], Number(raw.readBigUInt64LE(40)), raw.readInt32LE(56)];
    freeEventData(display, event);
    say({ type, at, detail, isSynthetic });
  }
}

function state(): void {
  pump();
  queryKeymap(display, keymap);
  const down: number[] = [];
  for (let code = 0; code < 256; code++) if ((bits[code >> 3] ?? 0) & (1 << (code & 7))) down.push(code);
  const buttons: [number] = [0];
  queryPointer(display, root(display), [0], [0], [0], [0], [0], [0], buttons);
  pump();
  say({ type: 'state', keys: down, buttons: (buttons[0] >> 8) & 31 });
}

const watch = koffi.node.poll(fd(display), { readable: true }, pump);
process.on('exit', () => watch.close());
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  for (const line of text.split('\n')) if (line === 'state') state();
});
process.stdin.on('end', () => process.exit(0));
sync(display, 0);
say({ type: 'ready' });
pump();
