import { binder, type Koffi } from '../native/koffi.ts';

const BSD_INFO = 3;
const BYTES = 136;
/** Seconds and microseconds of proc_bsdinfo. */
const START_AT = 120;

/** When a process began, as an opaque word: with the pid it names a process for certain. Empty when it is gone. */
export function loadProcessStart(koffi: Koffi): (pid: number) => string {
  const c = binder(koffi, '/usr/lib/libproc.dylib');
  const ask = c<(pid: number, kind: number, part: number, buffer: Buffer, size: number) => number>(
    'int proc_pidinfo(int pid, int kind, uint64 part, void *buffer, int size)',
  );
  return (pid) => {
    const bytes = Buffer.alloc(BYTES);
    return ask(pid, BSD_INFO, 0, bytes, BYTES) === BYTES ? bytes.toString('hex', START_AT, START_AT + 16) : '';
  };
}
