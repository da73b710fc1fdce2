import { loadKoffi } from '../native/koffi.ts';
import { loadGdi32 } from './gdi32.ts';
import { loadKernel32 } from './kernel32.ts';
import { loadCom } from './uia/com.ts';
import { loadUser32 } from './user32.ts';

/** Everything of Windows that is called. */
export type Win32 = Awaited<ReturnType<typeof loadWin32>>;

export async function loadWin32() {
  const koffi = await loadKoffi();
  return { ...loadUser32(koffi), ...loadKernel32(koffi), gdi: loadGdi32(koffi), com: loadCom(koffi) };
}
