import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { HostEvent } from '../../protocol/ipc/events.ts';
import type { Clock } from '../agent/ports.ts';
import type { Host } from '../host/ports.ts';
import { createRouter } from '../ipc/router.ts';
import type { FileLog } from '../log.ts';
import { capturePage } from './capture.ts';
import { connectPage, trustSender } from './connect-page.ts';
import { createEventFeed } from './event-feed.ts';
import { hardenSession } from './harden-session.ts';
import { decideClose } from './keep-alive.ts';
import { locate } from './locations.ts';
import { bringToFront, openMainWindow } from './main-window.ts';
import { setMenu } from './menu.ts';
import { openHost } from './open-host.ts';
import { servePage } from './page-protocol.ts';
import { reportStartFailure } from './start-failure.ts';
import type { StartOptions } from './start-options.ts';
import { createTray, signImage } from './tray.ts';
import { findTrayHost } from './tray-host.ts';
import { createTrayKeeper } from './tray-keeper.ts';
import { trayModel } from './tray-model.ts';

export interface ShellOptions {
  home: string;
  osHome: string;
  clock: Clock;
  log: FileLog;
  options: StartOptions;
}

/** How long the host may take to put everything away. */
const CLOSE_MS = 5_000;
/** A page that ends again within this time is not loaded once more. */
const RELOAD_MS = 10_000;

/** The running app: one window, one host, one tray icon. Called once, when Electron is ready. */
export async function runShell({ home, osHome, clock, log, options }: ShellOptions): Promise<void> {
  const appPath = app.getAppPath();
  const places = locate({ appPath, resourcesPath: process.resourcesPath, packed: app.isPackaged });
  const runtime = `Electron ${process.versions['electron']} (${options.runtimeKind})`;
  log.info('app.start', { version: app.getVersion(), runtime, node: process.versions.node });

  let window: BrowserWindow | null = null;
  let quitting = false;
  const feed = createEventFeed();
  const send = (event: HostEvent) => feed.send(event);
  const focusWindow = () => {
    if (window && !window.isDestroyed()) bringToFront(window);
  };
  const tray = createTrayKeeper({
    findHost: () => findTrayHost(process.platform, process.env),
    create: () =>
      createTray({ open: focusWindow, pause: () => control('pause'), resume: () => control('resume'), quit }),
    isHidden: () => window !== null && !window.isDestroyed() && !window.isVisible(),
    onLost: focusWindow,
    clock,
  });

  function quit(): void {
    app.quit();
  }

  function control(action: 'pause' | 'resume'): void {
    void hostReady
      .then((host) => (action === 'pause' ? host.pauseComputer() : host.resumeComputer()))
      .catch((error: unknown) => log.error('tray.control_failed', { error: String(error) }));
  }

  async function closeAsked(): Promise<void> {
    const trayHost = await tray.look();
    const host = await hostReady.catch(() => null);
    switch (decideClose({ quitting, trayHost, pageListens: feed.isOpen })) {
      case 'hide':
        window?.hide();
        break;
      case 'ask':
        focusWindow();
        send({ name: 'app.close-asked', payload: { running: host?.activity().running.length ?? 0 } });
        break;
      default:
        quit();
    }
  }

  servePage(places.page);
  hardenSession(session.defaultSession);
  setMenu(quit);
  let announceHost: (host: Promise<Host>) => void = () => undefined;
  const hostReady = new Promise<Host>((resolve) => {
    announceHost = resolve;
  });
  hostReady.catch(() => undefined);
  const router = createRouter({ handlers: async () => (await hostReady).handlers, trusts: trustSender, log });
  connectPage(() => window, router, feed);

  const opened = openMainWindow({
    preload: places.preload,
    placeFile: join(app.getPath('userData'), 'window-place.json'),
    icon: signImage('idle', 64),
  });
  window = opened;
  opened.on('close', (event) => {
    if (quitting) return;
    event.preventDefault();
    void closeAsked();
  });
  let lastReload = Number.NEGATIVE_INFINITY;
  opened.webContents.on('render-process-gone', (_event, details) => {
    log.error('window.page_ended', { reason: details.reason });
    if (quitting || clock.now() - lastReload < RELOAD_MS) return;
    lastReload = clock.now();
    opened.webContents.reload();
  });

  app.on('second-instance', focusWindow);
  app.on('activate', focusWindow);
  app.on('window-all-closed', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (quitting) return;
    quitting = true;
    tray.close();
    void putAway().finally(() => app.exit(process.exitCode === undefined ? 0 : Number(process.exitCode)));
  });

  async function putAway(): Promise<void> {
    const closing = hostReady
      .then((host) => host.close())
      .catch((error: unknown) => {
        log.error('app.close_failed', { error: String(error) });
      });
    await Promise.race([closing, clock.sleep(CLOSE_MS)]);
    log.info('app.end');
    log.close();
  }

  announceHost(
    openHost({
      home,
      osHome,
      userData: app.getPath('userData'),
      helperDirectory: places.helper,
      appVersion: app.getVersion(),
      runtime,
      clock,
      log,
      window: () => window,
      hasTrayHost: () => tray.present,
      focusWindow,
      confirmClose: (agreed) => {
        if (agreed) quit();
      },
    }),
  );
  try {
    const host = await hostReady;
    tray.show(trayModel(host.activity()));
    host.onActivity((activity) => tray.show(trayModel(activity)));
    host.onEvent(send);
    void tray.look();
  } catch (error) {
    quitting = true;
    tray.close();
    const code = await reportStartFailure(error, options.unattendedScreen, log);
    log.close();
    app.exit(code);
    return;
  }
  if (options.captureFile !== null) {
    await capturePage(opened, () => feed.isOpen, options.captureFile, clock).catch((error: unknown) => {
      process.stderr.write(`fermix: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
    quit();
  }
}
