import { join } from 'node:path';
import { app, type BrowserWindow, dialog, globalShortcut, safeStorage, shell } from 'electron';
import type { ChordPlatform } from '../../protocol/helper/chord.ts';
import type { Clock, Log } from '../agent/ports.ts';
import { compose } from '../compose.ts';
import type { Host } from '../host/ports.ts';
import { createSystemIds } from '../host/system-ports.ts';
import { createBadgeWindow } from './badge-window.ts';
import { openKeychain } from './keychain.ts';
import { createShortcutHost } from './shortcuts.ts';

export interface OpenHostOptions {
  home: string;
  osHome: string;
  userData: string;
  helperDirectory: string;
  skillsDirectory: string;
  /** Never in a packed app. */
  helperInPlace: boolean;
  appVersion: string;
  runtime: string;
  clock: Clock;
  log: Log;
  /** The window of the moment, for dialogs. */
  window(): BrowserWindow | null;
  hasTrayHost(): boolean;
  isAssisted(): boolean;
  focusWindow(): void;
  confirmClose(quit: boolean): void;
}

/** Composes the host with what Electron offers. Rejects with a HostStartError. */
export function openHost(options: OpenHostOptions): Promise<Host> {
  const env = { ...process.env };
  return compose({
    role: 'app',
    home: options.home,
    osHome: options.osHome,
    userData: options.userData,
    env,
    startDirectory: process.cwd(),
    clock: options.clock,
    ids: createSystemIds(options.clock),
    log: options.log,
    openSecrets: (home) => openKeychain({ home, encryption: safeStorage, platform: process.platform, env }),
    helperDirectory: options.helperDirectory,
    skillsDirectory: options.skillsDirectory,
    helperInPlace: options.helperInPlace,
    appVersion: options.appVersion,
    runtime: options.runtime,
    desktop: {
      openLink: (url) => shell.openExternal(url),
      chooseFiles: () => chooseFiles(options.window()),
      chooseNewFolder: (name) => chooseNew(options.window(), name),
      chooseNewFile: (name) => chooseNew(options.window(), name),
      async openFolder(path) {
        const problem = await shell.openPath(path);
        if (problem !== '') throw new Error(problem);
      },
      hasTrayHost: options.hasTrayHost,
      isAssisted: options.isAssisted,
      focusWindow: options.focusWindow,
      confirmClose: options.confirmClose,
      shortcuts: createShortcutHost({
        accelerators: globalShortcut,
        platform: process.platform as ChordPlatform,
        env,
        clock: options.clock,
      }),
      showBadge: createBadgeWindow(),
    },
  });
}

async function chooseFiles(window: BrowserWindow | null): Promise<string[]> {
  const properties: ('openFile' | 'multiSelections')[] = ['openFile', 'multiSelections'];
  const answer = await (window ? dialog.showOpenDialog(window, { properties }) : dialog.showOpenDialog({ properties }));
  return answer.canceled ? [] : answer.filePaths;
}

/** Electron has no dialog for a new folder; the one for a new file asks for its place and name as well. */
async function chooseNew(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('documents'), name), buttonLabel: 'Export' };
  const answer = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}
