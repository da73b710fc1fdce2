import type { Badge } from '../../protocol/helper/operations.ts';
import type { Clock, Ids, Log } from '../agent/ports.ts';
import type { PictureEncoder } from '../agent/store-port.ts';
import type { ConfigStore } from '../config/config-port.ts';
import { createCaptureBreaker } from './capture-breaker.ts';
import { helperEnvironment } from './helper-environment.ts';
import { bakedManifest, type HelperManifest } from './helper-manifest.ts';
import { createHelperStarter, type HelperStarter } from './helper-process.ts';
import { createHelperSupervisor } from './helper-supervisor.ts';
import { createInputSeat } from './input-seat.ts';
import { createHelperPrograms, type HelperPrograms } from './install/helper-programs.ts';
import { bakedRelease, type HelperRelease } from './install/helper-release.ts';
import { createHttpsGet, type HttpsGet } from './install/https-get.ts';
import { createInstallation } from './install/installation.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import type { HostPlatform } from './platform.ts';
import type { ComputerService } from './ports.ts';
import { noRecorder, type Recorder } from './recorder/recorder-port.ts';
import { createComputerService } from './service.ts';
import { noShortcuts, type ShortcutPort } from './shortcut-port.ts';

export interface ComputerPorts {
  clock: Clock;
  ids: Ids;
  log: Log;
  config: ConfigStore;
  /** The state directory; the helper is installed below it. */
  home: string;
  /** The folder with the helper that came with the app: `out/helper` in a checkout, the resources in a package. */
  helperDirectory: string;
  /** Development builds only: that folder is run as it is, and nothing is installed. */
  helperInPlace?: boolean;
  /** The host's environment; the helper gets a short allow-list of it. */
  environment: Readonly<Record<string, string | undefined>>;
  platform: HostPlatform;
  appVersion: string;
  /** Windows of this process and its children are never operated. */
  appPid: number;
  /** Where sessions are kept to be looked at later; nothing is kept when absent. */
  recorder?: Recorder;
  /** Chords that work everywhere; none when absent. */
  shortcuts?: ShortcutPort;
  /** Shows the sign that the agent uses this computer, where the helper draws none. */
  showBadgeWindow?: (badge: Badge | null) => void;
  /** True for a conversation that nobody can go on with; its session ends. None when absent. */
  isAbandoned?: (conversationId: string) => boolean;
  /** An open file that tells the host's own processes from the user's; every helper holds it. */
  childMarkerFd?: number;
  /** The file list to check against; the one baked into the build when absent. */
  manifest?: HelperManifest | null;
  /** The published archive and the way to it; what is baked into the build, over https, when absent. */
  release?: HelperRelease | null;
  httpsGet?: HttpsGet;
  /** How helpers are started, and from which files; real ones when absent. */
  starter?: HelperStarter;
  programs?: HelperPrograms;
}

/** Computer use and the picture scaling that shares its helper program. Nothing is started until it is needed. */
export function createComputer(ports: ComputerPorts): { service: ComputerService; encoder: PictureEncoder } {
  const { clock, environment, platform } = ports;
  const baked = ports.manifest === undefined ? bakedManifest() : ports.manifest;
  const manifest = baked?.target === `${platform.os}-${platform.arch}` ? baked : null;
  const packaged = ports.helperDirectory;
  const installation = createInstallation({
    ...ports,
    manifest,
    packaged,
    release: manifest && (ports.release === undefined ? bakedRelease() : ports.release),
    get: ports.httpsGet ?? createHttpsGet(),
  });
  const inPlace = ports.helperInPlace ?? false;
  const enabled = () => ports.config.current().computerUse.enabled;
  const programs =
    ports.programs ?? createHelperPrograms({ installation, manifest, packaged, inPlace, enabled, os: platform.os });
  const breaker = createCaptureBreaker(clock);
  const starter =
    ports.starter ?? createHelperStarter(helperEnvironment(environment, platform.os), ports.childMarkerFd);
  const supervisor = createHelperSupervisor({ ...ports, programs, breaker, starter });
  const service = createComputerService({
    ...ports,
    recorder: ports.recorder ?? noRecorder,
    isAbandoned: ports.isAbandoned ?? (() => false),
    installation,
    programs,
    inPlace,
    breaker,
    supervisor,
    seat: createInputSeat(clock),
    helperVersion: manifest?.version ?? '',
    shortcuts: ports.shortcuts ?? noShortcuts,
    showBadgeWindow: platform.os === 'linux' ? null : (ports.showBadgeWindow ?? null),
  });
  return { service, encoder: createPictureEncoder(supervisor, clock) };
}
