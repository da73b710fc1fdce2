import type { Kernel32 } from './kernel32.ts';

const MOVEABLE = 2;

type Calls = Pick<
  Kernel32,
  'GlobalAlloc' | 'GlobalFree' | 'GlobalLock' | 'GlobalUnlock' | 'GlobalSize' | 'read' | 'write'
>;

/** The bytes of a memory handle; null when it cannot be read or is larger than `most`. */
export function readMemory(calls: Calls, handle: bigint, most: number): Buffer | null {
  const size = Number(calls.GlobalSize(handle));
  if (size === 0 || size > most) return null;
  const address = calls.GlobalLock(handle);
  if (!address) return null;
  const bytes = calls.read(address, size);
  calls.GlobalUnlock(handle);
  return bytes;
}

/** Memory with these bytes for the clipboard to keep; null when there is none left. */
export function newMemory(calls: Calls, bytes: Buffer): bigint | null {
  const handle = calls.GlobalAlloc(MOVEABLE, Math.max(1, bytes.length));
  const address = handle && calls.GlobalLock(handle);
  if (!handle || !address) return null;
  if (bytes.length > 0) calls.write(address, bytes);
  calls.GlobalUnlock(handle);
  return handle;
}
