import type { GlobalRectangle } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { allocate, type NativeMemory, type Pointer } from './native.ts';

/** XWindowAttributes on 64-bit systems: 136 bytes; the offsets of what is read. */
const ATTRIBUTES_BYTES = 136;
const AT = { x: 0, y: 4, width: 8, height: 12, border: 16, class: 40, mapState: 92, overrideRedirect: 120 };
const INPUT_OUTPUT = 1;
const IS_VIEWABLE = 2;
const SHAPE_INPUT = 2;

/** A window as the server has it; position relative to its parent. */
export interface WindowAttributes extends GlobalRectangle {
  border: number;
  /** It and the windows it lies in are mapped. */
  isMapped: boolean;
  /** Mapped, and something can be drawn in it. */
  isShown: boolean;
  /** No window manager looks after it: menus, tooltips, combo lists. */
  isUnmanaged: boolean;
}

/** Parents, children and places of windows. */
export class WindowTree {
  readonly #connection: Connection;
  readonly #attributes: NativeMemory;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#attributes = allocate(connection.x.koffi, ATTRIBUTES_BYTES);
  }

  /** Bottom to top; null when the window is gone. */
  family(window: number): { parent: number; children: number[] } | null {
    const { x, display } = this.#connection;
    const parent: [number] = [0];
    const list: [Pointer | null] = [null];
    const count: [number] = [0];
    if (!x.XQueryTree(display, window, [0], parent, list, count)) return null;
    const children: number[] = [];
    if (list[0]) {
      const ids: (number | bigint)[] = x.koffi.decode(list[0], 'ulong', count[0]);
      for (const id of ids) children.push(Number(id));
      x.XFree(list[0]);
    }
    return { parent: Number(parent[0]), children };
  }

  attributes(window: number): WindowAttributes | null {
    const { x, display } = this.#connection;
    const { address, bytes } = this.#attributes;
    if (!x.XGetWindowAttributes(display, window, address)) return null;
    const isMapped = bytes.readInt32LE(AT.mapState) === IS_VIEWABLE;
    return {
      x: bytes.readInt32LE(AT.x),
      y: bytes.readInt32LE(AT.y),
      w: bytes.readInt32LE(AT.width),
      h: bytes.readInt32LE(AT.height),
      border: bytes.readInt32LE(AT.border),
      isMapped,
      isShown: isMapped && bytes.readInt32LE(AT.class) === INPUT_OUTPUT,
      isUnmanaged: bytes.readInt32LE(AT.overrideRedirect) !== 0,
    };
  }

  /** A window's inner rectangle on the whole screen. */
  client(window: number): GlobalRectangle | null {
    const { x, display, root } = this.#connection;
    const size = this.attributes(window);
    const left: [number] = [0];
    const top: [number] = [0];
    if (!size || !x.XTranslateCoordinates(display, window, root, 0, 0, left, top, [0])) return null;
    return { x: left[0], y: top[0], w: size.w, h: size.h };
  }

  /** The child of the root that a window lies in; the window itself where nothing frames it. */
  topLevel(window: number): number | null {
    let at = window;
    for (let depth = 0; depth < 16; depth++) {
      const family = this.family(at);
      if (!family) return null;
      if (family.parent === 0 || family.parent === this.#connection.root) return at;
      at = family.parent;
    }
    return null;
  }

  /** Clicks go through it to what lies behind, as through a badge. */
  isClickedThrough(window: number): boolean {
    const { x, display } = this.#connection;
    const count: [number] = [0];
    const list = x.XShapeGetRectangles(display, window, SHAPE_INPUT, count, [0]);
    if (list) x.XFree(list);
    return count[0] === 0;
  }
}
