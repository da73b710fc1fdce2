import { rm } from 'node:fs/promises';
import type { HelperInstall, HelperProgress } from '../../../protocol/ipc/shapes.ts';
import type { Clock, Ids, Log } from '../../agent/ports.ts';
import { createHelperFiles, type HelperFiles } from '../helper-files.ts';
import type { HelperManifest } from '../helper-manifest.ts';
import { type FetchPorts, fetchHelper, isPackaged, totalBytes } from './fetch-helper.ts';
import { createHintReader, helperFolders, listDigest } from './helper-folders.ts';
import type { HelperRelease } from './helper-release.ts';
import type { HttpsGet } from './https-get.ts';
import { InstallError, toInstallError } from './install-error.ts';
import { placeHelper } from './place-helper.ts';

/** The helper of this build in a home: whether it is there, how it gets there, how it goes. */
export interface Installation {
  state(): HelperInstall;
  /** The app on disk is of another build than the one that runs. */
  needsRestart(): boolean;
  /** After anything of `state` changed. Returns the function that stops listening. */
  onChange(listener: () => void): () => void;
  readonly files: HelperFiles;
  /** True when the files of this build are in place; a file check, never a digest and never a network call. */
  installed(): boolean;
  /** True when installing needs no network: the helper of this build came with the app. */
  packaged(): boolean;
  /**
   * Puts the helper in place, then runs `greet`, as one job that can be seen and cancelled; a call meanwhile joins it.
   * Rejects with an InstallError. Does nothing but `greet` when it is in place.
   */
  install(greet?: () => Promise<void>): Promise<void>;
  cancel(): void;
  /** Ends an installation and removes every file of every version. Rejects with an InstallError. */
  remove(): Promise<void>;
  /** The files are not as they were built: shown until they are installed again. */
  damaged(message: string): void;
  /** A helper of this build answered: older versions go. */
  greeted(): Promise<void>;
  /** Removes what an installation that was killed left behind. */
  tidy(): Promise<void>;
}

export interface InstallationPorts {
  clock: Clock;
  ids: Ids;
  log: Log;
  home: string;
  /** Null where this build has no helper for this system. */
  manifest: HelperManifest | null;
  release: HelperRelease | null;
  packaged: string | null;
  get: HttpsGet;
}

/** Progress is announced at most this often, in milliseconds. */
const SHOW_EVERY_MS = 150;

interface Job {
  done: Promise<void>;
  stop: AbortController;
  progress: HelperProgress | null;
}

export function createInstallation(ports: InstallationPorts): Installation {
  const { clock, log, manifest, release, packaged } = ports;
  const folders = helperFolders(ports.home, manifest);
  const files = createHelperFiles(folders.installed, manifest);
  const readHint = createHintReader();
  const list = manifest && listDigest(manifest);
  const listeners = new Set<() => void>();
  let job: Job | null = null;
  let problem: HelperInstall['problem'] = null;
  let removed = false;
  let shownAt = 0;
  const changed = () => {
    shownAt = clock.now();
    for (const listener of listeners) listener();
  };

  const isOther = (folder: string) => {
    const hint = readHint(folder);
    return hint !== null && hint.list !== list;
  };
  const packagedIsOther = () => packaged !== null && manifest !== null && isOther(packaged);
  const comesPackaged = () => manifest !== null && isPackaged({ packaged, packagedIsOther });
  const installed = () => files.installed() && !isOther(folders.installed);

  function olderVersion(): string | null {
    if (files.installed()) return isOther(folders.installed) ? (readHint(folders.installed)?.version ?? null) : null;
    return folders.otherVersions().at(-1) ?? null;
  }

  /** What is on the disk, whatever is going on. */
  function resting(): Pick<HelperInstall, 'state' | 'olderVersion'> {
    if (installed()) return { state: 'installed', olderVersion: null };
    const older = olderVersion();
    return { state: older === null ? 'absent' : 'update_available', olderVersion: older };
  }

  /** Where the files would come from, and how many bytes that is. */
  function origin(): Pick<HelperInstall, 'source' | 'bytes'> {
    const bytes = manifest && totalBytes(manifest);
    if (comesPackaged()) return { source: 'package', bytes };
    return release ? { source: 'download', bytes: release.size } : { source: null, bytes };
  }

  function state(): HelperInstall {
    const now = resting();
    const shown = problem === null ? now.state : 'error';
    return {
      ...now,
      ...origin(),
      state: job ? 'installing' : shown,
      version: manifest?.version ?? '',
      progress: job?.progress ?? null,
      problem,
      removed: removed && now.state === 'absent',
    };
  }

  function show(current: Job, progress: HelperProgress): void {
    const isNewStep = current.progress?.step !== progress.step;
    current.progress = progress;
    if (isNewStep || clock.now() - shownAt >= SHOW_EVERY_MS) changed();
  }

  async function run(current: Job, greet: (() => Promise<void>) | undefined): Promise<void> {
    const { signal } = current.stop;
    const progress = (now: HelperProgress) => show(current, now);
    if (!manifest) throw new InstallError('install_not_published', 'No helper is published for this system.');
    if (!installed() || problem !== null) {
      const started = clock.now();
      const fetching: FetchPorts = { ...ports, manifest, packagedIsOther, downloads: folders.downloads };
      await placeHelper(folders, manifest, ports.ids.next('install'), (staging) =>
        fetchHelper(staging, fetching, { signal, progress }),
      );
      log.info('computer.helper_installed', { version: manifest.version, ms: clock.now() - started });
    }
    if (!greet) return;
    progress({ step: 'starting', done: 0, total: 0 });
    await greet();
  }

  async function install(greet?: () => Promise<void>): Promise<void> {
    if (job) return job.done;
    const current: Job = { done: Promise.resolve(), stop: new AbortController(), progress: null };
    job = current;
    removed = false;
    current.done = run(current, greet).then(
      () => {
        problem = null;
      },
      (thrown: unknown) => {
        const error = toInstallError(thrown, folders.root);
        log.warn('computer.install_failed', { code: error.code, reason: error.message });
        // Who cancels knows it.
        const { code, message, resumable } = error;
        problem = code === 'install_cancelled' ? null : { code, message, resumable };
        throw error;
      },
    );
    const over = () => {
      job = null;
      changed();
    };
    current.done.then(over, over);
    changed();
    return current.done;
  }

  async function cancel(): Promise<void> {
    const current = job;
    current?.stop.abort(new InstallError('install_cancelled', 'The installation was cancelled.'));
    await current?.done.catch(() => undefined);
  }

  return {
    state,
    needsRestart: packagedIsOther,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    files,
    installed,
    packaged: comesPackaged,
    install,
    cancel: () => void cancel(),
    async remove() {
      await cancel();
      await rm(folders.root, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
        throw toInstallError(error, folders.root);
      });
      problem = null;
      removed = true;
      log.info('computer.helper_removed');
      changed();
    },
    damaged(message) {
      problem = { code: 'helper_checksum_mismatch', message, resumable: false };
      changed();
    },
    async greeted() {
      if (folders.otherVersions().length === 0) return;
      await folders.removeOthers().catch((error: unknown) => {
        log.warn('computer.old_helper_stays', { reason: error instanceof Error ? error.message : String(error) });
      });
      changed();
    },
    tidy: () => folders.removeLeftovers(),
  };
}
