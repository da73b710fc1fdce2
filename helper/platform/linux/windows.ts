import type { DesktopWindow, Point, StackedWindow, WindowOwner, WindowsPort } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import type { Pointer } from './native.ts';
import { WindowStack } from './window-stack.ts';

const POINTER_ROOT = 1;
/** A window manager's frame holds its client near the top; deeper trees are a program's own. */
const MAX_LOOKED_AT = 64;
const MAX_DEPTH = 32;

/** Whom a window belongs to, through the frames of any window manager. */
export class XWindows implements WindowsPort {
  readonly #connection: Connection;
  readonly #stack: WindowStack;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#stack = new WindowStack(connection);
  }

  layout(): StackedWindow[] {
    return this.#stack.layout();
  }

  focusedWindow(): string | null {
    return this.#stack.focused();
  }

  list(): DesktopWindow[] {
    return [];
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
      const parent = this.#tree(top)?.parent ?? 0;
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
      queue.push(...(this.#tree(window)?.children ?? []));
    }
    return { pid: null, classes: [] };
  }

  #ownerOf(window: number): WindowOwner | null {
    const pid = this.#connection.number(window, '_NET_WM_PID');
    const classes = this.#connection.property(window, this.#connection.atom('WM_CLASS'));
    if (pid === null && !classes) return null;
    const names = classes?.data.toString('latin1').toLowerCase().split('\0') ?? [];
    return { pid, classes: names.filter((one) => one !== ''), title: this.#titleOf(window) };
  }

  /** Old programs have only WM_NAME, whose encoding is Latin-1 as a rule. */
  #titleOf(window: number): string {
    const modern = this.#connection.property(window, this.#connection.atom('_NET_WM_NAME'));
    if (modern) return modern.data.toString('utf8');
    return this.#connection.property(window, this.#connection.atom('WM_NAME'))?.data.toString('latin1') ?? '';
  }

  #tree(window: number): { parent: number; children: number[] } | null {
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
}
