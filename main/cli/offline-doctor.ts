import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorRow } from '../../protocol/ipc/shapes.ts';
import { createComputer } from '../computer/create-computer.ts';
import type { ConfigStore } from '../config/config-port.ts';
import { createEnvironmentSecrets } from '../config/environment-secrets.ts';
import { CONFIG_FILE, openConfig } from '../config/open-config.ts';
import { checkConfig } from '../config/parse-config.ts';
import { createDoctor } from '../doctor/doctor.ts';
import { runDirectory } from '../host/home-directory.ts';
import { isListening } from '../host/listen.ts';
import { findOwner } from '../host/owner-lock.ts';
import { createSystemClock, createSystemIds } from '../host/system-ports.ts';
import { createDirectClient } from '../models/direct/direct-client.ts';
import { createModels } from '../models/models-service.ts';
import { chooseDriver } from '../store/choose-driver.ts';
import { checkDatabase } from '../store/open-database.ts';
import { STORE_FILE } from '../store/open-store.ts';
import { readDenials } from '../trace/read-denials.ts';
import { keepsContent, traceFolder } from '../trace/trace-files.ts';
import { appVersion, helperDirectory, helperInPlace, runtimeWords } from './app-facts.ts';
import type { CliIo } from './cli-io.ts';
import type { Homes } from './locate-home.ts';

const STORE_BUSY_MS = 2_000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The doctor without a host: it looks and changes nothing, whatever state the home is in. */
export async function runOfflineDoctor({ home, osHome }: Homes, io: CliIo): Promise<DoctorRow[]> {
  const clock = createSystemClock();
  const { env } = io;
  const secrets = createEnvironmentSecrets({ env, home });
  const traces = traceFolder(home, env);
  const place = { home, env, path: join(home, CONFIG_FILE) };
  const open = async () => openConfig({ home, env });
  const computer = createComputer({
    clock,
    ids: createSystemIds(clock),
    log: SILENT,
    home,
    config: await open().catch(() => defaultSettings(place)),
    helperDirectory: helperDirectory(io.programRoot),
    helperInPlace: helperInPlace(io.programRoot, io.env),
    environment: env,
    platform: { os: process.platform, arch: process.arch },
    appVersion: appVersion(),
    appPid: process.pid,
  });
  const doctor = createDoctor({
    home,
    places: { platform: process.platform, osHome, home, startDirectory: io.directory, userData: null },
    env,
    runtime: runtimeWords(),
    appVersion: appVersion(),
    now: () => clock.now(),
    secrets,
    openConfig: open,
    store: () => lookAtStore(join(home, STORE_FILE)),
    async models() {
      const direct = createDirectClient();
      const models = createModels({ config: await open(), secrets, direct, clock, log: SILENT, version: appVersion() });
      try {
        return await models.service.state();
      } finally {
        await models.close();
      }
    },
    traces: {
      folder: traces,
      keepsContent: keepsContent(env),
      denials: (since) => readDenials(traces, since, clock.now()),
    },
    platform: { os: process.platform, arch: process.arch },
    computer: () => computer.service.state(),
    probe: () => computer.service.probe(),
    askPermissions: () => computer.service.probe(),
    owner: () => findOwner(runDirectory(home)),
    isListening,
  });
  try {
    return await doctor.rows();
  } finally {
    await computer.service.close();
  }
}

/**
 * Checks a copy: even a read-only connection makes log files beside a database, and fails where it may not. A damaged
 * store is left for the start of a host to set aside.
 */
function lookAtStore(path: string): { path: string; driver: string } | null {
  if (!existsSync(path)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'fermix-doctor-'));
  try {
    const copy = join(folder, STORE_FILE);
    for (const end of ['', '-wal'])
      if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
    return { path, driver: checkStore(copy) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name of the driver that found the store whole. */
function checkStore(path: string): string {
  const driver = chooseDriver();
  const db = driver.open(path, { readOnly: false, busyTimeoutMs: STORE_BUSY_MS });
  try {
    checkDatabase(db);
    return driver.name;
  } finally {
    db.close();
  }
}

/** Settings of a home that has none, or whose file cannot be read. */
function defaultSettings(place: { home: string; env: CliIo['env']; path: string }): ConfigStore {
  const config = checkConfig({}, '', place);
  const refuse = () => Promise.reject(new Error('These settings are only looked at.'));
  return {
    path: place.path,
    current: () => config,
    write: refuse,
    reload: refuse,
    changedOutside: async () => [],
    onChange: () => () => undefined,
  };
}
