// Windows that do as they are told: lists of labelled cells that move, change, cover one another, and record every X event
// with the cell it hit. One JSON command a line on stdin, one JSON answer each on stdout; see stage-program.ts.
import { createInterface } from 'node:readline';
import koffi from 'koffi';
import type { StageCommand, StageEvent, StageWindow } from './stage-program.ts';

const x = koffi.load('libX11.so.6');
const ulong = 'ulong';
const open = x.func('void *XOpenDisplay(const char *name)');
const root = x.func('ulong XDefaultRootWindow(void *d)');
const create = x.func(
  `ulong XCreateSimpleWindow(void *d, ${ulong} p, int x, int y, uint w, uint h, uint b, ulong bc, ulong bg)`,
);
const select = x.func('int XSelectInput(void *d, ulong w, long mask)');
const map = x.func('int XMapWindow(void *d, ulong w)');
const unmap = x.func('int XUnmapWindow(void *d, ulong w)');
const moveResize = x.func('int XMoveResizeWindow(void *d, ulong w, int x, int y, uint width, uint height)');
const raise = x.func('int XRaiseWindow(void *d, ulong w)');
const createGc = x.func('void *XCreateGC(void *d, ulong w, ulong mask, void *values)');
const foreground = x.func('int XSetForeground(void *d, void *gc, ulong colour)');
const fill = x.func('int XFillRectangle(void *d, ulong w, void *gc, int x, int y, uint width, uint height)');
const text = x.func('int XDrawString(void *d, ulong w, void *gc, int x, int y, const char *text, int length)');
const focus = x.func('int XSetInputFocus(void *d, ulong w, int revert, ulong time)');
const atom = x.func('ulong XInternAtom(void *d, const char *name, int only)');
const property = x.func(
  'int XChangeProperty(void *d, ulong w, ulong p, ulong type, int format, int mode, const void *data, int n)',
);
const withdraw = x.func('int XDeleteProperty(void *d, ulong w, ulong p)');
const pending = x.func('int XPending(void *d)');
const next = x.func('int XNextEvent(void *d, void *event)');
const sync = x.func('int XSync(void *d, int discard)');
const fd = x.func('int XConnectionNumber(void *d)');

const PAPER = 0xf4f4f4;
const INK = 0x181818;
const LINE = 0xb0b0b0;
/** Keys, buttons, motion and exposure. */
const MASK = 0x1 | 0x2 | 0x4 | 0x8 | 0x40 | 0x8000;
const NAMES: Record<number, StageEvent['type']> = { 2: 'keydown', 3: 'keyup', 4: 'down', 5: 'up', 6: 'move' };
const EXPOSE = 12;
const CARDINAL = 6;

const display = open(null);
const pidAtom = atom(display, '_NET_WM_PID', 0);
const gc = createGc(display, root(display), 0, null);
const windows = new Map<string, { id: number; state: StageWindow }>();
let events: StageEvent[] = [];
let film: NodeJS.Timeout | null = null;

function shown(name: string): { id: number; state: StageWindow } {
  const known = windows.get(name);
  if (known) return known;
  const id = Number(create(display, root(display), 0, 0, 10, 10, 0, 0, PAPER));
  select(display, id, MASK);
  const made = { id, state: { name, x: 0, y: 0, w: 10, h: 10, cells: [], cellW: 10, cellH: 10 } };
  windows.set(name, made);
  return made;
}

function place(state: StageWindow): void {
  const window = shown(state.name);
  const { id } = window;
  window.state = state;
  if (state.noPid) withdraw(display, id, pidAtom);
  else
    property(display, id, pidAtom, CARDINAL, 32, 0, Buffer.from(new BigUint64Array([BigInt(process.pid)]).buffer), 1);
  moveResize(display, id, state.x, state.y, state.w, state.h);
  map(display, id);
  raise(display, id);
  if (state.focus) focus(display, id, 1, 0);
  draw(window);
}

