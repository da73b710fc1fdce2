import { BrowserWindow, screen } from 'electron';
import type { Badge } from '../../protocol/helper/operations.ts';

const HEIGHT = 32;
const MARGIN = 6;
/** Enough for the longest words; the page centres them. */
const WIDTH = 640;

/**
 * The sign that the agent uses this computer, on macOS and Windows, where the system keeps a protected window out of
 * every picture. It takes no focus and lets clicks through. Not yet run on hardware.
 */
export function createBadgeWindow(): (badge: Badge | null) => void {
  let window: BrowserWindow | null = null;
  return (badge) => {
    if (!badge) {
      window?.destroy();
      window = null;
      return;
    }
    window ??= openWindow();
    void window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(badgePage(badge))}`).catch(() => undefined);
    window.showInactive();
  };
}

function openWindow(): BrowserWindow {
  const { x, y, width } = screen.getPrimaryDisplay().workArea;
  const window = new BrowserWindow({
    x: Math.round(x + (width - WIDTH) / 2),
    y: y + MARGIN,
    width: WIDTH,
    height: HEIGHT,
    frame: false,
    transparent: true,
    resizable: false,
    movable: false,
    focusable: false,
    skipTaskbar: true,
    show: false,
    hasShadow: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  window.setContentProtection(true);
  window.setAlwaysOnTop(true, 'screen-saver');
  window.setIgnoreMouseEvents(true);
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
  return window;
}

/** A page without a script. */
export function badgePage({ state, title, hint }: Badge): string {
  const dot = state === 'paused' ? '#f2b84b' : '#4c9dff';
  const style =
    'margin:0;display:flex;justify-content:center;font:13px system-ui,sans-serif;background:transparent;color:#c3c6cc';
  const box =
    'display:flex;align-items:center;gap:10px;height:32px;padding:0 10px;background:#17181a;border-radius:6px';
  return (
    `<!doctype html><meta charset="utf-8"><title>Fermix</title><body style="${style}"><div style="${box}">` +
    `<span style="width:10px;height:10px;border-radius:5px;background:${dot}"></span>` +
    `<b style="color:#fff">${escapeText(title)}</b><span>${escapeText(hint)}</span></div></body>`
  );
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
