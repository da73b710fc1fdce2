// A private X11 session for starts without a screen and for tests: Xvfb, a window manager, a D-Bus session with the
// accessibility bus, and a runtime folder of its own. Node built-ins only; runs on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dummyXorgArguments, monitorCalls } from './dummy-xorg.mjs';

const READY_MS = 15_000;
const END_MS = 2_000;

/** Debian packages that a virtual display needs; the last two only for `dbus`. */
export const VIRTUAL_DISPLAY_PACKAGES = [
  'xvfb',
  'openbox',
  'x11-utils',
  'x11-xkb-utils',
  'dbus-daemon',
  'dbus-bin',
  'at-spi2-core',
];

/** Full path of a program on PATH, or null. */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/**
 * Starts a virtual display and waits until it is usable.
 *
 * @param {{width?: number, height?: number, windowManager?: boolean, dbus?: boolean, layout?: string,
 *   monitors?: {width: number, height: number, x: number, y: number}[]}} [options]
 *   pixels (default 1920x1080), openbox (default on), D-Bus session with accessibility (default on), and an XKB layout
 *   such as `de` or `us,de`. With `monitors` it is a real Xorg on its dummy driver, which needs root.
 * @returns {Promise<{display: string, env: Record<string, string>, stop: () => Promise<void>}>} `display` is `:N`;
 *   `env` goes on top of `process.env` for every program of this display; `stop` ends all of them and everything
 *   started here, and may be called twice.
 */
