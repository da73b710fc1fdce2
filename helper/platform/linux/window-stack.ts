import type { StackedWindow } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import type { WindowTree } from './window-tree.ts';

/** The windows right below the root, as they lie on one another: a window manager's frames, and menus and the like. */
export class WindowStack {
  readonly #connection: Connection;
  readonly #tree: WindowTree;

  constructor(connection: Connection, tree: WindowTree) {
    this.#connection = connection;
    this.#tree = tree;
  }

  /** Front to back; windows that let every click through are left out. */
  layout(): StackedWindow[] {
    const children = this.#tree.family(this.#connection.root)?.children ?? [];
    return children.flatMap((window) => this.#read(window) ?? []).reverse();
  }

  /** The one that holds the window with the keyboard; null when none has it. */
  focused(): string | null {
    const { x, display, root } = this.#connection;
    const focus: [number] = [0];
    x.XGetInputFocus(display, focus, [0]);
    const window = Number(focus[0]);
    if (window <= 1 || window === root) return null;
    const top = this.#tree.topLevel(window);
    return top === null ? null : String(top);
  }

  #read(window: number): StackedWindow | null {
    const found = this.#tree.attributes(window);
    if (!found?.isMapped) return null;
    if (found.isUnmanaged && this.#tree.isClickedThrough(window)) return null;
    const borders = 2 * found.border;
    return { id: String(window), x: found.x, y: found.y, width: found.w + borders, height: found.h + borders };
  }
}
