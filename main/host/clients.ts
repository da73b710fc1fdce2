import { linkedTransports, type Transport } from '../../protocol/rpc/transport.ts';
import type { Clock, Log } from '../agent/ports.ts';
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
  const open = new Map<Transport, ServedClient>();
  let closed = false;

  const serve = (transport: Transport, known?: LocalPeer) => {
    const client = serveClient(transport, {
      ...parts,
      hasProc,
      ...(known ? { known } : {}),
      onClose: () => void open.delete(transport),
      onFault: (error) => parts.log.error('local.fault', { error }),
    });
    open.set(transport, client);
  };
  const busy = () => [...open.values()].filter((client) => client.running() > 0).length;
  return {
    accept(transport) {
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
      for (const client of open.values()) client.stop();
      const deadline = parts.clock.now() + ANSWER_MS;
      while (busy() > 0 && parts.clock.now() < deadline) await parts.clock.sleep(POLL_MS);
      for (const transport of [...open.keys()]) transport.close('The host ends.');
    },
  };
}
