import type { Badge } from '../../protocol/helper/operations.ts';
import type { HostEvent } from '../../protocol/ipc/events.ts';
import type { IpcHandlers } from '../../protocol/ipc/routes.ts';
import type { ControlResult } from '../../protocol/ipc/shapes.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import type { Clock, Ids, Log } from '../agent/ports.ts';
import type { ShortcutPort } from '../computer/shortcut-port.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import type { LocalPeer } from './local-services.ts';

/** What the desktop shell does for the host. Absent in a host started by the CLI. */
export interface DesktopServices {
  /** Opens the system's browser. The host has already checked the scheme. */
  openLink(url: string): Promise<void>;
  /** The system's file dialog; absolute paths, empty when the user cancelled. */
  chooseFiles(): Promise<string[]>;
  /** The system's dialog for a folder that is to be made; its absolute path, null when the user cancelled. */
  chooseNewFolder(name: string): Promise<string | null>;
  /** The system's dialog for a file that is to be written; its absolute path, null when the user cancelled. */
  chooseNewFile(name: string): Promise<string | null>;
  /** Shows a folder of this computer in the file manager. Rejects when there is none. */
  openFolder(path: string): Promise<void>;
  /** True while a tray host shows our icon. */
  hasTrayHost(): boolean;
  /** True while an assistive program, such as a screen reader, reads the window. */
  isAssisted(): boolean;
  /** A second start of the app asks the first to come to the front. */
  focusWindow(): void;
  /** Chords that work whatever program has the keyboard. */
  shortcuts: ShortcutPort;
  /** A window that says that the agent uses this computer; null takes it away. Only where the helper draws none. */
  showBadge(badge: Badge | null): void;
  /** The window's answer to `app.close-asked`. */
  confirmClose(quit: boolean): void;
}

/** Everything the host takes from outside itself. */
export interface HostPorts {
  /** `app`: may ask a host started by the CLI to hand over the home. `cli`: ends by itself after its one request. */
  role: 'app' | 'cli';
  /** Absolute state directory; see `resolveHome`. Created with mode 0700 when missing. */
  home: string;
  /** Absolute home directory of the user. */
  osHome: string;
  /** Electron's own data folder (cookies, encrypted secrets), which no tool may touch; null outside the app. */
  userData: string | null;
  /** Read once here; never the global environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** The directory the program was started in. */
  startDirectory: string;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Made after the home exists; the app hands over its keychain, the CLI the environment. */
  openSecrets(home: string): SecretStore;
  /** Folder of the helper that came with the app, with its own Node; its files are checked against the baked list before every start. */
  helperDirectory: string;
  /** Folder of the skills that came with the app; absent where there are none. */
  skillsDirectory?: string;
  /** Development builds only: the helper runs from that folder as it is; otherwise it is installed into the home. */
  helperInPlace?: boolean;
  appVersion: string;
  /** Words for the log and the doctor, for example `node 24.21.0 (linux x64)` or `electron 45.5.0 official`. */
  runtime: string;
  desktop: DesktopServices | null;
}

/** What the tray shows. */
export interface HostActivity {
  /** Conversations whose turn runs now. */
  running: string[];
  /** Conversations with an unanswered question. */
  needsYou: string[];
  computer: 'none' | 'idle' | 'acting' | 'paused';
  computerEnabled: boolean;
}

/** The running host: the one owner of its home. */
export interface Host {
  readonly home: string;
  /** What the owner has to be told of this start, for example that a damaged store was set aside. */
  readonly startNotices: readonly { tone: 'info' | 'warn' | 'error'; text: string }[];
  /** The window's routes; the router checks input before it calls one. Refusals are thrown as IpcRefusal. */
  readonly handlers: IpcHandlers;
  /** Announcements for the window, in order. Returns the function that stops listening. */
  onEvent(listener: (event: HostEvent) => void): () => void;
  activity(): HostActivity;
  /** Called after anything of `activity` changed. */
  onActivity(listener: (activity: HostActivity) => void): () => void;
  /** One client inside this process, as the socket would serve it; for the CLI that started this host. */
  connect(peer: LocalPeer): Transport;
  pauseComputer(): Promise<ControlResult>;
  resumeComputer(): Promise<ControlResult>;
  /** Resolves when another host was promised the home: finish, then close. Never in the app. */
  readonly handedOver: Promise<void>;
  /** Terminals that have something running. */
  busyClients(): number;
  /** Stops turns, tools and the helper, closes the store, gives the home back. Safe to call twice. */
  close(): Promise<void>;
}

/** Why `compose` could not start a host. The message is for the user. */
export class HostStartError extends Error {
  readonly code: 'already_running' | 'home_in_use' | 'home_unusable' | 'invalid_config' | 'store_unusable';
  readonly remedy: string | undefined;
  constructor(code: HostStartError['code'], message: string, remedy?: string) {
    super(message);
    this.name = 'HostStartError';
    this.code = code;
    this.remedy = remedy;
  }
}
