import { afterAll, beforeAll } from 'vitest';
import { startVirtualDisplay } from '../../scripts/lib/virtual-display.mjs';

export interface VirtualDisplayOptions {
  /** Pixels; 1920x1080 when absent. */
  width?: number;
  height?: number;
  /** openbox; on unless false. */
  windowManager?: boolean;
  /** A private session bus with accessibility; on unless false. */
  dbus?: boolean;
  /** XKB layout such as `de` or `us,de`. */
  layout?: string;
  /** A real Xorg with these monitors instead of Xvfb, the primary one first. Needs root and Xorg's dummy driver. */
  monitors?: Monitor[];
}

/** In root pixels. */
export interface Monitor {
  width: number;
  height: number;
  x: number;
  y: number;
}

export interface VirtualDisplay {
  /** `:N` */
  display: string;
  /** Goes on top of `process.env` for every program of this display. */
  env: Record<string, string>;
  /** Ends every program of this display and everything started for it. */
  stop(): Promise<void>;
}

export const openDisplay: (options?: VirtualDisplayOptions) => Promise<VirtualDisplay> = startVirtualDisplay;

/** One display for all tests of a file (or of a `describe`): started before the first and ended after the last. */
export function useDisplay(options: VirtualDisplayOptions = {}): () => VirtualDisplay {
  let display: VirtualDisplay | null = null;
  beforeAll(async () => {
    display = await openDisplay(options);
  });
  afterAll(async () => {
    await display?.stop();
    display = null;
  });
  return () => {
    if (!display) throw new Error('The display is only there while tests run.');
    return display;
  };
}