function draw({ id, state }: { id: number; state: StageWindow }): void {
  foreground(display, gc, PAPER);
  fill(display, id, gc, 0, 0, state.w, state.h);
  for (const [i, label] of state.cells.entries()) drawCell(id, state, i, label);
}

function drawCell(id: number, state: StageWindow, index: number, label: string): void {
  const { cellW, cellH } = state;
  const columns = Math.max(1, Math.floor(state.w / cellW));
  const left = (index % columns) * cellW;
  const top = Math.floor(index / columns) * cellH;
  const isMarked = state.highlight === index;
  foreground(display, gc, LINE);
  fill(display, id, gc, left, top, cellW, cellH);
  foreground(display, gc, isMarked ? 0x2060c0 : PAPER);
  fill(display, id, gc, left, top, cellW - 1, cellH - 1);
  foreground(display, gc, isMarked ? 0xffffff : INK);
  text(display, id, gc, left + 4, top + Math.min(cellH - 4, 16), label, label.length);
  if (state.caret === index) fill(display, id, gc, left + cellW - 12, top + 3, 1, cellH - 6);
}

/** The cell at a point of a window, or its bare ground. */
function cellAt({ cells, cellW, cellH, w }: StageWindow, left: number, top: number): string | null {
  const columns = Math.max(1, Math.floor(w / cellW));
  const column = Math.floor(left / cellW);
  return column < columns ? (cells[Math.floor(top / cellH) * columns + column] ?? null) : null;
}

const event = koffi.alloc('uint8', 192);
const view = Buffer.from(koffi.view(event, 192));

function pump(): void {
  while (pending(display) > 0) {
    next(display, event);
    const type = view.readInt32LE(0);
    const isSynthetic = view.readInt32LE(16) !== 0;
    const window = [...windows.values()].find(({ id }) => id === Number(view.readBigUInt64LE(32)));
    if (!window) continue;
    if (type === EXPOSE) draw(window);
    const name = NAMES[type];
    // A window may refuse what another program only pretends to be input.
    if (!name || isSynthetic) continue;
    const [left, top] = [view.readInt32LE(64), view.readInt32LE(68)];
    const cell = name.startsWith('key') ? null : cellAt(window.state, left, top);
    const detail = name === 'move' ? 0 : view.readUInt32LE(84);
    events.push({
      type: name,
      window: window.state.name,
      cell,
      x: view.readInt32LE(72),
      y: view.readInt32LE(76),
      detail,
    });
  }
}

function settle(): void {
  sync(display, 0);
  pump();
  sync(display, 0);
}

function run(command: StageCommand): StageEvent[] {
  if (command.film !== undefined) startFilm(command.film);
  for (const name of command.hide ?? []) unmap(display, shown(name).id);
  for (const state of command.place ?? []) place(state);
  if (command.focus) focus(display, shown(command.focus).id, 1, 0);
  settle();
  const seen = events;
  if (command.take) events = [];
  return command.take ? seen : [];
}

/** A window whose cells change all the time. */
function startFilm(name: string | null): void {
  if (film) clearInterval(film);
  film = null;
  if (name === null) return;
  const window = shown(name);
  film = setInterval(() => {
    const [first] = window.state.cells;
    for (let i = 0; i < 40; i++) {
      foreground(display, gc, Math.floor(Math.random() * 0x1000000));
      fill(display, window.id, gc, (i % 10) * (window.state.w / 10), Math.floor(i / 10) * 10, window.state.w / 10, 10);
    }
    if (first) sync(display, 0);
  }, 15);
}

const watch = koffi.node.poll(fd(display), { readable: true }, pump);
process.on('exit', () => watch.close());
createInterface({ input: process.stdin }).on('line', (line) => {
  const seen = run(JSON.parse(line) as StageCommand);
  process.stdout.write(`${JSON.stringify({ events: seen })}\n`);
});
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