export async function startVirtualDisplay(options = {}) {
  const { width = 1920, height = 1080, windowManager = true, dbus = true, layout, monitors } = options;
  const folder = mkdtempSync(join(tmpdir(), 'fermix-display-'));
  const started = [];
  const onExit = () => endNow(started, folder);
  process.once('exit', onExit);
  const stop = once(async () => {
    process.off('exit', onExit);
    await endAll(started, folder);
  });
  try {
    const session = await openSession(folder, started, { width, height, windowManager, dbus, layout, monitors });
    return { ...session, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a display in a window of another one (Xephyr). What is typed and pointed at on the outer display reaches the
 * inner one from a device there, not from XTEST, as a person's input does. No window manager and no bus.
 *
 * @param {{env: Record<string, string>}} outer as `startVirtualDisplay` answers; stop it after this one
 * @param {{width?: number, height?: number}} [size] pixels, default 640x480
 * @returns {Promise<{display: string, env: Record<string, string>, stop: () => Promise<void>}>}
 */
export async function startNestedDisplay(outer, { width = 640, height = 480 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-display-'));
  const started = [];
  const onExit = () => endNow(started, folder);
  process.once('exit', onExit);
  const stop = once(async () => {
    process.off('exit', onExit);
    await endAll(started, folder);
  });
  try {
    const env = { ...outer.env, XDG_RUNTIME_DIR: folder };
    const args = ['-displayfd', '3', '-screen', `${width}x${height}`, '-no-host-grab', '-noreset', '-nolisten', 'tcp'];
    const server = launch(started, 'Xephyr', [...args, '-auth', outer.env.XAUTHORITY], env);
    const display = `:${(await firstLine(server, 'Xephyr')).trim()}`;
    return { display, env: { ...env, DISPLAY: display }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSession(folder, started, options) {
  chmodSync(folder, 0o700);
  const authority = join(folder, 'Xauthority');
  writeFileSync(authority, authorityFile(), { mode: 0o600 });
  const env = {
    XAUTHORITY: authority,
    XDG_RUNTIME_DIR: folder,
    XDG_SESSION_TYPE: 'x11',
    // Empty counts as absent: a Wayland session of the caller must not leak in.
    WAYLAND_DISPLAY: '',
    GDK_BACKEND: 'x11',
    // Programs of this session neither read nor change the caller's desktop settings.
    GSETTINGS_BACKEND: 'memory',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  };
  const name = options.monitors ? 'Xorg' : 'Xvfb';
  const server = launch(
    started,
    name,
    ['-displayfd', '3', ...serverArguments(folder, options), '-auth', authority],
    env,
  );
  const display = `:${(await firstLine(server, name)).trim()}`;
  env.DISPLAY = display;
  for (const call of monitorCalls(options.monitors ?? [])) if (call.length > 0) run('xrandr', call, env);
  if (options.layout) run('setxkbmap', ['-layout', options.layout], env);
  if (options.dbus) await startBus(folder, started, env);
  if (options.windowManager) await startWindowManager(folder, started, env);
  return { display, env };
}

function serverArguments(folder, { width, height, monitors }) {
  if (monitors) return dummyXorgArguments(folder);
  return ['-screen', '0', `${width}x${height}x24`, '-dpi', '96', '-noreset', '-nolisten', 'tcp'];
}

/** One cookie for every address and display number, so it can be written before the number is known. */
function authorityFile() {
  const field = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyAddress = Buffer.from([255, 255]);
  const empty = field(Buffer.alloc(0));
  return Buffer.concat([anyAddress, empty, empty, field(Buffer.from('MIT-MAGIC-COOKIE-1')), field(randomBytes(16))]);
}

async function startBus(folder, started, env) {
  const address = `unix:path=${join(folder, 'bus')}`;
  const busArguments = ['--session', '--nofork', '--nopidfile', `--address=${address}`, '--print-address=3'];
  const bus = launch(started, 'dbus-daemon', busArguments, env);
  env.DBUS_SESSION_BUS_ADDRESS = (await firstLine(bus, 'dbus-daemon')).trim();
  // Chromium and Qt read this when they start. Without at-spi2-core the session simply has no accessibility.
  const method = 'org.freedesktop.DBus.Properties.Set';
  const wanted = ['string:org.a11y.Status', 'string:IsEnabled', 'variant:boolean:true'];
  const target = ['--dest=org.a11y.Bus', '/org/a11y/bus', method];
  const ask = ['--session', '--print-reply', '--reply-timeout=5000'];
  run('dbus-send', [...ask, ...target, ...wanted], env, true);
  // Qt 5 looks for the accessibility bus once, when it starts: it must be there already, as in any desktop session.
  run('dbus-send', [...ask, '--dest=org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress'], env, true);
}

async function startWindowManager(folder, started, env) {
  const wm = launch(started, 'openbox', ['--sm-disable'], { ...env, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder });
  const isReady = () =>
    /window id # 0x/.test(run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], env, true).stdout ?? '');
  await until(isReady, () => ended(wm, 'openbox'), 'openbox did not manage the display');
}

/** Where util-linux offers it, a started program ends with the process that started it, even by SIGKILL. */
function launch(started, name, args, env) {
  const path = findProgram(name);
  if (!path) throw new Error(`${name} is not installed.`);
  const setpriv = findProgram('setpriv');
  const command = setpriv ? [setpriv, '--pdeathsig', 'TERM', path, ...args] : [path, ...args];
  const child = spawn(command[0], command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  child.said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    child.said = (child.said + text).slice(-2000);
  });
  child.stdio[3].on('error', () => undefined);
  child.on('error', (error) => {
    child.said += error.message;
  });
  started.push(child);
  return child;
}

function ended(child, name) {
  if (child.exitCode === null && child.signalCode === null) return;
  throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}: ${child.said.trim()}`);
}

/** The first line a program writes to its descriptor 3. */
async function firstLine(child, name) {
  let text = '';
  child.stdio[3].setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const isWhole = () => text.includes('\n');
  await until(isWhole, () => ended(child, name), `${name} was not ready`);
  return text.slice(0, text.indexOf('\n'));
}

async function until(condition, check, words) {
  const deadline = Date.now() + READY_MS;
  while (!condition()) {
    check();
    if (Date.now() > deadline) throw new Error(`${words} within ${READY_MS / 1000} s.`);
    await delay(10);
  }
}

function run(name, args, env, tolerant = false) {
  const result = spawnSync(name, args, { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 10_000 });
  if (!tolerant && result.status !== 0)
    throw new Error(`${name} failed: ${result.error?.message ?? result.stderr.trim()}`);
  return result;
}

/** Processes of this session, found by the runtime folder in their environment: also those that D-Bus activated. */
function sessionProcesses(folder) {
  const marker = `XDG_RUNTIME_DIR=${folder}`;
  const found = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      if (readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(marker)) found.push(Number(name));
    } catch {
      // Gone meanwhile, or of another user.
    }
  }
  return found;
}

function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone meanwhile.
    }
  }
}

async function endAll(started, folder) {
  // Clients before the server, so that they can end in order; SIGKILL for what does not.
  const server = started[0]?.pid;
  signalAll(
    sessionProcesses(folder).filter((pid) => pid !== server),
    'SIGTERM',
  );
  await gone(() => sessionProcesses(folder).every((pid) => pid === server));
  if (server) signalAll([server], 'SIGTERM');
  await gone(() => sessionProcesses(folder).length === 0);
  endNow(started, folder);
}

async function gone(condition) {
  const deadline = Date.now() + END_MS;
  while (!condition() && Date.now() < deadline) await delay(10);
}

function endNow(started, folder) {
  signalAll(sessionProcesses(folder), 'SIGKILL');
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function once(task) {
  let result;
  return () => {
    result ??= task();
    return result;
  };
}
