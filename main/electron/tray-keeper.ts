import type { Clock } from '../agent/ports.ts';
import type { AppTray } from './tray.ts';
import type { TrayModel } from './tray-model.ts';

export interface TrayKeeperPorts {
  findHost(): Promise<boolean>;
  create(): AppTray | null;
  /** The window is hidden and the tray is the only way back to it. */
  isHidden(): boolean;
  /** The tray went away while the window was hidden. */
  onLost(): void;
  clock: Clock;
}

export interface TrayKeeper {
  /** True while a host shows our icon, as of the last look. */
  readonly present: boolean;
  /** Looks again; makes the icon when a host has appeared, drops it when the last one is gone. */
  look(): Promise<boolean>;
  show(model: TrayModel): void;
  close(): void;
}

/** A host may appear or end at any time; it matters most while the window is hidden, so it is watched then. */
const WATCH_MS = 5_000;

export function createTrayKeeper(ports: TrayKeeperPorts): TrayKeeper {
  const stop = new AbortController();
  let tray: AppTray | null = null;
  let model: TrayModel | null = null;
  let watching = false;

  const look = async () => {
    const found = await ports.findHost();
    if (stop.signal.aborted) return false;
    if (!found) {
      tray?.destroy();
      tray = null;
      return false;
    }
    if (tray === null) {
      tray = ports.create();
      if (model !== null) tray?.show(model);
    }
    if (!watching) void watch();
    return tray !== null;
  };

  const watch = async () => {
    watching = true;
    try {
      while (tray !== null) {
        await ports.clock.sleep(WATCH_MS, stop.signal);
        if (ports.isHidden() && !(await look())) ports.onLost();
      }
    } catch {
      // Closed while it waited.
    } finally {
      watching = false;
    }
  };

  return {
    get present() {
      return tray !== null;
    },
    look,
    show(next) {
      model = next;
      tray?.show(next);
    },
    close() {
      stop.abort();
      tray?.destroy();
      tray = null;
    },
  };
}
