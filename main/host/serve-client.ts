import { LOCAL_PROTOCOL_VERSION, type LocalContract, localContract } from '../../protocol/local/operations.ts';
import type { AbortSignalLike, Handlers } from '../../protocol/rpc/contract.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { createServer, type Server } from '../../protocol/rpc/server.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import { deriveStanding, type Standing } from './derive-standing.ts';
import type { LocalPeer, LocalServices } from './local-services.ts';
import { createPeerChallenge, type PeerChallenge } from './peer-challenge.ts';
import { readProcess } from './process-facts.ts';
import { toRemoteError } from './typed-error.ts';

export interface ClientOptions {
  services: LocalServices;
  appVersion: string;
  role: 'app' | 'cli';
  runDirectory: string;
  hasProc: boolean;
  /** Set for the host's own process: it needs no proof, and was examined before the host began to hold its marker. */
  known?: LocalPeer;
  onClose(): void;
  onFault(error: unknown): void;
}

const UNPROVEN: Standing = {
  attended: false,
  selfStarted: false,
  reason: 'The calling process did not show who it is, so it is taken for unattended.',
};

/** A client being served. */
export interface ServedClient {
  /** Calls that have not ended yet. */
  running(): number;
  /** Tells them to end; each then answers. */
  stop(): void;
}

/** Answers one client of the local socket. */
export function serveClient(transport: Transport, options: ClientOptions): ServedClient {
  const { services } = options;
  let challenge: PeerChallenge | null = null;
  let claimedPid: number | null = options.known?.pid ?? null;
  let peer: LocalPeer | null = options.known ?? null;

  const known = (): LocalPeer => {
    if (claimedPid === null) throw new RemoteError('invalid_params', 'The first call must be hello.');
    return peer ?? describePeer(claimedPid, UNPROVEN);
  };

  const running = new Set<AbortController>();
  const stop = () => {
    for (const controller of running) controller.abort();
  };
  /** Runs one stoppable call: `stop`, a cancelled call and a closed connection all abort it. */
  const stoppable = async <T>(outer: AbortSignalLike, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    outer.addEventListener('abort', abort, { once: true });
    running.add(controller);
    try {
      return await run(controller.signal);
    } catch (error) {
      throw toRemoteError(error);
    } finally {
      running.delete(controller);
      outer.removeEventListener('abort', abort);
    }
  };

  const handlers: Handlers<LocalContract> = {
    hello(input) {
      if (input.protocolVersion !== LOCAL_PROTOCOL_VERSION) throw incompatible(options.appVersion);
      claimedPid ??= input.pid;
      if (!options.known && options.hasProc) challenge ??= createPeerChallenge(options.runDirectory);
      const { appVersion, role } = options;
      const path = challenge?.path ?? null;
      return { protocolVersion: LOCAL_PROTOCOL_VERSION, appVersion, role, pid: process.pid, challenge: path };
    },
    prove() {
      const pid = known().pid;
      if (!options.known) peer = describePeer(pid, challenge?.isHeldBy(pid) ? deriveStanding(pid) : UNPROVEN);
      challenge?.close();
      return known().standing;
    },
    stop() {
      const stopped = running.size;
      stop();
      return { stopped };
    },
    ask: (input, call) =>
      stoppable(call.signal, (signal) =>
        services.ask(input, known(), { signal, onEvent: (event) => server.notify('event', event) }),
      ),
    approve: (input) => services.approve(input, known()),
    tool: (input, call) =>
      stoppable(call.signal, (signal) =>
        services.tool(input, known(), { signal, onOutput: (text) => server.notify('toolOutput', { text }) }),
      ),
    tools: () => services.tools(known()),
    doctor: () => services.doctor(),
    grantPreview: (input) => services.previewGrant(input.path),
    grantApply: (input) => services.applyGrant(input.path, checkGranter(known(), input.confirmed)),
    focus: () => ({ ok: services.focus() }),
    handOver: () => ({ ok: services.handOver() }),
  };
  const server: Server<LocalContract> = createServer(localContract, transport, handlers, {
    onClose: () => {
      challenge?.close();
      options.onClose();
    },
    onFault: options.onFault,
  });
  return { running: () => running.size, stop };
}

/** A process started by the host never widens its own reach; a terminal's answer needs a terminal. */
function checkGranter(peer: LocalPeer, confirmed: 'terminal' | 'flag'): LocalPeer {
  const { standing } = peer;
  if (standing.selfStarted || (confirmed === 'terminal' && !standing.attended))
    throw new RemoteError('not_in_person', `Only the owner in person can grant a folder. ${standing.reason}`);
  return peer;
}

export function describePeer(pid: number, standing: Standing): LocalPeer {
  const session = readProcess(pid)?.session ?? 0;
  const startTicks = readProcess(session)?.startTicks ?? '0';
  return { pid, standing, terminal: `${session}.${startTicks}` };
}

function incompatible(appVersion: string): RemoteError {
  const words = `The running Fermix ${appVersion} is of another version than this command. Restart it, then try again.`;
  return new RemoteError('incompatible_version', words);
}
