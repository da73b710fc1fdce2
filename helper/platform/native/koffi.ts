import type koffiModule from 'koffi';

export type Koffi = typeof koffiModule;
/** An address in this process. */
export type Pointer = bigint;

/** Memory outside the JavaScript heap that native code may keep using. Never freed while `bytes` is in use. */
export interface NativeMemory {
  address: Pointer;
  bytes: Buffer;
}

/** A C function. koffi runs `.async` on another thread; the callback comes back on ours. */
export type Native<F extends (...parts: never[]) => unknown> = F & {
  async(...parts: [...Parameters<F>, (error: unknown, result: ReturnType<F>) => void]): void;
};

let loaded: Koffi | null = null;

/** koffi is loaded on first use: what needs no native call never asks. */
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

/** Turns C declarations of one library into typed functions. Throws when the library or a function is missing. */
export function binder(koffi: Koffi, path: string) {
  const library = koffi.load(path);
  return <T>(declaration: string): T => library.func(declaration) as T;
}

/** Turns a declaration into a function, or into null where this version of the system does not have it. */
export function optionalBinder(koffi: Koffi, path: string) {
  return <T>(declaration: string): T | null => {
    try {
      return koffi.load(path).func(declaration) as T;
    } catch {
      return null;
    }
  };
}
