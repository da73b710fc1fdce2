import { loadKoffi } from './koffi.ts';

/** Ends the process without waiting for threads: one that is held up inside a library would hold up a normal exit. */
export async function exitAtOnce(code: number): Promise<never> {
  const koffi = await loadKoffi();
  if (process.platform === 'linux') koffi.load('libc.so.6').func('void _exit(int status)')(code);
  if (process.platform === 'darwin') koffi.load('/usr/lib/libSystem.B.dylib').func('void _exit(int status)')(code);
  if (process.platform === 'win32') {
    const kernel = koffi.load('kernel32.dll');
    const current: bigint = kernel.func('void * __stdcall GetCurrentProcess()')();
    kernel.func('int __stdcall TerminateProcess(void *process, uint code)')(current, code);
  }
  return process.exit(code);
}
