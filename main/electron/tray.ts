import { Menu, type NativeImage, nativeImage, Tray } from 'electron';
import { drawGlyph } from './glyph.ts';
import type { TrayModel, TrayState } from './tray-model.ts';

export interface TrayActions {
  open(): void;
  pause(): void;
  resume(): void;
  quit(): void;
}

export interface AppTray {
  show(model: TrayModel): void;
  destroy(): void;
}

/** Logical size of a tray icon; drawn twice as large for dense screens too. */
const SIZE = 22;

/** The app's sign for a window or a tray, in two densities. */
export function signImage(state: TrayState, size: number): NativeImage {
  const image = nativeImage.createEmpty();
  for (const scale of [1, 2]) {
    const { pixels } = drawGlyph(state, size * scale);
    const bitmap = nativeImage.createFromBitmap(Buffer.from(pixels), { width: size * scale, height: size * scale });
    image.addRepresentation({ scaleFactor: scale, dataURL: bitmap.toDataURL() });
  }
  return image;
}

/** Puts the icon into the tray; null where the system refuses one. */
export function createTray(actions: TrayActions): AppTray | null {
  const images = new Map<TrayState, NativeImage>();
  const imageOf = (state: TrayState) => {
    const image = images.get(state) ?? signImage(state, SIZE);
    images.set(state, image);
    return image;
  };
  let tray: Tray;
  try {
    tray = new Tray(imageOf('idle'));
  } catch {
    return null;
  }
  tray.on('click', actions.open);
  let shown = '';
  return {
    show(model) {
      const key = JSON.stringify(model);
      if (key === shown) return;
      shown = key;
      tray.setImage(imageOf(model.state));
      tray.setToolTip(`Fermix: ${model.status}`);
      tray.setContextMenu(buildMenu(model, actions));
    },
    destroy: () => tray.destroy(),
  };
}

function buildMenu(model: TrayModel, actions: TrayActions): Menu {
  const { label, enabled, action } = model.pause;
  return Menu.buildFromTemplate([
    { label: model.status, enabled: false },
    { type: 'separator' },
    { label: 'Open Fermix', click: actions.open },
    { label, enabled, click: actions[action] },
    { type: 'separator' },
    { label: 'Quit', click: actions.quit },
  ]);
}
