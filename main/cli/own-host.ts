import { join } from 'node:path';
import { compose } from '../compose.ts';
import { createEnvironmentSecrets } from '../config/environment-secrets.ts';
import { redactValue } from '../config/redact.ts';
import { greet, type HostConnection } from '../host/attach.ts';
import { deriveStanding } from '../host/derive-standing.ts';
import type { Host } from '../host/ports.ts';
import { describePeer } from '../host/serve-client.ts';
import { createSystemClock, createSystemIds } from '../host/system-ports.ts';
import { openLog } from '../log.ts';
import { appVersion, helperDirectory, helperInPlace, runtimeWords } from './app-facts.ts';
import type { CliIo } from './cli-io.ts';
import type { Homes } from './locate-home.ts';
import { toPlainText } from './plain-text.ts';

/** How long our work may go on after the app has asked for the home, in milliseconds. */
const FINISH_MS = 5_000;
const POLL_MS = 50;

/** Starts a host in this process. Rejects with a HostStartError. */
export async function startOwnHost({ home, osHome }: Homes, io: CliIo): Promise<HostConnection> {
  // Before the host holds its own marker: afterwards this process would look like one of its children.
  const peer = describePeer(process.pid, deriveStanding(process.pid));
  const clock = createSystemClock();
  const log = openLog({ home, clock, redact: redactValue });
  const host = await compose({
    role: 'cli',
    home,
    osHome,
    userData: null,
    env: io.env,
    startDirectory: io.directory,
    clock,
    ids: createSystemIds(clock),
    log,
    openSecrets: () => createEnvironmentSecrets({ env: io.env, home }),
    helperDirectory: helperDirectory(io.programRoot),
    skillsDirectory: join(io.programRoot, 'skills'),
    helperInPlace: helperInPlace(io.programRoot, io.env),
    appVersion: appVersion(),
    runtime: runtimeWords(),
    desktop: null,
  });
  const close = async () => {
    await host.close();
    log.close();
  };
  void host.handedOver.then(async () => {
    await waitUntilIdle(host, FINISH_MS, io.stop);
    if (host.busyClients() > 0) io.err('The app takes over this home; what runs here is stopped.\n');
    await close();
  });
  // The window shows these of its own host.
  for (const { text } of host.startNotices) io.err(`${toPlainText(text)}\n`);
  const connection = await greet(host.connect(peer));
  return {
    ...connection,
    async close() {
      await connection.close();
      await waitUntilIdle(host, Number.POSITIVE_INFINITY, io.stop);
      await close();
    },
  };
}

/** Other terminals may have attached to us: their work goes on until it is done, or until we are told to stop. */
async function waitUntilIdle(host: Host, limitMs: number, stop: AbortSignal): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (host.busyClients() > 0 && Date.now() < deadline && !stop.aborted)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
