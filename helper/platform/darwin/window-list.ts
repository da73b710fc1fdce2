import type { DesktopWindow, GlobalRectangle, Point, StackedWindow, WindowOwner, WindowsPort } from '../../desktop.ts';
import type { CfReader, CfValue } from './cf-values.ts';
import type { CoreFoundation } from './core-foundation.ts';
import type { CoreGraphics } from './core-graphics.ts';

/** On screen, and not the wallpaper and its icons. */
const OPTIONS = 1 | 16;
const NORMAL_LAYER = 0;
/** From the screen saver's level on there are the pointer and curtains that let clicks through. */
const ABOVE_EVERYTHING = 1_000;
/** Programs of the system whose windows let clicks through: the dock's covers the whole screen. */
const SEE_THROUGH = new Set(['window server', 'dock']);

type Calls = Pick<CoreGraphics, 'CGWindowListCopyWindowInfo'> & Pick<CoreFoundation, 'CFRelease'>;
type Entry = { [key: string]: CfValue };

/** The windows of the session in points, front to back. Titles need the screen recording grant. */
export class QuartzWindows implements WindowsPort {
  readonly #calls: Calls;
  readonly #reader: CfReader;
  /** The process that has the keyboard; null when it cannot be told. */
  readonly #frontPid: () => number | null;

  constructor(calls: Calls, reader: CfReader, frontPid: () => number | null) {
    this.#calls = calls;
    this.#reader = reader;
    this.#frontPid = frontPid;
  }

  list(): DesktopWindow[] {
    const all = this.#entries();
    const focused = this.#focusedEntry(all);
    return all.map((one) => {
      const bounds = boundsOf(one);
      return {
        ...ownerOf(one),
        id: idOf(one),
        app: textOf(one['kCGWindowOwnerName']),
        title: textOf(one['kCGWindowName']),
        focused: one === focused,
        bounds,
        client: bounds,
        isShell: layerOf(one) !== NORMAL_LAYER,
      };
    });
  }

  layout(): StackedWindow[] {
    return this.#clickable().map((one) => {
      const { x, y, w, h } = boundsOf(one);
      return { id: idOf(one), x, y, width: w, height: h };
    });
  }

  at({ x, y }: Point): WindowOwner | null {
    const found = this.#clickable().find((one) => {
      const bounds = boundsOf(one);
      return x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.w && y < bounds.y + bounds.h;
    });
    return found ? ownerOf(found) : null;
  }

  focused(): WindowOwner | null {
    const found = this.#focusedEntry(this.#entries());
    if (found) return ownerOf(found);
    const pid = this.#frontPid();
    return pid === null ? null : { pid, classes: [] };
  }

  focusedWindow(): string | null {
    const found = this.#focusedEntry(this.#entries());
    return found ? idOf(found) : null;
  }

  /** The front window of the program with the keyboard; else the front one of all. */
  #focusedEntry(all: readonly Entry[]): Entry | null {
    const normal = all.filter((one) => layerOf(one) === NORMAL_LAYER);
    const pid = this.#frontPid();
    return normal.find((one) => one['kCGWindowOwnerPID'] === pid) ?? (pid === null ? (normal[0] ?? null) : null);
  }

  #clickable(): Entry[] {
    return this.#entries().filter(
      (one) => layerOf(one) < ABOVE_EVERYTHING && !SEE_THROUGH.has(textOf(one['kCGWindowOwnerName']).toLowerCase()),
    );
  }

  #entries(): Entry[] {
    const array = this.#calls.CGWindowListCopyWindowInfo(OPTIONS, 0);
    if (!array) return [];
    const value = this.#reader.value(array);
    this.#calls.CFRelease(array);
    return Array.isArray(value) ? value.filter(isEntry).filter(isVisible) : [];
  }
}

const isEntry = (value: CfValue): value is Entry =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function isVisible(entry: Entry): boolean {
  const { w, h } = boundsOf(entry);
  return w > 0 && h > 0 && entry['kCGWindowAlpha'] !== 0;
}

function ownerOf(entry: Entry): WindowOwner {
  const pid = entry['kCGWindowOwnerPID'];
  const name = textOf(entry['kCGWindowOwnerName']);
  const title = textOf(entry['kCGWindowName']);
  return { pid: typeof pid === 'number' ? pid : null, classes: name === '' ? [] : [name.toLowerCase()], title };
}

function boundsOf(entry: Entry): GlobalRectangle {
  const bounds = entry['kCGWindowBounds'];
  if (bounds === undefined || !isEntry(bounds)) return { x: 0, y: 0, w: 0, h: 0 };
  const of = (key: string) => (typeof bounds[key] === 'number' ? Math.round(bounds[key]) : 0);
  return { x: of('X'), y: of('Y'), w: of('Width'), h: of('Height') };
}

const idOf = (entry: Entry) => `${entry['kCGWindowNumber'] ?? ''}`;
const layerOf = (entry: Entry) => (typeof entry['kCGWindowLayer'] === 'number' ? entry['kCGWindowLayer'] : 0);
const textOf = (value: CfValue | undefined) => (typeof value === 'string' ? value : '');
