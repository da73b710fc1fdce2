import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import type { Clock } from '../agent/ports.ts';
import type { ShortcutPort, ShortcutVerdict } from '../computer/shortcut-port.ts';
import { toAccelerator } from './accelerator.ts';
import { type KeyGrabs, keyGrabs } from './x11-key-grabs.ts';
import type { Environment } from './x11-wire.ts';

/** What Electron offers of it. */
export interface AcceleratorPort {
  register(accelerator: string, run: () => void): boolean;
  isRegistered(accelerator: string): boolean;
  unregister(accelerator: string): void;
}

export interface ShortcutHostParts {
  accelerators: AcceleratorPort;
  platform: ChordPlatform;
  env: Environment;
  clock: Clock;
}

/** A chord given back a moment ago may still be on its way to the server. */
const LOOKS = 5;
const BETWEEN_MS = 100;

/**
 * Chords through Electron, tested after they were given. On X11 registering says little: a program that asked through
 * the input extension gets the keys first, and nothing tells. So the server is asked, on a line of our own, before (is it
 * free, both ways?) and after (is it taken now?). Elsewhere the system's own answer is the test.
 */
export function createShortcutHost({ accelerators, platform, env, clock }: ShortcutHostParts): ShortcutPort {
  const taken = new Set<string>();

  const release = () => {
    for (const accelerator of taken) accelerators.unregister(accelerator);
    taken.clear();
  };

  const register = (accelerator: string, run: () => void): boolean => {
    if (!accelerators.register(accelerator, run) || !accelerators.isRegistered(accelerator)) return false;
    taken.add(accelerator);
    return true;
  };

  const giveUp = (accelerator: string, verdict: ShortcutVerdict): ShortcutVerdict => {
    accelerators.unregister(accelerator);
    taken.delete(accelerator);
    return verdict;
  };

  const takeOnX11 = async (chord: string, accelerator: string, run: () => void): Promise<ShortcutVerdict> => {
    if (!(await becomes(chord, ({ core, device }) => !core && !device))) return 'taken';
    if (!register(accelerator, run)) return 'taken';
    return (await becomes(chord, ({ core }) => core)) ? 'works' : giveUp(accelerator, 'unavailable');
  };

  const becomes = async (chord: string, isRight: (grabs: KeyGrabs) => boolean): Promise<boolean> => {
    for (let look = 0; look < LOOKS; look++) {
      if (look > 0) await clock.sleep(BETWEEN_MS);
      const grabs = await keyGrabs(chord, env);
      if (grabs && isRight(grabs)) return true;
    }
    return false;
  };

  return {
    async take(chord, run) {
      const accelerator = toAccelerator(chord, platform);
      if (accelerator === null) return 'unavailable';
      if (platform !== 'linux') return register(accelerator, run) ? 'works' : 'taken';
      if (env['XDG_SESSION_TYPE'] === 'wayland' || env['WAYLAND_DISPLAY']) return 'unavailable';
      return takeOnX11(chord, accelerator, run);
    },
    release,
  };
}
