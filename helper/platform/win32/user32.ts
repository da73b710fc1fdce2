import { binder, type Koffi, type Native, type Pointer } from '../native/koffi.ts';

/** A handle of the window manager: a window, a monitor, a hook, a desktop, a keyboard layout. */
export type Handle = Pointer;
type H = Handle | null;

/** The functions of user32 that are called, by their documented names. Structures go in and out as bytes. */
export type User32 = ReturnType<typeof loadUser32>;

export function loadUser32(koffi: Koffi) {
  const c = binder(koffi, 'user32.dll');
  const enumProc = koffi.proto('int __stdcall FermixEnumProc(void *handle, int64 parameter)');
  const monitorProc = koffi.proto(
    'int __stdcall FermixMonitorProc(void *monitor, void *context, void *rectangle, int64 parameter)',
  );
  const windowProc = koffi.proto(
    'int64 __stdcall FermixWindowProc(void *window, uint message, uint64 wide, int64 parameter)',
  );
  type WindowProc = (window: H, message: number, wide: number | bigint, parameter: number | bigint) => number | bigint;
  return {
    SetProcessDpiAwarenessContext: c<(context: number) => number>(
      'int __stdcall SetProcessDpiAwarenessContext(int64 context)',
    ),
    SetThreadDpiAwarenessContext: c<(context: number) => number | bigint>(
      'int64 __stdcall SetThreadDpiAwarenessContext(int64 context)',
    ),
    GetSystemMetrics: c<(index: number) => number>('int __stdcall GetSystemMetrics(int index)'),
    EnumDisplayMonitors: c<(dc: null, clip: null, visit: (monitor: Handle) => number, parameter: number) => number>(
      'int __stdcall EnumDisplayMonitors(void *dc, void *clip, FermixMonitorProc *visit, int64 parameter)',
    ),
    GetMonitorInfoW: c<(monitor: Handle, info: Buffer) => number>(
      'int __stdcall GetMonitorInfoW(void *monitor, void *info)',
    ),
    EnumDisplaySettingsExW: c<(device: string, mode: number, settings: Buffer, flags: number) => number>(
      'int __stdcall EnumDisplaySettingsExW(str16 device, uint mode, void *settings, uint flags)',
    ),
    SendInput: c<(count: number, inputs: Buffer, size: number) => number>(
      'uint __stdcall SendInput(uint count, void *inputs, int size)',
    ),
    GetCursorPos: c<(point: Buffer) => number>('int __stdcall GetCursorPos(void *point)'),
    SetCursorPos: c<(x: number, y: number) => number>('int __stdcall SetCursorPos(int x, int y)'),
    GetAsyncKeyState: c<(key: number) => number>('int16 __stdcall GetAsyncKeyState(int key)'),
    MapVirtualKeyW: c<(code: number, kind: number) => number>('uint __stdcall MapVirtualKeyW(uint code, uint kind)'),
    VkKeyScanExW: c<(unit: number, layout: H) => number>('int16 __stdcall VkKeyScanExW(uint16 unit, void *layout)'),
    GetKeyboardLayout: c<(thread: number) => H>('void * __stdcall GetKeyboardLayout(uint thread)'),
    GetLastInputInfo: c<(info: Buffer) => number>('int __stdcall GetLastInputInfo(void *info)'),
    GetForegroundWindow: c<() => H>('void * __stdcall GetForegroundWindow()'),
    WindowFromPoint: c<(point: bigint) => H>('void * __stdcall WindowFromPoint(int64 point)'),
    GetAncestor: c<(window: Handle, kind: number) => H>('void * __stdcall GetAncestor(void *window, uint kind)'),
    GetWindow: c<(window: Handle, kind: number) => H>('void * __stdcall GetWindow(void *window, uint kind)'),
    EnumWindows: c<(visit: (window: Handle) => number, parameter: number) => number>(
      'int __stdcall EnumWindows(FermixEnumProc *visit, int64 parameter)',
    ),
    IsWindowVisible: c<(window: Handle) => number>('int __stdcall IsWindowVisible(void *window)'),
    IsIconic: c<(window: Handle) => number>('int __stdcall IsIconic(void *window)'),
    GetWindowLongPtrW: c<(window: Handle, index: number) => number | bigint>(
      'int64 __stdcall GetWindowLongPtrW(void *window, int index)',
    ),
    GetWindowRect: c<(window: Handle, rectangle: Buffer) => number>(
      'int __stdcall GetWindowRect(void *window, void *rectangle)',
    ),
    GetClientRect: c<(window: Handle, rectangle: Buffer) => number>(
      'int __stdcall GetClientRect(void *window, void *rectangle)',
    ),
    ClientToScreen: c<(window: Handle, point: Buffer) => number>(
      'int __stdcall ClientToScreen(void *window, void *point)',
    ),
    GetWindowTextW: c<(window: Handle, text: Buffer, units: number) => number>(
      'int __stdcall GetWindowTextW(void *window, void *text, int units)',
    ),
    GetClassNameW: c<(window: Handle, text: Buffer, units: number) => number>(
      'int __stdcall GetClassNameW(void *window, void *text, int units)',
    ),
    GetWindowThreadProcessId: c<(window: Handle, pid: Buffer) => number>(
      'uint __stdcall GetWindowThreadProcessId(void *window, void *pid)',
    ),
    OpenInputDesktop: c<(flags: number, inherit: number, access: number) => H>(
      'void * __stdcall OpenInputDesktop(uint flags, int inherit, uint access)',
    ),
    CloseDesktop: c<(desktop: Handle) => number>('int __stdcall CloseDesktop(void *desktop)'),
    GetUserObjectInformationW: c<
      (object: Handle, index: number, information: Buffer, size: number, needed: Buffer) => number
    >('int __stdcall GetUserObjectInformationW(void *object, int index, void *information, uint size, void *needed)'),
    GetDC: c<(window: null) => H>('void * __stdcall GetDC(void *window)'),
    ReleaseDC: c<(window: null, context: Handle) => number>('int __stdcall ReleaseDC(void *window, void *context)'),
    /** UTF-16 text that stays where it is for the life of the process. */
    keepText: (text: string): Pointer => {
      const bytes = Buffer.from(`${text}\0`, 'utf16le');
      const address: Pointer = koffi.alloc('uint8', bytes.length);
      bytes.copy(Buffer.from(koffi.view(address, bytes.length)));
      return address;
    },
    registerWindowProc: (handle: WindowProc): Pointer => koffi.register(handle, koffi.pointer(windowProc)),
    RegisterClassExW: c<(description: Buffer) => number>('uint16 __stdcall RegisterClassExW(void *description)'),
    CreateWindowExW: c<
      (
        extended: number,
        name: string,
        title: null,
        style: number,
        x: number,
        y: number,
        width: number,
        height: number,
        parent: bigint,
        menu: null,
        instance: null,
        parameter: null,
      ) => H
    >(
      'void * __stdcall CreateWindowExW(uint extended, str16 name, str16 title, uint style, int x, int y, int width, int height, void *parent, void *menu, void *instance, void *parameter)',
    ),
    DestroyWindow: c<(window: Handle) => number>('int __stdcall DestroyWindow(void *window)'),
    DefWindowProcW: c<
      (window: H, message: number, wide: number | bigint, parameter: number | bigint) => number | bigint
    >('int64 __stdcall DefWindowProcW(void *window, uint message, uint64 wide, int64 parameter)'),
    PeekMessageW: c<(message: Buffer, window: H, first: number, last: number, remove: number) => number>(
      'int __stdcall PeekMessageW(void *message, void *window, uint first, uint last, uint remove)',
    ),
    DispatchMessageW: c<(message: Buffer) => number | bigint>('int64 __stdcall DispatchMessageW(void *message)'),
    RegisterRawInputDevices: c<(devices: Buffer, count: number, size: number) => number>(
      'int __stdcall RegisterRawInputDevices(void *devices, uint count, uint size)',
    ),
    GetRawInputData: c<(input: number | bigint, command: number, data: Buffer, size: Buffer, header: number) => number>(
      'int __stdcall GetRawInputData(int64 input, uint command, void *data, void *size, uint header)',
    ),
    OpenClipboard: c<(owner: H) => number>('int __stdcall OpenClipboard(void *owner)'),
    CloseClipboard: c<() => number>('int __stdcall CloseClipboard()'),
    EmptyClipboard: c<() => number>('int __stdcall EmptyClipboard()'),
    EnumClipboardFormats: c<(format: number) => number>('uint __stdcall EnumClipboardFormats(uint format)'),
    GetClipboardFormatNameW: c<(format: number, name: Buffer, units: number) => number>(
      'int __stdcall GetClipboardFormatNameW(uint format, void *name, int units)',
    ),
    GetClipboardData: c<Native<(format: number) => H>>('void * __stdcall GetClipboardData(uint format)'),
    SetClipboardData: c<(format: number, memory: H) => H>(
      'void * __stdcall SetClipboardData(uint format, void *memory)',
    ),
    RegisterClipboardFormatW: c<(name: string) => number>('uint __stdcall RegisterClipboardFormatW(str16 name)'),
    GetClipboardSequenceNumber: c<() => number>('uint __stdcall GetClipboardSequenceNumber()'),
    GetClipboardOwner: c<() => H>('void * __stdcall GetClipboardOwner()'),
    /** Kept alive with the functions: their names are used in declarations. */
    prototypes: [enumProc, monitorProc],
  };
}
