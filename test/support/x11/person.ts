// Posts input by XTEST on its display, told so line by line: node person.ts. Lines: "key CODE", "button N",
// "keydown CODE", "keyup CODE", "move X Y". Answers each with one line once the server has taken it.
import koffi from 'koffi';

const x = koffi.load('libX11.so.6');
const xtst = koffi.load('libXtst.so.6');
const display = x.func('void *XOpenDisplay(const char *name)')(null);
const sync = x.func('int XSync(void *d, int discard)');
const fakeKey = xtst.func('int XTestFakeKeyEvent(void *d, uint code, int press, ulong delay)');
const fakeButton = xtst.func('int XTestFakeButtonEvent(void *d, uint button, int press, ulong delay)');
const fakeMotion = xtst.func('int XTestFakeMotionEvent(void *d, int screen, int x, int y, ulong delay)');

function obey(line: string): void {
  const [word = '', ...numbers] = line.split(' ');
  const [first = 0, second = 0] = numbers.map(Number);
  if (word === 'move') fakeMotion(display, 0, first, second, 0);
  if (word === 'key' || word === 'keydown') fakeKey(display, first, 1, 0);
  if (word === 'key' || word === 'keyup') fakeKey(display, first, 0, 0);
  if (word === 'button') fakeButton(display, first, 1, 0);
  if (word === 'button') fakeButton(display, first, 0, 0);
  sync(display, 0);
  process.stdout.write('{"done":true}\n');
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) obey(line);
});
process.stdin.on('end', () => process.exit(0));
process.stdout.write('{"done":true}\n');
