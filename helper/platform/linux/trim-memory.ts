import { loadKoffi } from './native.ts';

/**
 * Gives free memory of the C library back to the system (malloc_trim(3)): what scaling and encoding pictures used is kept
 * by each of its threads otherwise, up to tens of megabytes.
 */
export async function memoryTrimmer(): Promise<() => void> {
  const koffi = await loadKoffi();
  const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t pad)');
  return () => void trim(0);
}
