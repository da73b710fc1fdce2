import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Desktop, OpenDesktop, Probe } from '../desktop.ts';
import { detectDisplayServer } from './linux/detect.ts';

/** What the session shows itself as, without opening anything. */
export function displayServerHere(): Probe['displayServer'] {
  if (process.platform === 'darwin') return 'quartz';
  if (process.platform === 'win32') return 'windows';
  return detectDisplayServer(process.env);
}

/** The back end of this platform; only its packages are loaded. */
export const openDesktop: OpenDesktop = async (events): Promise<Desktop> => {
  if (process.platform === 'linux') return (await import('./linux/x11-desktop.ts')).openX11Desktop(events);
  if (process.platform === 'darwin' && process.arch !== 'arm64')
    throw new RemoteError(
      'platform_unsupported',
      'Computer use has no build for Intel macOS. The rest of the app works.',
    );
  if (process.platform === 'darwin') return (await import('./darwin/quartz-desktop.ts')).openQuartzDesktop(events);
  if (process.platform === 'win32') return (await import('./win32/windows-desktop.ts')).openWindowsDesktop(events);
  throw new RemoteError('platform_unsupported', `Computer use is not available on ${process.platform}.`);
};

/** What the probe says where no desktop can be opened. */
export function probeWithoutDesktop(reason: string): Probe {
  const no = { value: false, detail: reason };
  const unknown = { value: null, detail: reason };
  return {
    displayServer: displayServerHere(),
    screenCapture: no,
    inputControl: no,
    accessibility: unknown,
    clipboard: no,
    idle: no,
    locked: unknown,
  };
}
