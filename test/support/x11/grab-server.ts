// Holds the X server up for everyone else: node grab-server.ts. Prints true once it does, until it is killed.
import koffi from 'koffi';

const x = koffi.load('libX11.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
x.func('int XGrabServer(void *d)')(display);
x.func('int XSync(void *d, int discard)')(display, 0);
process.stdout.write('true\n');
setInterval(() => undefined, 60_000);
