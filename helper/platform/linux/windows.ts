import type { DesktopWindow, Point, StackedWindow, WindowOwner, WindowsPort } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { listWindows } from './window-list.ts';
import { WindowProperties } from './window-properties.ts';
import { WindowStack } from './window-stack.ts';
import { WindowTree } from './window-tree.ts';

const POINTER_ROOT = 1;
/** A window manager's frame holds its client near the top; deeper trees are a program's own. */
const MAX_LOOKED_AT = 64;
const MAX_DEPTH = 32;

/** Whom a window belongs to, through the frames of any window manager. */
export class XWindows implements WindowsPort {
  readonly #connection: Connection;
  readonly #tree: WindowTree;
  readonly #properties: WindowProperties;
  readonly #stack: WindowStack;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#tree = new WindowTree(connection);
    this.#properties = new WindowProperties(connection);
    this.#stack = new WindowStack(connection, this.#tree);
  }

  layout(): StackedWindow[] {
    return this.#stack.layout();
  }

  focusedWindow(): string | null {
    return this.#stack.focused();
  }

  list(): DesktopWindow[] {
    return listWindows({ connection: this.#connection, tree: this.#tree, properties: this.#properties });
  }

  at(point: Point): WindowOwner | null {
    const { x, display, root } = this.#connection;
    const child: [number] = [0];
    x.XTranslateCoordinates(display, root, root, point.x, point.y, [0], [0], child);
    return child[0] ? this.#ownerBelow(Number(child[0])) : null;
  }

  focused(): WindowOwner | null {
    const { x, display, root } = this.#connection;
    const focus: [number] = [0];
    x.XGetInputFocus(display, focus, [0]);
    const window = Number(focus[0]);
    if (window === 0) return null;
    if (window === POINTER_ROOT || window === root) return this.#underPointer();
    let top = window;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const owner = this.#ownerOf(top);
      if (owner) return owner;
      const parent = this.#tree.family(top)?.parent ?? 0;
      if (parent === 0 || parent === root) return this.#ownerBelow(top);
      top = parent;
    }
    return null;
  }

  #underPointer(): WindowOwner | null {
    const { x, display, root } = this.#connection;
    const child: [number] = [0];
    x.XQueryPointer(display, root, [0], child, [0], [0], [0], [0], [0]);
    return child[0] ? this.#ownerBelow(Number(child[0])) : null;
  }

  /** The first window in the tree, level by level, that names its program. */
  #ownerBelow(top: number): WindowOwner {
    const queue = [top];
    for (let i = 0; i < queue.length && i < MAX_LOOKED_AT; i++) {
      const window = queue[i] ?? 0;
      const owner = this.#ownerOf(window);
      if (owner) return owner;
      queue.push(...(this.#tree.family(window)?.children ?? []));
    }
    return { pid: null, classes: [] };
  }

  #ownerOf(window: number): WindowOwner | null {
    const pid = this.#properties.pid(window);
    const classes = this.#properties.classes(window);
    if (pid === null && classes.length === 0) return null;
    return { pid, classes: classes.map((one) => one.toLowerCase()), title: this.#properties.title(window) };
  }
}
