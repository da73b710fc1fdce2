import { randomUUID } from 'node:crypto';
import { LOCAL_PROTOCOL_VERSION, type LocalContract, localContract } from '../../protocol/local/operations.ts';
import type { AbortSignalLike, Handlers } from '../../protocol/rpc/contract.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { createServer, type Server } from '../../protocol/rpc/server.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import { type Act, notInPerson, requireAccess } from './client-access.ts';
import { deriveStanding, type Standing, unprovenStanding } from './derive-standing.ts';
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
  /** The client has shown who it is, or that it cannot. */
  onProven(standing: Standing): void;
  onClose(): void;
  onFault(error: unknown): void;
}

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
  /** What it claims counts for nothing: it shares no terminal's state either. */
  const nobody = { standing: unprovenStanding(options.hasProc), terminal: `unproven-${randomUUID()}` };
  const unproven = (pid: number): LocalPeer => ({ pid, ...nobody });

  /** The caller, who is the same object for the whole connection; throws when the operation is not for them. */
  const allow = (act: Act): LocalPeer => {
    if (claimedPid === null) throw new RemoteError('invalid_params', 'The first call must be hello.');
    const asking = peer ?? unproven(claimedPid);
    requireAccess(act, asking.standing);
    return asking;
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
      if (!options.known && options.hasProc) challenge ??= tryChallenge(options);
      const { appVersion, role } = options;
      const path = challenge?.path ?? null;
      return { protocolVersion: LOCAL_PROTOCOL_VERSION, appVersion, role, pid: process.pid, challenge: path };
    },
    prove() {
      // One look: the file's number may name another file once it is gone.
      const { pid } = allow('prove');
      peer ??= challenge?.isHeldBy(pid) ? describePeer(pid, deriveStanding(pid)) : unproven(pid);
      challenge?.close();
      options.onProven(peer.standing);
      return peer.standing;
    },
    stop() {
      allow('stop');
      const stopped = running.size;
      stop();
      return { stopped };
    },
    ask: (input, call) =>
      stoppable(call.signal, (signal) =>
        services.ask(input, allow(input.session === null ? 'ask' : 'continue'), {
          signal,
          onEvent: (event) => server.notify('event', event),
        }),
      ),
    approve: (input) => services.approve(input, allow('approve')),
    tool: (input, call) =>
      stoppable(call.signal, (signal) =>
        services.tool(input, allow('tool'), { signal, onOutput: (text) => server.notify('toolOutput', { text }) }),
      ),
    tools: () => services.tools(allow('tools')),
    history(input) {
      allow('history');
      return services.history(input.query, input.before);
    },
    doctor() {
      allow('doctor');
      return services.doctor();
    },
    grantPreview(input) {
      allow('grantPreview');
      return services.previewGrant(input.path);
    },
    grantApply: (input) => services.applyGrant(input.path, atTheirWord(allow('grantApply'), input.confirmed)),
    focus() {
      allow('focus');
      return { ok: services.focus() };
    },
    handOver() {
      allow('handOver');
      return { ok: services.handOver() };
    },
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

/** Null where the disk takes no file: nothing can be proven then, and the client counts as unproven. */
function tryChallenge({ runDirectory, onFault }: ClientOptions): PeerChallenge | null {
  try {
    return createPeerChallenge(runDirectory);
  } catch (error) {
    onFault(error);
    return null;
  }
}

/** A terminal's answer needs a terminal. */
function atTheirWord(peer: LocalPeer, confirmed: 'terminal' | 'flag'): LocalPeer {
  if (confirmed === 'terminal' && !peer.standing.attended) throw notInPerson('grantApply', peer.standing);
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
