import type { Kernel32 } from './kernel32.ts';
import type { User32 } from './user32.ts';

/** Milliseconds since any input, ours too; both tick counters wrap every 49.7 days. Null when the system does not say. */
export function systemIdle(calls: Pick<User32, 'GetLastInputInfo'> & Pick<Kernel32, 'GetTickCount'>): number | null {
  const info = Buffer.alloc(8);
  info.writeUInt32LE(8, 0);
  if (!calls.GetLastInputInfo(info)) return null;
  return (calls.GetTickCount() - info.readUInt32LE(4)) >>> 0;
}
