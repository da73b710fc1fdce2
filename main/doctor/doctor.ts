import { join } from 'node:path';
import type { ComputerState, DoctorRow, ModelState, PermissionRow } from '../../protocol/ipc/shapes.ts';
import type { ProbeReport } from '../computer/ports.ts';
import type { ConfigStore } from '../config/config-port.ts';
import type { SecretStore } from '../config/secrets-port.ts';
import type { Places } from '../sandbox/places.ts';
import { runChecks } from './check.ts';
import { compactionCheck } from './compaction-check.ts';
import { afterConfig, afterHome, configCheck, plaintextSecretsCheck, sandboxCheck } from './config-checks.ts';
import type { DesktopFacts } from './desktop/desktop-facts.ts';
import { desktopChecks, desktopRows, toPermissionRow } from './desktop/desktop-rows.ts';
import { readXSessions } from './desktop/x-sessions.ts';
import { homeCheck } from './home-check.ts';
import { type OwnerFacts, runtimeCheck, socketCheck, storeCheck } from './host-checks.ts';
import { keychainRow } from './keychain-row.ts';
import { logCheck } from './log-check.ts';
import { modelCheck, secretStoreCheck } from './model-checks.ts';
import { rememberLook } from './remember-look.ts';
import { sandboxTracesCheck, type TraceFacts, tracesCheck } from './trace-checks.ts';

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
  traces: TraceFacts;
  platform: DesktopFacts['platform'];
  computer(): ComputerState;
  /** Never prompts. */
  probe(): Promise<ProbeReport>;
  /** Has the system show its questions first; only after a press of the owner. */
  askPermissions(): Promise<ProbeReport>;
  owner(): OwnerFacts | null;
  isListening(path: string): Promise<boolean>;
}

export interface Doctor {
  rows(): Promise<DoctorRow[]>;
  /** `fresh` looks again at once; otherwise an answer may be up to 15 s old. */
  permissions(fresh?: boolean): Promise<PermissionRow[]>;
  /** Has the system ask the owner, then looks. */
  requestPermissions(): Promise<PermissionRow[]>;
}

/** Every look starts a helper; a change of the system shows after this time at the latest while the page is open. */
const KEEP_MS = 15_000;

/** The same checks for the app, the host of a terminal, and a home no host can start in. */
export function createDoctor(reach: DoctorReach): Doctor {
  const config = async () => (await reach.openConfig()).current();
  const look = async (ask: () => Promise<ProbeReport>): Promise<DesktopFacts> => {
    const [report, xSessions] = await Promise.all([ask(), readXSessions()]);
    return { platform: reach.platform, env: reach.env, computer: reach.computer(), report, xSessions };
  };
  const recent = rememberLook(() => look(() => reach.probe()), reach.now, KEEP_MS);
  const page = (facts: DesktopFacts) => [...desktopRows(facts).map(toPermissionRow), keychainRow(reach.secrets)];
  return {
    rows() {
      const once = rememberLook(() => look(() => reach.probe()), reach.now, Number.POSITIVE_INFINITY);
      return runChecks([
        runtimeCheck(reach.runtime, reach.appVersion),
        homeCheck(reach.home),
        afterHome(
          configCheck(() => reach.openConfig()),
          reach.home,
        ),
        storeCheck(() => reach.store()),
        afterConfig(sandboxCheck(config, reach.places, reach.env), config),
        afterConfig(
          modelCheck(() => reach.models()),
          config,
        ),
        secretStoreCheck(() => reach.secrets),
        afterConfig(plaintextSecretsCheck(config), config),
        afterConfig(compactionCheck(config), config),
        afterConfig(tracesCheck(reach.traces, config), config),
        sandboxTracesCheck(reach.traces, reach.now),
        ...desktopChecks(once),
        logCheck(join(reach.home, 'logs', 'fermix.log'), reach.now),
        socketCheck(reach),
      ]);
    },
    permissions: async (fresh) => page(await recent(fresh)),
    requestPermissions: async () => page(await look(() => reach.askPermissions())),
  };
}
