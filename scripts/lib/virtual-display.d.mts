/** Debian packages that a virtual display needs. */
export declare const VIRTUAL_DISPLAY_PACKAGES: string[];
/** Full path of a program on PATH, or null. */
export declare function findProgram(name: string): string | null;
/** See virtual-display.mjs. */
export declare function startVirtualDisplay(options?: {
  width?: number;
  height?: number;
  windowManager?: boolean;
  dbus?: boolean;
  layout?: string;
  monitors?: { width: number; height: number; x: number; y: number }[];
}): Promise<{ display: string; env: Record<string, string>; stop(): Promise<void> }>;
/** A display in a window of `outer`, whose input comes from a device; see virtual-display.mjs. */
export declare function startNestedDisplay(
  outer: { env: Record<string, string> },
  size?: { width?: number; height?: number },
): Promise<{ display: string; env: Record<string, string>; stop(): Promise<void> }>;
