import { createRequire } from 'node:module';

/** The part of nut-js's native layer that is used; the calls are synchronous. */
export interface Libnut {
  setKeyboardDelay(ms: number): void;
  setMouseDelay(ms: number): void;
  keyToggle(key: string, down: 'down' | 'up'): void;
  typeString(text: string): void;
  moveMouse(x: number, y: number): void;
  mouseToggle(down: 'down' | 'up', button: 'left' | 'middle' | 'right'): void;
  scrollMouse(x: number, y: number): void;
  getMousePos(): { x: number; y: number };
  getScreenSize(): { width: number; height: number };
  getWindows(): number[];
  getActiveWindow(): number;
  getWindowRect(handle: number): { x: number; y: number; width: number; height: number };
  getWindowTitle(handle: number): string;
}

export interface Clipboardy {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

type Screenshot = (options: { format: 'png' }) => Promise<Buffer>;

/** The packages of the macOS and Windows back ends; never loaded on Linux. */
export function loadNut(platform: 'darwin' | 'win32'): { libnut: Libnut; screenshot: Screenshot } {
  const require = createRequire(import.meta.url);
  const libnut: Libnut = require(`@nut-tree-fork/libnut-${platform}`);
  libnut.setKeyboardDelay(0);
  libnut.setMouseDelay(0);
  return { libnut, screenshot: require('screenshot-desktop') };
}

/** Text of the clipboard through nut-js. */
export async function loadNutClipboard(): Promise<Clipboardy> {
  const { clipboard } = await import('@nut-tree-fork/nut-js');
  return { read: () => clipboard.getContent(), write: (text) => clipboard.setContent(text) };
}
