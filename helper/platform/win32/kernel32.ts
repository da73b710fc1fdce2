import { binder, type Koffi, optionalBinder, type Pointer } from '../native/koffi.ts';

type H = Pointer | null;

/** Processes, their rights, and memory that the clipboard shares. */
export type Kernel32 = ReturnType<typeof loadKernel32>;

export function loadKernel32(koffi: Koffi) {
  const c = binder(koffi, 'kernel32.dll');
  const security = binder(koffi, 'advapi32.dll');
  const terminal = optionalBinder(koffi, 'wtsapi32.dll');
  const windowManager = optionalBinder(koffi, 'dwmapi.dll');
  return {
    GetTickCount: c<() => number>('uint __stdcall GetTickCount()'),
    GetLastError: c<() => number>('uint __stdcall GetLastError()'),
    GetCurrentProcessId: c<() => number>('uint __stdcall GetCurrentProcessId()'),
    OpenProcess: c<(access: number, inherit: number, pid: number) => H>(
      'void * __stdcall OpenProcess(uint access, int inherit, uint pid)',
    ),
    CloseHandle: c<(handle: Pointer) => number>('int __stdcall CloseHandle(void *handle)'),
    QueryFullProcessImageNameW: c<(process: Pointer, flags: number, name: Buffer, units: Buffer) => number>(
      'int __stdcall QueryFullProcessImageNameW(void *process, uint flags, void *name, void *units)',
    ),
    GetProcessTimes: c<(process: Pointer, created: Buffer, exited: Buffer, kernel: Buffer, user: Buffer) => number>(
      'int __stdcall GetProcessTimes(void *process, void *created, void *exited, void *kernel, void *user)',
    ),
    ProcessIdToSessionId: c<(pid: number, session: Buffer) => number>(
      'int __stdcall ProcessIdToSessionId(uint pid, void *session)',
    ),
    WTSGetActiveConsoleSessionId: c<() => number>('uint __stdcall WTSGetActiveConsoleSessionId()'),
    GlobalAlloc: c<(flags: number, size: number) => H>('void * __stdcall GlobalAlloc(uint flags, size_t size)'),
    GlobalFree: c<(memory: Pointer) => H>('void * __stdcall GlobalFree(void *memory)'),
    GlobalLock: c<(memory: Pointer) => H>('void * __stdcall GlobalLock(void *memory)'),
    GlobalUnlock: c<(memory: Pointer) => number>('int __stdcall GlobalUnlock(void *memory)'),
    GlobalSize: c<(memory: Pointer) => number | bigint>('size_t __stdcall GlobalSize(void *memory)'),
    OpenProcessToken: security<(process: Pointer, access: number, token: [H]) => number>(
      'int __stdcall OpenProcessToken(void *process, uint access, _Out_ void **token)',
    ),
    GetTokenInformation: security<
      (token: Pointer, kind: number, information: Buffer, size: number, needed: Buffer) => number
    >('int __stdcall GetTokenInformation(void *token, int kind, void *information, uint size, void *needed)'),
    WTSQuerySessionInformationW: terminal<
      (server: null, session: number, kind: number, data: [H], size: Buffer) => number
    >('int __stdcall WTSQuerySessionInformationW(void *server, uint session, int kind, _Out_ void **data, void *size)'),
    WTSFreeMemory: terminal<(memory: Pointer) => void>('void __stdcall WTSFreeMemory(void *memory)'),
    DwmGetWindowAttribute: windowManager<(window: Pointer, kind: number, value: Buffer, size: number) => number>(
      'int __stdcall DwmGetWindowAttribute(void *window, uint kind, void *value, uint size)',
    ),
    /** A copy of `size` bytes of this process's memory. */
    read: (address: Pointer, size: number): Buffer => Buffer.from(Buffer.from(koffi.view(address, size))),
    write: (address: Pointer, bytes: Buffer): void => {
      bytes.copy(Buffer.from(koffi.view(address, bytes.length)));
    },
  };
}
