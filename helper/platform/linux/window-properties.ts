import type { Connection } from './connection.ts';
import { unpackIds } from './x-events.ts';

/** Types of windows that are never the program a person works with (EWMH). */
const SHELL_TYPES = [
  'DESKTOP',
  'DOCK',
  'SPLASH',
  'NOTIFICATION',
  'MENU',
  'DROPDOWN_MENU',
  'POPUP_MENU',
  'TOOLTIP',
  'COMBO',
  'DND',
];
const ALL_WORKSPACES = 0xffffffff;
const ICONIC = 3;
const TITLE_LIMIT = 4_096;

/** Left, right, top, bottom, in pixels. */
export type Margins = readonly [number, number, number, number];
const NO_MARGINS: Margins = [0, 0, 0, 0];

/** What a window says about itself, read as the window managers' conventions (EWMH, ICCCM) have it. */
export class WindowProperties {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  #bytes(window: number, name: string): Buffer | null {
    return this.#connection.property(window, this.#connection.atom(name), { limit: TITLE_LIMIT })?.data ?? null;
  }

  #numbers(window: number, name: string): number[] {
    const property = this.#connection.property(window, this.#connection.atom(name));
    return property?.format === 32 ? unpackIds(property.data) : [];
  }

  title(window: number): string {
    const modern = this.#bytes(window, '_NET_WM_NAME');
    return modern ? modern.toString('utf8') : (this.#bytes(window, 'WM_NAME')?.toString('latin1') ?? '');
  }

  /** Instance and class as written; empty when the window names none. */
  classes(window: number): string[] {
    const names = this.#bytes(window, 'WM_CLASS')?.toString('latin1').split('\0') ?? [];
    return names.filter((one) => one !== '');
  }

  pid(window: number): number | null {
    return this.#connection.number(window, '_NET_WM_PID');
  }

  isShell(window: number): boolean {
    const types = this.#numbers(window, '_NET_WM_WINDOW_TYPE');
    const shells = SHELL_TYPES.map((name) => this.#connection.atom(`_NET_WM_WINDOW_TYPE_${name}`));
    // The first type is the program's wish, later ones are for window managers that do not know it.
    return types[0] !== undefined && shells.includes(types[0]);
  }

  isTooltip(window: number): boolean {
    const tooltip = this.#connection.atom('_NET_WM_WINDOW_TYPE_TOOLTIP');
    return this.#numbers(window, '_NET_WM_WINDOW_TYPE').includes(tooltip);
  }

  /** Minimised, or on another workspace than the one shown. */
  isAway(window: number): boolean {
    if (this.#numbers(window, 'WM_STATE')[0] === ICONIC) return true;
    if (this.#numbers(window, '_NET_WM_STATE').includes(this.#connection.atom('_NET_WM_STATE_HIDDEN'))) return true;
    const desk = this.#connection.number(window, '_NET_WM_DESKTOP');
    const shown = this.#connection.number(this.#connection.root, '_NET_CURRENT_DESKTOP');
    return desk !== null && shown !== null && desk !== shown && desk !== ALL_WORKSPACES;
  }

  /** What the window manager draws around it. */
  frame(window: number): Margins {
    return asMargins(this.#numbers(window, '_NET_FRAME_EXTENTS'));
  }

  /** What the program itself draws around what is seen of it: its shadow. */
  shadow(window: number): Margins {
    return asMargins(this.#numbers(window, '_GTK_FRAME_EXTENTS'));
  }

  /** The window manager's list of windows, as a set. */
  managed(): Set<number> {
    const { root } = this.#connection;
    return new Set([...this.#numbers(root, '_NET_CLIENT_LIST_STACKING'), ...this.#numbers(root, '_NET_CLIENT_LIST')]);
  }

  active(): number | null {
    return this.#connection.number(this.#connection.root, '_NET_ACTIVE_WINDOW') || null;
  }
}

function asMargins([left, right, top, bottom]: number[]): Margins {
  const fits = [left, right, top, bottom].every((one) => one !== undefined && one < 1_000);
  return fits ? [left ?? 0, right ?? 0, top ?? 0, bottom ?? 0] : NO_MARGINS;
}
