import type koffiModule from 'koffi';

export type Koffi = typeof koffiModule;
/** An address in this process. */
export type Pointer = bigint;

/** Memory outside the JavaScript heap that native code may keep using. Never freed while `bytes` is in use. */
export interface NativeMemory {
  address: Pointer;
  bytes: Buffer;
}

let loaded: Koffi | null = null;

/** koffi is loaded on first use: platforms without it never ask. */
export async function loadKoffi(): Promise<Koffi> {
  loaded ??= (await import('koffi')).default;
  return loaded;
}

/** Memory for the life of the process: for structures that are filled again and again. */
export function allocate(koffi: Koffi, size: number): NativeMemory {
  const address: Pointer = koffi.alloc('uint8', size);
  return { address, bytes: viewOf(koffi, address, size) };
}

/** A window on native memory, without a copy. */
export function viewOf(koffi: Koffi, address: Pointer, size: number): Buffer {
  return Buffer.from(koffi.view(address, size));
}

/** A copy of native memory. */
export function copyOf(koffi: Koffi, address: Pointer, size: number): Buffer {
  return size === 0 ? Buffer.alloc(0) : Buffer.from(viewOf(koffi, address, size));
}

/** Ends the process without waiting for threads: one that is held up inside a library would hold up a normal exit. */
export async function exitAtOnce(code: number): Promise<never> {
  if (process.platform !== 'linux') return process.exit(code);
  const koffi = await loadKoffi();
  koffi.load('libc.so.6').func('void _exit(int status)')(code);
  return process.exit(code);
}

const PR_SET_PDEATHSIG = 1;
const SIGTERM = 15;

/** Has the kernel send SIGTERM to this process when its parent ends, however that happens (prctl(2)). */
export async function endWithParent(): Promise<void> {
  const koffi = await loadKoffi();
  const prctl = koffi.load('libc.so.6').func('int prctl(int option, ulong a, ulong b, ulong c, ulong d)');
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
}

/** The kernel's alarm clock: ends this process for certain, a held up or endlessly busy main thread too (alarm(2)). */
export async function killAfter(): Promise<(seconds: number) => void> {
  const koffi = await loadKoffi();
  const alarm = koffi.load('libc.so.6').func('uint alarm(uint seconds)');
  return (seconds) => void alarm(seconds);
}
