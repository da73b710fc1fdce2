import type { Desktop } from '../../desktop.ts';
import { NutDesktop } from '../nut/nut-desktop.ts';

/** Windows. Not yet run on hardware. */
export async function openWindowsDesktop(): Promise<Desktop> {
  const desktop = new NutDesktop('win32');
  await desktop.measure();
  return desktop;
}
