import type { Kernel32 } from './kernel32.ts';
import { wideText } from './wide-text.ts';

const QUERY_LIMITED = 0x1000;
const PATH_UNITS = 1_024;

type Calls = Pick<Kernel32, 'OpenProcess' | 'QueryFullProcessImageNameW' | 'CloseHandle'>;

/** The program's file name without folder and `.exe`; null when the process may not be asked. */
export function processName(calls: Calls, pid: number): string | null {
  const process = calls.OpenProcess(QUERY_LIMITED, 0, pid);
  if (!process) return null;
  const path = Buffer.alloc(PATH_UNITS * 2);
  const units = Buffer.alloc(4);
  units.writeUInt32LE(PATH_UNITS, 0);
  const isTold = calls.QueryFullProcessImageNameW(process, 0, path, units) !== 0;
  calls.CloseHandle(process);
  if (!isTold) return null;
  const file = wideText(path).split('\\').pop() ?? '';
  return file.replace(/\.exe$/i, '') || null;
}

/** When a process began, as an opaque word: with the pid it names a process for certain. */
export function processStart(
  calls: Pick<Kernel32, 'OpenProcess' | 'GetProcessTimes' | 'CloseHandle'>,
  pid: number,
): string {
  const process = calls.OpenProcess(QUERY_LIMITED, 0, pid);
  if (!process) return '';
  const created = Buffer.alloc(8);
  const isTold = calls.GetProcessTimes(process, created, Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8)) !== 0;
  calls.CloseHandle(process);
  return isTold ? created.toString('hex') : '';
}
