import { describe, expect, it } from 'vitest';
import { Win32Windows } from '../../../../../helper/platform/win32/window-list.ts';

interface Recorded {
  handle: bigint;
  pid: number;
  className: string;
  title: string;
  /** Left, top, right, bottom: with the invisible borders, and as seen. */
  rect: [number, number, number, number];
  seen?: [number, number, number, number];
  hidden?: true;
  minimised?: true;
  cloaked?: number;
  tool?: true;
  owner?: bigint;
}

/** A desktop with everything that EnumWindows gives, front to back. */
const recorded: Recorded[] = [
  { handle: 1n, pid: 4, className: 'Shell_TrayWnd', title: '', rect: [0, 1040, 1920, 1080] },
  { handle: 2n, pid: 30, className: 'Palette', title: 'Colours', rect: [10, 10, 60, 60], tool: true, owner: 3n },
  { handle: 3n, pid: 30, className: 'Notepad', title: 'a — b', rect: [92, 100, 708, 608], seen: [100, 100, 700, 600] },
  { handle: 4n, pid: 31, className: 'Floating', title: 'alone', rect: [0, 0, 50, 50], tool: true },
  { handle: 5n, pid: 32, className: 'Hidden', title: '', rect: [0, 0, 50, 50], hidden: true },
  { handle: 6n, pid: 33, className: 'Mail', title: 'Inbox', rect: [0, 0, 900, 700], minimised: true },
  { handle: 7n, pid: 34, className: 'ApplicationFrameWindow', title: 'Settings', rect: [0, 0, 900, 700], cloaked: 2 },
  { handle: 8n, pid: 35, className: 'Empty', title: '', rect: [5, 5, 5, 5] },
  { handle: 9n, pid: 36, className: 'Chrome_WidgetWin_1', title: 'Left screen', rect: [-1920, -20, -20, 1000] },
  { handle: 10n, pid: 4, className: 'Progman', title: 'Program Manager', rect: [0, 0, 1920, 1080] },
];

function fake(canAskManager = true) {
  const of = (handle: bigint) => {
    const found = recorded.find((one) => one.handle === handle);
    if (!found) throw new Error(`no window ${handle}`);
    return found;
  };
  const rectangle = (to: Buffer, values: readonly number[]) => {
    for (const [i, value] of values.entries()) to.writeInt32LE(value, i * 4);
    return 1;
  };
  const text = (to: Buffer, value: string) => {
    to.write(`${value}\0`, 'utf16le');
    return value.length;
  };
  return {
    EnumWindows: (visit: (handle: bigint) => number) => {
      for (const one of recorded) visit(one.handle);
      return 1;
    },
    IsWindowVisible: (handle: bigint) => (of(handle).hidden ? 0 : 1),
    IsIconic: (handle: bigint) => (of(handle).minimised ? 1 : 0),
    GetWindowLongPtrW: (handle: bigint) => (of(handle).tool ? 0x80 : 0x100),
    GetWindow: (handle: bigint, kind: number) => (kind === 4 ? (of(handle).owner ?? null) : null),
    GetWindowRect: (handle: bigint, to: Buffer) => rectangle(to, of(handle).rect),
    GetClientRect: (handle: bigint, to: Buffer) =>
      rectangle(to, [0, 0, of(handle).rect[2] - of(handle).rect[0] - 16, 400]),
    ClientToScreen: (handle: bigint, to: Buffer) => rectangle(to, [of(handle).rect[0] + 8, of(handle).rect[1] + 31]),
    GetWindowTextW: (handle: bigint, to: Buffer) => text(to, of(handle).title),
    GetClassNameW: (handle: bigint, to: Buffer) => text(to, of(handle).className),
    GetWindowThreadProcessId: (handle: bigint, to: Buffer) => to.writeUInt32LE(of(handle).pid, 0) + 700,
    GetForegroundWindow: () => 3n,
    WindowFromPoint: (point: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(point);
      const [x, y] = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
      return x === -100 && y === -5 ? 99n : null;
    },
    GetAncestor: (handle: bigint, kind: number) => (handle === 99n && kind === 2 ? 9n : null),
    DwmGetWindowAttribute: canAskManager
      ? (handle: bigint, kind: number, to: Buffer) => {
          if (kind === 14) to.writeUInt32LE(of(handle).cloaked ?? 0, 0);
          else rectangle(to, of(handle).seen ?? of(handle).rect);
          return 0;
        }
      : null,
    OpenProcess: (_access: number, _inherit: number, pid: number) => BigInt(pid),
    QueryFullProcessImageNameW: (process: bigint, _flags: number, to: Buffer) => {
      text(to, `C:\\Program Files\\App\\app${process}.EXE`);
      return 1;
    },
    CloseHandle: () => 1,
  };
}

describe('the windows of Windows', () => {
  const list = () => new Win32Windows(fake()).list();

  it('are those that are shown, front to back; minimised, cloaked, hidden and empty ones are left out', () => {
    expect(list().map((one) => one.id)).toEqual(['0x1', '0x2', '0x3', '0x4', '0x9', '0xa']);
  });

  it('tell the shell and palettes on their own from programs', () => {
    const programs = list().filter((one) => !one.isShell);
    expect(programs.map((one) => one.title)).toEqual(['Colours', 'a — b', 'Left screen']);
  });

  it('have the bounds that are seen, their program’s name, and places left of the primary display', () => {
    const [, , editor, , browser] = list();
    expect(editor).toMatchObject({
      app: 'app30',
      pid: 30,
      focused: true,
      classes: ['notepad'],
      bounds: { x: 100, y: 100, w: 600, h: 500 },
      client: { x: 100, y: 131, w: 600, h: 400 },
    });
    expect(browser?.bounds).toEqual({ x: -1920, y: -20, w: 1900, h: 1020 });
  });

  it('are found by a point with negative parts, and by the focus', () => {
    const windows = new Win32Windows(fake());
    expect(windows.at({ x: -100, y: -5 })).toEqual({ pid: 36, classes: ['chrome_widgetwin_1'] });
    expect(windows.at({ x: 3, y: 3 })).toBeNull();
    expect(windows.focused()).toEqual({ pid: 30, classes: ['notepad'] });
    expect(windows.focusedWindow()).toBe('0x3');
    expect(windows.focusThread()).toBeGreaterThan(0);
  });

  it('lie on top of each other as they are listed, the taskbar too', () => {
    expect(new Win32Windows(fake()).layout()[0]).toEqual({ id: '0x1', x: 0, y: 1040, width: 1920, height: 40 });
  });

  it('are listed without the window manager too, by their plain rectangles', () => {
    const plain = new Win32Windows(fake(false)).list().find((one) => one.id === '0x3');
    expect(plain?.bounds).toEqual({ x: 92, y: 100, w: 616, h: 508 });
  });
});
