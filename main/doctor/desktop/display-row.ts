import type { DesktopFacts, DesktopRow } from './desktop-facts.ts';

const BASE = { id: 'display', label: 'Display server' };

/** Which display server there is, and what that means. */
export function displayRow(facts: DesktopFacts): DesktopRow {
  const server = facts.report.ok ? facts.report.probe.displayServer : guess(facts);
  switch (server) {
    case 'wayland':
      return waylandRow(facts.xSessions);
    case 'none':
      return noDisplayRow();
    case 'x11':
      return x11Row(facts);
    case 'quartz':
      return { ...BASE, state: 'granted', message: 'The desktop of macOS.', step: null };
    case 'windows':
      return { ...BASE, state: 'granted', message: 'The desktop of Windows.', step: null };
    default:
      return { ...BASE, state: 'unknown', message: 'Not tried: the helper does not run.', step: null };
  }
}

/** What the environment says when the helper cannot be asked. */
function guess({ platform, env }: DesktopFacts): 'wayland' | 'none' | 'x11' | null {
  if (platform.os !== 'linux') return null;
  if (env['WAYLAND_DISPLAY'] || env['XDG_SESSION_TYPE'] === 'wayland') return 'wayland';
  return env['DISPLAY'] ? 'x11' : 'none';
}

function x11Row({ env, report }: DesktopFacts): DesktopRow {
  const name = env['DISPLAY'] ? ` at ${env['DISPLAY']}` : '';
  if (!report.ok)
    return {
      ...BASE,
      state: 'unknown',
      message: `X11${name}, as the environment says; it was not tried.`,
      step: null,
      status: 'ok',
    };
  return { ...BASE, state: 'granted', message: `X11${name}.`, step: null };
}

/** Only a session that this computer offers is advised. */
function waylandRow(xSessions: readonly string[]): DesktopRow {
  const [name] = xSessions;
  return {
    ...BASE,
    state: 'unavailable',
    message:
      'This is a Wayland session. There one program may not see or operate the others, so pictures of the screen, mouse ' +
      'and keyboard are refused. The chat, files, commands, pictures you attach and everything else work.',
    step: name === undefined ? null : `Log out and choose "${name}", an X11 session, on the login screen.`,
  };
}

function noDisplayRow(): DesktopRow {
  return {
    ...BASE,
    state: 'unavailable',
    message: 'There is no display for this process: DISPLAY is not set. The chat, files and commands work.',
    step: 'Start Fermix from inside your desktop session.',
  };
}
