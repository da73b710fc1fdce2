import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { selectionOwner } from './x11-selection.ts';

const ASK_MS = 2_000;
const WATCHER = 'org.kde.StatusNotifierWatcher';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether something on this desktop shows tray icons. An icon can be made without one, and a window closed to it could
 * not be opened again. On Linux: a status-notifier watcher with a host on the session bus, or the owner of the older
 * X11 system tray. macOS and Windows always have one.
 */
export async function findTrayHost(platform: NodeJS.Platform, env: Environment): Promise<boolean> {
  if (platform !== 'linux') return true;
  const [notifier, xembed] = await Promise.all([hasNotifierHost(env), hasSystemTray(env)]);
  return notifier || xembed;
}

async function hasSystemTray(env: Environment): Promise<boolean> {
  try {
    return (await selectionOwner('_NET_SYSTEM_TRAY_S0', env)) !== 0;
  } catch {
    return false;
  }
}

/** A watcher without a host registers icons that nobody draws. */
function hasNotifierHost(env: Environment): Promise<boolean> {
  const address = busAddress(env);
  if (address === null) return Promise.resolve(false);
  const property = [`string:${WATCHER}`, 'string:IsStatusNotifierHostRegistered'];
  const call = ['/StatusNotifierWatcher', 'org.freedesktop.DBus.Properties.Get', ...property];
  const args = ['--session', '--print-reply=literal', `--reply-timeout=${ASK_MS}`, `--dest=${WATCHER}`, ...call];
  const options = {
    timeout: ASK_MS + 500,
    maxBuffer: 4_096,
    env: { PATH: env['PATH'], DBUS_SESSION_BUS_ADDRESS: address },
  };
  return new Promise((resolve) => {
    execFile('dbus-send', args, options, (error, stdout) => resolve(error === null && /\btrue\b/.test(stdout)));
  });
}

/** Null where no session bus runs: dbus-send would start one of its own. */
function busAddress(env: Environment): string | null {
  const named = env['DBUS_SESSION_BUS_ADDRESS'];
  if (named) return named;
  const usual = join(env['XDG_RUNTIME_DIR'] ?? '', 'bus');
  return env['XDG_RUNTIME_DIR'] && existsSync(usual) ? `unix:path=${usual}` : null;
}
