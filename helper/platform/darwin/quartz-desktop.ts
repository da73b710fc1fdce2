import type { Desktop } from '../../desktop.ts';
import { NutDesktop } from '../nut/nut-desktop.ts';

/** macOS. Not yet run on hardware. */
export async function openQuartzDesktop(): Promise<Desktop> {
  const desktop = new NutDesktop('darwin');
  await desktop.measure();
  return desktop;
}
