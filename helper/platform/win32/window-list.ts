import type { DesktopWindow, GlobalRectangle, Point, StackedWindow, WindowOwner, WindowsPort } from '../../desktop.ts';
import type { Kernel32 } from './kernel32.ts';
import { processName } from './process-name.ts';
import type { Handle, User32 } from './user32.ts';
import { wideText } from './wide-text.ts';

const EXTENDED_FRAME_BOUNDS = 9;
const CLOAKED = 14;
const EXTENDED_STYLE = -20;
const TOOL_WINDOW = 0x80;
const OWNER = 4;
const ROOT = 2;
const TEXT_UNITS = 512;
/** Taskbars, the wallpaper and the flyouts of the notification area. */
const SHELL_CLASSES = new Set([
  'shell_traywnd',
  'shell_secondarytraywnd',
  'progman',
  'workerw',
  'notifyiconoverflowwindow',
  'toplevelwindowforoverflowxamlisland',
  'windows.ui.core.corewindow',
  'tooltips_class32',
  '#32768',
]);

type Calls = Pick<
  User32,
  | 'EnumWindows'
  | 'IsWindowVisible'
  | 'IsIconic'
  | 'GetWindowLongPtrW'
  | 'GetWindow'
  | 'GetWindowRect'
  | 'GetClientRect'
  | 'ClientToScreen'
  | 'GetWindowTextW'
  | 'GetClassNameW'
  | 'GetWindowThreadProcessId'
  | 'GetForegroundWindow'
  | 'WindowFromPoint'
  | 'GetAncestor'
> &
  Pick<Kernel32, 'DwmGetWindowAttribute' | 'OpenProcess' | 'QueryFullProcessImageNameW' | 'CloseHandle'>;

/** The windows of the signed-in desktop, in physical pixels. */
export class Win32Windows implements WindowsPort {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** EnumWindows goes from front to back. */
  list(): DesktopWindow[] {
    const names = new Map<number, string>();
    const focused = this.#calls.GetForegroundWindow();
    return this.#visible().map((window) => this.#describe(window, window === focused, names));
  }

  layout(): StackedWindow[] {
    return this.#visible().map((window) => {
      const { x, y, w, h } = this.#bounds(window);
      return { id: idOf(window), x, y, width: w, height: h };
    });
  }

  focusedWindow(): string | null {
    const window = this.#calls.GetForegroundWindow();
    return window === null ? null : idOf(window);
  }

  at(point: Point): WindowOwner | null {
    const packed = (BigInt.asUintN(32, BigInt(point.y)) << 32n) | BigInt.asUintN(32, BigInt(point.x));
    const window = this.#calls.WindowFromPoint(BigInt.asIntN(64, packed));
    return window ? this.#owner(this.#calls.GetAncestor(window, ROOT) ?? window) : null;
  }

  focused(): WindowOwner | null {
    const window = this.#calls.GetForegroundWindow();
    return window ? this.#owner(window) : null;
  }

  /** Thread that gets keys now; 0 when none does. */
  focusThread(): number {
    const window = this.#calls.GetForegroundWindow();
    return window ? this.#calls.GetWindowThreadProcessId(window, Buffer.alloc(4)) : 0;
  }

  #visible(): Handle[] {
    const handles: Handle[] = [];
    this.#calls.EnumWindows((window) => {
      if (this.#isShown(window)) handles.push(window);
      return 1;
    }, 0);
    return handles;
  }

  /** Not minimised, not hidden by the window manager (other virtual desktops, suspended apps), and of some size. */
  #isShown(window: Handle): boolean {
    if (!this.#calls.IsWindowVisible(window) || this.#calls.IsIconic(window)) return false;
    const cloaked = this.#attribute(window, CLOAKED, 4);
    if (cloaked && cloaked.readUInt32LE(0) !== 0) return false;
    const { w, h } = this.#bounds(window);
    return w > 0 && h > 0;
  }

  #describe(window: Handle, focused: boolean, names: Map<number, string>): DesktopWindow {
    const owner = this.#owner(window);
    const pid = owner.pid ?? 0;
    const app = names.get(pid) ?? processName(this.#calls, pid) ?? '';
    names.set(pid, app);
    const title = this.#text((text) => this.#calls.GetWindowTextW(window, text, TEXT_UNITS));
    const isShell = this.#isTool(window) || owner.classes.some((one) => SHELL_CLASSES.has(one));
    return {
      ...owner,
      id: idOf(window),
      app,
      title,
      focused,
      bounds: this.#bounds(window),
      client: this.#client(window),
      isShell,
    };
  }

  /** A palette on its own is no program; one that a visible window owns belongs to it. */
  #isTool(window: Handle): boolean {
    if ((Number(this.#calls.GetWindowLongPtrW(window, EXTENDED_STYLE)) & TOOL_WINDOW) === 0) return false;
    const owner = this.#calls.GetWindow(window, OWNER);
    return owner === null || !this.#calls.IsWindowVisible(owner);
  }

  #owner(window: Handle): WindowOwner {
    const pid = Buffer.alloc(4);
    this.#calls.GetWindowThreadProcessId(window, pid);
    const name = this.#text((text) => this.#calls.GetClassNameW(window, text, TEXT_UNITS)).toLowerCase();
    return { pid: pid.readUInt32LE(0) || null, classes: name === '' ? [] : [name] };
  }

  /** What is seen: plain window rectangles count invisible borders in. */
  #bounds(window: Handle): GlobalRectangle {
    const extended = this.#attribute(window, EXTENDED_FRAME_BOUNDS, 16);
    const bytes = extended ?? Buffer.alloc(16);
    if (!extended) this.#calls.GetWindowRect(window, bytes);
    const [x, y] = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
    return { x, y, w: bytes.readInt32LE(8) - x, h: bytes.readInt32LE(12) - y };
  }

  #client(window: Handle): GlobalRectangle {
    const size = Buffer.alloc(16);
    const origin = Buffer.alloc(8);
    if (!this.#calls.GetClientRect(window, size) || !this.#calls.ClientToScreen(window, origin))
      return this.#bounds(window);
    return { x: origin.readInt32LE(0), y: origin.readInt32LE(4), w: size.readInt32LE(8), h: size.readInt32LE(12) };
  }

  #attribute(window: Handle, kind: number, size: number): Buffer | null {
    const value = Buffer.alloc(size);
    return this.#calls.DwmGetWindowAttribute?.(window, kind, value, size) === 0 ? value : null;
  }

  #text(fill: (text: Buffer) => number): string {
    const text = Buffer.alloc(TEXT_UNITS * 2);
    return fill(text) > 0 ? wideText(text) : '';
  }
}

/** The handle in hex, as system tools show it. */
const idOf = (window: Handle) => `0x${window.toString(16)}`;

/** The handle behind an id of the list. */
export const handleOf = (id: string): Handle => BigInt(id);
