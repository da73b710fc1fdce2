import { loadKoffi } from '../native/koffi.ts';

export { allocate, copyOf, type Koffi, loadKoffi, type NativeMemory, type Pointer, viewOf } from '../native/koffi.ts';

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
