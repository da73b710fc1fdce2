// Has a key chord as another program would, until it is killed: node grab-key.ts KEYSYM-NAME MODIFIER-BITS core|device
import koffi from 'koffi';

const [name = '', bits = '0', kind = 'core'] = process.argv.slice(2);
const x = koffi.load('libX11.so.6');
const xi = koffi.load('libXi.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
const root = x.func('ulong XDefaultRootWindow(void *d)')(display);
const keysym = x.func('ulong XStringToKeysym(const char *name)')(name);
const keycode = x.func('uint8 XKeysymToKeycode(void *d, ulong keysym)')(display, keysym);
if (kind === 'core') {
  x.func('int XGrabKey(void *d, int code, uint bits, ulong w, int owner, int pointer, int keyboard)')(
    display,
    keycode,
    Number(bits),
    root,
    0,
    1,
    1,
  );
} else {
  xi.func('int XIQueryVersion(void *d, _Inout_ int *major, _Inout_ int *minor)')(display, [2], [2]);
  // XIEventMask: device 0, length 4, address 8; then one word with key press and release.
  const mask = koffi.alloc('uint8', 24);
  const bytes = Buffer.from(koffi.view(mask, 24));
  bytes.fill(0);
  bytes.writeInt32LE(1, 0);
  bytes.writeInt32LE(4, 4);
  bytes.writeBigUInt64LE(koffi.address(mask) + 16n, 8);
  bytes.writeUInt32LE(0b1100, 16);
  // XIGrabModifiers: modifiers 0, status 4.
  const modifiers = koffi.alloc('uint8', 8);
  Buffer.from(koffi.view(modifiers, 8)).writeInt32LE(Number(bits), 0);
  xi.func(
    'int XIGrabKeycode(void *d, int device, int code, ulong w, int mode, int paired, int owner, void *mask, int count, void *mods)',
  )(display, 1, keycode, root, 1, 1, 0, mask, 1, modifiers);
}
x.func('int XSync(void *d, int discard)')(display, 0);
process.stdout.write('{"held":true}\n');
setInterval(() => undefined, 60_000);
