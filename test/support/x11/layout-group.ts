// Prints the keyboard layout group of the display, or switches to another: node layout-group.ts [GROUP] (from 0)
import koffi from 'koffi';

const CORE_KEYBOARD = 0x100;
const wanted = process.argv[2];
const x = koffi.load('libX11.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
if (wanted === undefined) {
  const state = koffi.alloc('uint8', 24);
  x.func('int XkbGetState(void *d, uint device, void *state)')(display, CORE_KEYBOARD, state);
  process.stdout.write(String(Buffer.from(koffi.view(state, 24)).readUInt8(0)));
} else {
  x.func('int XkbLockGroup(void *d, uint device, uint group)')(display, CORE_KEYBOARD, Number(wanted));
  x.func('int XSync(void *d, int discard)')(display, 0);
}
