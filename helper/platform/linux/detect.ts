import { RemoteError } from '../../../protocol/rpc/remote-error.ts';

type Environment = Record<string, string | undefined>;

/** Empty variables count as absent. An X display inside a Wayland session shows only X programs on a black root. */
export function detectDisplayServer(env: Environment): 'x11' | 'wayland' | 'none' {
  if (env['WAYLAND_DISPLAY'] || env['XDG_SESSION_TYPE'] === 'wayland') return 'wayland';
  return env['DISPLAY'] ? 'x11' : 'none';
}

/** Why there is nothing to drive, in the words the owner reads. */
export function undrivable(server: 'wayland' | 'none' | 'unreachable', env: Environment): RemoteError {
  if (server === 'wayland')
    return new RemoteError(
      'platform_unsupported',
      'This is a Wayland session, where one program may not see or drive the others. Computer use works in an X11 session. Everything else works here.',
    );
  if (server === 'none')
    return new RemoteError('no_active_display', 'There is no graphical session for this process: DISPLAY is not set.');
  return new RemoteError('no_active_display', `The X server at ${env['DISPLAY']} cannot be reached.`);
}
