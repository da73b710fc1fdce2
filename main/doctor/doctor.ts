import { join } from 'node:path';
import type { DoctorRow, ModelState, PermissionRow } from '../../protocol/ipc/shapes.ts';
import type { ProbeReport } from '../computer/ports.ts';
import type { ConfigStore } from '../config/config-port.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import type { Places } from '../sandbox/places.ts';
import { runChecks } from './check.ts';
import { afterConfig, configCheck, plaintextSecretsCheck, sandboxCheck } from './config-checks.ts';
import { accessibilityCheck, displayCheck, helperCheck, permissionRows, rememberLook } from './desktop-checks.ts';
import { homeCheck } from './home-check.ts';
import { type OwnerFacts, runtimeCheck, socketCheck, storeCheck } from './host-checks.ts';
import { logCheck } from './log-check.ts';
import { modelCheck, secretStoreCheck } from './model-checks.ts';

/** What the checks look through; each may throw, and then its row says so. */
export interface DoctorReach {
  home: string;
  places: Places;
  env: Readonly<Record<string, string | undefined>>;
  runtime: string;
  appVersion: string;
  now(): number;
  secrets: SecretStore;
  openConfig(): Promise<ConfigStore>;
  /** Null when there is no store yet; throws when it is damaged. */
  store(): { path: string; driver: string } | null;
  models(): Promise<ModelState>;
  probe(): Promise<ProbeReport>;
  owner(): OwnerFacts | null;
  isListening(path: string): Promise<boolean>;
}

export interface Doctor {
  rows(): Promise<DoctorRow[]>;
  permissions(): Promise<PermissionRow[]>;
}

/** The permissions page asks every few seconds; a change of the system shows after this time at the latest. */
const KEEP_MS = 15_000;

/** The same checks for the app, the host of a terminal, and a home no host can start in. */
export function createDoctor(reach: DoctorReach): Doctor {
  const config = async () => (await reach.openConfig()).current();
  const recent = rememberLook(() => reach.probe(), reach.now, KEEP_MS);
  return {
    rows() {
      const probe = rememberLook(() => reach.probe(), reach.now, Number.POSITIVE_INFINITY);
      return runChecks([
        runtimeCheck(reach.runtime, reach.appVersion),
        homeCheck(reach.home),
        configCheck(() => reach.openConfig()),
        storeCheck(() => reach.store()),
        afterConfig(sandboxCheck(config, reach.places, reach.env), config),
        afterConfig(
          modelCheck(() => reach.models()),
          config,
        ),
        secretStoreCheck(() => reach.secrets),
        afterConfig(plaintextSecretsCheck(config), config),
        displayCheck(probe, reach.env),
        accessibilityCheck(probe),
        helperCheck(probe),
        logCheck(join(reach.home, 'logs', 'fermix.log'), reach.now),
        socketCheck(reach),
      ]);
    },
    permissions: () => permissionRows(recent, reach.secrets),
  };
}
