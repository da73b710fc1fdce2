import type { StackedWindow } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import type { Pointer } from './native.ts';

/** XWindowAttributes: where its fields lie and how long it is, on 64-bit systems. */
const ATTRIBUTES = { size: 136, border: 16, mapState: 92, overrideRedirect: 120 };
const VIEWABLE = 2;
const SHAPE_INPUT = 2;
const MOST_PARENTS = 32;

/** The windows right below the root, as they lie on one another: a window manager's frames, and menus and the like. */
export class WindowStack {
  readonly #connection: Connection;
  readonly #attributes: Pointer;
  readonly #bytes: Buffer;

  constructor(connection: Connection) {
    const { koffi } = connection.x;
    this.#connection = connection;
    this.#attributes = koffi.alloc('uint8', ATTRIBUTES.size);
    this.#bytes = Buffer.from(koffi.view(this.#attributes, ATTRIBUTES.size));
  }

  /** Front to back; windows that let every click through are left out. */
  layout(): StackedWindow[] {
    const { root } = this.#connection;
    const found: StackedWindow[] = [];
    for (const window of this.#tree(root)?.children ?? []) {
      const one = this.#read(window);
      if (one) found.push(one);
    }
    return found.reverse();
  }

  /** The one that holds the window with the keyboard; null when none has it. */
  focused(): string | null {
    const { x, display, root } = this.#connection;
    const focus: [number] = [0];
    x.XGetInputFocus(display, focus, [0]);
    let window = Number(focus[0]);
    if (window <= 1 || window === root) return null;
    for (let depth = 0; depth < MOST_PARENTS; depth++) {
      const parent = this.#tree(window)?.parent ?? 0;
      if (parent === root) return String(window);
      if (parent === 0) return null;
      window = parent;
    }
    return null;
  }

  #read(window: number): StackedWindow | null {
    const { x, display } = this.#connection;
    if (!x.XGetWindowAttributes(display, window, this.#attributes)) return null;
    const at = (offset: number) => this.#bytes.readInt32LE(offset);
    if (at(ATTRIBUTES.mapState) !== VIEWABLE) return null;
    if (at(ATTRIBUTES.overrideRedirect) && this.#isClickedThrough(window)) return null;
    const borders = 2 * at(ATTRIBUTES.border);
    return { id: String(window), x: at(0), y: at(4), width: at(8) + borders, height: at(12) + borders };
  }

  #isClickedThrough(window: number): boolean {
    const { x, display } = this.#connection;
    const count: [number] = [0];
    const list = x.XShapeGetRectangles(display, window, SHAPE_INPUT, count, [0]);
    if (list) x.XFree(list);
    return count[0] === 0;
  }

  #tree(window: number): { parent: number; children: number[] } | null {
    const { x, display } = this.#connection;
    const parent: [number] = [0];
    const list: [Pointer | null] = [null];
    const count: [number] = [0];
    if (!x.XQueryTree(display, window, [0], parent, list, count)) return null;
    const ids: (number | bigint)[] = list[0] ? x.koffi.decode(list[0], 'ulong', count[0]) : [];
    const children = Array.from(ids, Number);
    if (list[0]) x.XFree(list[0]);
    return { parent: Number(parent[0]), children };
  }
}
