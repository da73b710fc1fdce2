import { linkedTransports, type Transport } from '../../protocol/rpc/transport.ts';
import type { Clock, Log } from '../agent/ports.ts';
import type { Standing } from './derive-standing.ts';
import type { LocalPeer, LocalServices } from './local-services.ts';
import { type ServedClient, serveClient } from './serve-client.ts';

/** The terminals that talk to this host. */
export interface Clients {
  /** A client of the socket. */
  accept(transport: Transport): void;
  /** A client in this process; the answer is its end of the line. */
  connect(peer: LocalPeer): Transport;
  /** Clients that have something running. */
  busy(): number;
  /** Refuses new clients, stops what runs, lets each call answer, and lets go. */
  close(): Promise<void>;
}

/** Open connections at most; a terminal needs one. */
const MOST_CLIENTS = 64;

/** A client that has not shown who it is after so many milliseconds is cut off. */
const PROOF_MS = 5_000;

interface OpenClient {
  served: ServedClient;
  /** Null until the client has shown who it is. */
  standing: Standing | null;
}

/** A stopped call ends within two seconds; what takes longer is cut off without its answer. */
const ANSWER_MS = 3_000;
const POLL_MS = 20;

export function createClients(parts: {
  services: LocalServices;
  appVersion: string;
  role: 'app' | 'cli';
  runDirectory: string;
  clock: Clock;
  log: Log;
}): Clients {
  const hasProc = process.platform === 'linux';
  const open = new Map<Transport, OpenClient>();
  let closed = false;

  const serve = (transport: Transport, known?: LocalPeer) => {
    const proven = new AbortController();
    const client: OpenClient = {
      standing: known?.standing ?? null,
      served: serveClient(transport, {
        ...parts,
        hasProc,
        ...(known ? { known } : {}),
        onProven(standing) {
          client.standing = standing;
          proven.abort();
        },
        onClose() {
          open.delete(transport);
          proven.abort();
        },
        onFault: (error) => parts.log.error('local.fault', { error }),
      }),
    };
    open.set(transport, client);
    if (known) return;
    parts.clock.sleep(PROOF_MS, proven.signal).then(
      () => transport.close('The client did not show who it is.'),
      () => undefined,
    );
  };
  /** Room for one more: who never said who they are go first, then what a host started and now does nothing. */
  const makeRoom = () => {
    const clients = [...open];
    const spare =
      clients.find(([, { standing }]) => standing === null) ??
      clients.find(([, { standing, served }]) => standing?.selfStarted && served.running() === 0);
    spare?.[0].close('The place is needed for another client.');
  };
  const busy = () => [...open.values()].filter(({ served }) => served.running() > 0).length;
  return {
    accept(transport) {
      if (open.size >= MOST_CLIENTS) makeRoom();
      if (closed || open.size >= MOST_CLIENTS) transport.close('The host takes no more clients.');
      else serve(transport);
    },
    connect(peer) {
      const [theirs, ours] = linkedTransports();
      serve(ours, peer);
      return theirs;
    },
    busy,
    async close() {
      closed = true;
      for (const { served } of open.values()) served.stop();
      const deadline = parts.clock.now() + ANSWER_MS;
      while (busy() > 0 && parts.clock.now() < deadline) await parts.clock.sleep(POLL_MS);
      for (const transport of [...open.keys()]) transport.close('The host ends.');
    },
  };
}
