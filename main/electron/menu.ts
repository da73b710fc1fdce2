import { Menu } from 'electron';

/** Editing, zoom and window keys; hidden on Linux and Windows until Alt is pressed. */
export function setMenu(quit: () => void): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'File', submenu: [{ role: 'close' }, { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: quit }] },
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
      },
      { role: 'windowMenu' },
    ]),
  );
}
