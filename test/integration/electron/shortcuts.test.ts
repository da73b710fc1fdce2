import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AcceleratorPort, createShortcutHost } from '../../../main/electron/shortcuts.ts';
import { keyGrabs } from '../../../main/electron/x11-key-grabs.ts';
import { createSystemClock } from '../../../main/host/system-ports.ts';
import { useDisplay } from '../../support/display.ts';
import { LineProgram } from '../../support/x11/program.ts';

const CHORD = 'ctrl+alt+shift+p';
const BITS = { chord: 1 | 4 | 8, other: 4 | 8 };

describe('a shortcut on a real X server', () => {
  const display = useDisplay({ width: 640, height: 480, windowManager: false, dbus: false });
  const env = () => ({ ...process.env, ...display().env });

  async function hold(bits: number, kind: 'core' | 'device'): Promise<LineProgram<{ held: boolean }>> {
    const script = join(import.meta.dirname, '../../support/x11/grab-key.ts');
    const program = new LineProgram<{ held: boolean }>(
      process.execPath,
      [script, 'p', String(bits), kind],
      display().env,
    );
    onTestFinished(() => program.stop());
    await program.until((line) => line.held);
    return program;
  }

  it('is seen to be free, or taken in either way, or taken with other modifiers, which does not count', async () => {
    expect(await keyGrabs(CHORD, env())).toEqual({ core: false, device: false });
    const core = await hold(BITS.chord, 'core');
    expect(await keyGrabs(CHORD, env())).toEqual({ core: true, device: false });
    await core.stop();
    await hold(BITS.other, 'core');
    await hold(BITS.chord, 'device');
    expect(await keyGrabs(CHORD, env())).toEqual({ core: false, device: true });
    expect(await keyGrabs('ctrl+alt+ü', env())).toBeNull();
  });

  /** Electron's part, which asks through another program or only says that it did. */
  function accelerators(take: () => Promise<unknown> | null): AcceleratorPort & { given: string[] } {
    const given: string[] = [];
    return {
      given,
      register(accelerator) {
        given.push(accelerator);
        void take();
        return true;
      },
      isRegistered: (accelerator) => given.includes(accelerator),
      unregister: (accelerator) => void given.splice(given.indexOf(accelerator), 1),
    };
  }

  const host = (port: AcceleratorPort, more: Record<string, string> = {}) =>
    createShortcutHost({
      accelerators: port,
      platform: 'linux',
      env: { ...env(), ...more },
      clock: createSystemClock(),
    });

  it('works when it was free and is held afterwards', async () => {
    const port = accelerators(() => hold(BITS.chord, 'core'));
    expect(await host(port).take(CHORD, () => undefined)).toBe('works');
    expect(port.given).toEqual(['Control+Alt+Shift+P']);
  });

  it('is not asked for when another program has it, whichever way that one asked', async () => {
    const held = await hold(BITS.chord, 'device');
    const port = accelerators(() => null);
    expect(await host(port).take(CHORD, () => undefined)).toBe('taken');
    await held.stop();
    await hold(BITS.chord, 'core');
    expect(await host(port).take(CHORD, () => undefined)).toBe('taken');
    expect(port.given).toEqual([]);
  });

  it('is not believed when registering says yes and the server knows nothing of it', async () => {
    const port = accelerators(() => null);
    expect(await host(port).take(CHORD, () => undefined)).toBe('unavailable');
    expect(port.given).toEqual([]);
  });

  it('does not exist in a Wayland session', async () => {
    const port = accelerators(() => null);
    expect(await host(port, { XDG_SESSION_TYPE: 'wayland' }).take(CHORD, () => undefined)).toBe('unavailable');
  });
});
