import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { Clock } from '../agent/ports.ts';
import type { Host } from '../host/ports.ts';
import { createRouter } from '../ipc/router.ts';
import type { FileLog } from '../log.ts';
import { capturePage } from './capture.ts';
import { connectPage, trustSender } from './connect-page.ts';
import { createEventFeed, type EventFeed } from './event-feed.ts';
import { hardenSession } from './harden-session.ts';
import { decideClose } from './keep-alive.ts';
import { locate } from './locations.ts';
import { bringToFront, openMainWindow } from './main-window.ts';
import { setMenu } from './menu.ts';
import { openHost } from './open-host.ts';
import { servePage } from './page-protocol.ts';
import { createQuitter, type Quitter } from './quit.ts';
import { reloadAfterCrash } from './reload-page.ts';
import { reportStartFailure } from './start-failure.ts';
import type { StartOptions } from './start-options.ts';
import { createTray, signImage } from './tray.ts';
import { findTrayHost } from './tray-host.ts';
import { createTrayKeeper, type TrayKeeper } from './tray-keeper.ts';
import { trayModel } from './tray-model.ts';

export interface ShellOptions {
  home: string;
  osHome: string;
  clock: Clock;
  log: FileLog;
  options: StartOptions;
}

/** The running app: one window, one host, one tray icon. Called once, when Electron is ready. */
export async function runShell({ home, osHome, clock, log, options }: ShellOptions): Promise<void> {
  const places = locate({
    appPath: app.getAppPath(),
    resourcesPath: process.resourcesPath,
    packed: app.isPackaged,
  });
  const kind = options.runtimeKind === null ? '' : ` (${options.runtimeKind})`;
  const runtime = `Electron ${process.versions['electron']}${kind}`;
  log.info('app.start', { version: app.getVersion(), runtime, node: process.versions.node });

  const feed = createEventFeed();
  // Begins once the window has been told to open, so that both become ready side by side.
  const hostReady = Promise.resolve().then(() =>
    openHost({
      home,
      osHome,
      userData: app.getPath('userData'),
      helperDirectory: places.helper,
      skillsDirectory: places.skills,
      helperInPlace: !app.isPackaged && process.env['FERMIX_HELPER_IN_PLACE'] === '1',
      appVersion: app.getVersion(),
      runtime,
      clock,
      log,
      window: () => window,
      hasTrayHost: () => tray.present,
      isAssisted: () => app.isAccessibilitySupportEnabled(),
      focusWindow,
      confirmClose: (agreed) => {
        if (agreed) quitter.quit();
      },
    }),
  );
  const quitter = createQuitter(app, clock, () => putAway(hostReady, tray, log));
  const router = createRouter({
    handlers: async () => (await hostReady).handlers,
    trusts: trustSender,
    log,
  });
  let window: BrowserWindow | null = null;
  const focusWindow = () => {
    if (window !== null && !window.isDestroyed()) bringToFront(window);
  };
  const control = async (action: 'pauseComputer' | 'resumeComputer') => {
    const host = await hostReady;
    await host[action]().catch((error: unknown) => log.error('tray.control_failed', { error: String(error) }));
  };
  const tray = createTrayKeeper({
    findHost: () => findTrayHost(process.platform, process.env),
    create: () =>
      createTray({
        open: focusWindow,
        pause: () => void control('pauseComputer'),
        resume: () => void control('resumeComputer'),
        quit: () => quitter.quit(),
      }),
    isHidden: () => window !== null && !window.isDestroyed() && !window.isVisible(),
    onLost: focusWindow,
    clock,
  });

  servePage(places.page);
  hardenSession(session.defaultSession);
  setMenu(() => quitter.quit());
  connectPage(() => window, router, feed);
  window = openMainWindow({
    preload: places.preload,
    placeFile: join(app.getPath('userData'), 'window-place.json'),
    icon: signImage('idle', 64),
  });
  reloadAfterCrash(window.webContents, () => quitter.quitting, clock, log);
  askBeforeClosing(window, { tray, feed, quitter, hostReady });
  app.on('second-instance', focusWindow);
  app.on('activate', focusWindow);
  app.on('accessibility-support-changed', () => feed.send({ name: 'app.info-change', payload: null }));
  // The app lives on in the tray; ending is `quitter`'s part.
  app.on('window-all-closed', () => undefined);

  try {
    const host = await hostReady;
    host.onEvent((event) => feed.send(event));
    host.onActivity((activity) => tray.show(trayModel(activity)));
    tray.show(trayModel(host.activity()));
  } catch (error) {
    quitter.quit(await reportStartFailure(error, options.unattendedScreen, log));
    return;
  }
  void tray.look();
  if (options.captureFile !== null) {
    quitter.quit(await writePicture(window, feed, options.captureFile, clock));
  }
}

async function putAway(hostReady: Promise<Host>, tray: TrayKeeper, log: FileLog): Promise<void> {
  tray.close();
  try {
    await (await hostReady).close();
  } catch (error) {
    log.error('app.close_failed', { error: String(error) });
  }
  log.info('app.end');
  log.close();
}

interface CloseParts {
  tray: TrayKeeper;
  feed: EventFeed;
  quitter: Quitter;
  hostReady: Promise<Host>;
}

/** The window hides where a tray icon brings it back; elsewhere its page asks whether to quit. */
function askBeforeClosing(window: BrowserWindow, { tray, feed, quitter, hostReady }: CloseParts): void {
  let running = 0;
  void hostReady.then(
    (host) =>
      host.onActivity((activity) => {
        running = activity.running.length;
      }),
    () => undefined,
  );
  const decide = async () => {
    const trayHost = await tray.look();
    switch (decideClose({ quitting: quitter.quitting, trayHost, pageListens: feed.isOpen })) {
      case 'hide':
        window.hide();
        break;
      case 'ask':
        bringToFront(window);
        feed.send({ name: 'app.close-asked', payload: { running } });
        break;
      default:
        quitter.quit();
    }
  };
  window.on('close', (event) => {
    if (quitter.quitting) return;
    event.preventDefault();
    void decide();
  });
}

async function writePicture(window: BrowserWindow, feed: EventFeed, path: string, clock: Clock): Promise<number> {
  try {
    await capturePage(window, () => feed.isOpen, path, clock);
    return 0;
  } catch (error) {
    process.stderr.write(`fermix: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
