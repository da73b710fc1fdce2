import { BrowserWindow, type NativeImage, nativeTheme, screen } from 'electron';
import { PAGE_ADDRESS } from './page-protocol.ts';
import { choosePlace, readPlace, SMALLEST, writePlace } from './window-place.ts';

export interface MainWindowOptions {
  /** Absolute path of the built preload. */
  preload: string;
  /** Where the window's place is kept. */
  placeFile: string;
  icon: NativeImage;
}

/** The colours of the page's ground, so that nothing flashes before the page is drawn. */
const ground = { light: '#ffffff', dark: '#17181a' };

/** Opens the one main window; shown as soon as its page can be drawn. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...place } = choosePlace(readPlace(options.placeFile), screens);
  const window = new BrowserWindow({
    ...place,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Fermix',
    icon: options.icon,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // A turn goes on while the window is covered; its page has to keep up.
      backgroundThrottling: false,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  rememberPlace(window, options.placeFile);
  void window.loadURL(PAGE_ADDRESS).catch(() => undefined);
  return window;
}

function rememberPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    writePlace(file, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
}

/** Brings the window to the front, wherever it is. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
