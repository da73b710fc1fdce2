import { contains } from '../../../accessibility/rectangles.ts';
import type { DesktopWindow, GlobalRectangle } from '../../../desktop.ts';
import type { Frame } from './frames.ts';
import { toRoot } from './geometry.ts';
import type { Program } from './program.ts';

const MOST_ANCESTORS = 24;
/** A shadow or border that a menu's window has and the menu itself has not, in root pixels. */
const BORDER = 40;

/**
 * Which window shows what an object draws. Menus and lists that drop down have a window of their own, although they hang
 * in the tree of the window they belong to.
 */
export class Popups {
  readonly #program: Program;
  readonly #windows: readonly DesktopWindow[];
  readonly #parents = new Map<string, Promise<string | null>>();
  readonly #extents = new Map<string, Promise<GlobalRectangle | null>>();

  /** `windows`: front-most first. */
  constructor(program: Program, windows: readonly DesktopWindow[]) {
    this.#program = program;
    this.#windows = windows;
  }

  /** The frame's own window, unless the object lies in something that fills a menu's window in front of it. */
  async windowOf(
    frame: Frame & { window: DesktopWindow },
    path: string,
    bounds: GlobalRectangle,
  ): Promise<DesktopWindow> {
    const index = this.#windows.findIndex((one) => one.id === frame.window.id);
    const above = this.#windows.slice(0, Math.max(0, index));
    const popups = above.filter((one) => one.isShell && isOf(frame.window, one) && contains(one.bounds, bounds));
    for (const popup of popups) if (await this.#liesIn(frame, path, popup)) return popup;
    return frame.window;
  }

  async #liesIn(frame: Frame, path: string, popup: DesktopWindow): Promise<boolean> {
    let at: string | null = path;
    for (let depth = 0; at !== null && at !== frame.path && depth < MOST_ANCESTORS; depth++) {
      const extents = await this.#placeOf(at);
      if (extents && fills(toRoot(frame.map, extents, false), popup.bounds)) return true;
      at = await this.#parentOf(at);
    }
    return false;
  }

  #parentOf(path: string): Promise<string | null> {
    return remembered(this.#parents, path, () => this.#program.parent(path).catch(() => null));
  }

  #placeOf(path: string): Promise<GlobalRectangle | null> {
    return remembered(this.#extents, path, () => this.#program.extents(path).catch(() => null));
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const asked = ask();
  known.set(key, asked);
  return asked;
}

/** Of the same program; windows of menus do not always name their process. */
function isOf(window: DesktopWindow, popup: DesktopWindow): boolean {
  return popup.pid === null || popup.pid === window.pid;
}

function fills(inner: GlobalRectangle, outer: GlobalRectangle): boolean {
  return contains(outer, inner) && outer.w - inner.w <= BORDER && outer.h - inner.h <= BORDER;
}
