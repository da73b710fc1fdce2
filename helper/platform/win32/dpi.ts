import type { User32 } from './user32.ts';

const PER_MONITOR_AWARE_V2 = -4;

/**
 * Makes capture, rectangles and input all speak physical pixels. The program's manifest may have decided before us; then
 * the thread is set. Displays whose sizes still disagree are refused when they are measured.
 */
export function becomeDpiAware(user32: Pick<User32, 'SetProcessDpiAwarenessContext' | 'SetThreadDpiAwarenessContext'>) {
  if (user32.SetProcessDpiAwarenessContext(PER_MONITOR_AWARE_V2)) return;
  user32.SetThreadDpiAwarenessContext(PER_MONITOR_AWARE_V2);
}
