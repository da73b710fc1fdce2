import type { Connection } from '../connection.ts';
import { allocate, type NativeMemory, type Pointer } from '../native.ts';

/** A window right below the root that can be seen; `x` and `y` are those of its border. */
export interface RootChild {
  id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  border: number;
  overrideRedirect: boolean;
  visual: Pointer;
}

/** XWindowAttributes on 64-bit systems. */
const FIELDS = { size: 136, border: 16, visual: 24, kind: 40, mapState: 92, overrideRedirect: 120 };
const INPUT_ONLY = 2;
const VIEWABLE = 2;

/** Reads the windows below the root, and remembers them until one of them changes. */
export class RootChildren {
  readonly #connection: Connection;
  readonly #attributes: NativeMemory;
  #known: RootChild[] | null = null;

  /** Visuals belong to this connection; changes are told by whoever hears of them. */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#attributes = allocate(connection.x.koffi, FIELDS.size);
  }

  changed(): void {
    this.#known = null;
  }

  /** Back to front. */
  list(): readonly RootChild[] {
    this.#known ??= this.#ids().flatMap((id) => this.read(id) ?? []);
    return this.#known;
  }

  /** Null when it is gone, hidden, or draws nothing. */
  read(id: number): RootChild | null {
    const { x, display } = this.#connection;
    const { address, bytes } = this.#attributes;
    if (!x.XGetWindowAttributes(display, id, address)) return null;
    const at = (offset: number) => bytes.readInt32LE(offset);
    if (at(FIELDS.mapState) !== VIEWABLE || at(FIELDS.kind) === INPUT_ONLY) return null;
    const border = at(FIELDS.border);
    return {
      id,
      x: at(0),
      y: at(4),
      width: at(8) + 2 * border,
      height: at(12) + 2 * border,
      border,
      overrideRedirect: at(FIELDS.overrideRedirect) !== 0,
      visual: bytes.readBigUInt64LE(FIELDS.visual),
    };
  }

  #ids(): number[] {
    const { x, display, root } = this.#connection;
    const list: [Pointer | null] = [null];
    const count: [number] = [0];
    if (!x.XQueryTree(display, root, [0], [0], list, count) || !list[0]) return [];
    const ids: (number | bigint)[] = x.koffi.decode(list[0], 'ulong', count[0]);
    x.XFree(list[0]);
    return Array.from(ids, Number);
  }
}
