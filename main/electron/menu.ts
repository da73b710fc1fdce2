import { Menu } from 'electron';

/** Editing and window keys (the page itself changes the size of its text); hidden on Linux and Windows until Alt is pressed. */
export function setMenu(quit: () => void): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'File', submenu: [{ role: 'close' }, { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: quit }] },
      { role: 'editMenu' },
      { label: 'View', submenu: [{ role: 'togglefullscreen' }] },
      { role: 'windowMenu' },
    ]),
  );
}
