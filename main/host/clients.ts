import { linkedTransports, type Transport } from '../../protocol/rpc/transport.ts';
import type { Log } from '../agent/ports.ts';
import type { LocalPeer, LocalServices } from './local-services.ts';
import { type ServedClient, serveClient } from './serve-client.ts';

/** The terminals that talk to this host. */
export interface Clients {
  /** A client of the socket. */
  accept(transport: Transport): void;
  /** A client in this process; the answer is its end of the line. */
  connect(peer: LocalPeer): Transport;
  /** Clients of the socket that have something running. */
  busy(): number;
  /** Refuses new clients and lets go of the present ones. */
  close(): void;
}

/** Open connections at most; a terminal needs one. */
const MOST_CLIENTS = 64;

export function createClients(parts: {
  services: LocalServices;
  appVersion: string;
  role: 'app' | 'cli';
  runDirectory: string;
  log: Log;
}): Clients {
  const hasProc = process.platform === 'linux';
  const open = new Map<Transport, ServedClient>();
  let closed = false;

  const serve = (transport: Transport, known?: LocalPeer) =>
    serveClient(transport, {
      ...parts,
      hasProc,
      ...(known ? { known } : {}),
      onClose: () => void open.delete(transport),
      onFault: (error) => parts.log.error('local.fault', { error }),
    });
  return {
    accept(transport) {
      if (closed || open.size >= MOST_CLIENTS) return transport.close('The host takes no more clients.');
      open.set(transport, serve(transport));
    },
    connect(peer) {
      const [theirs, ours] = linkedTransports();
      serve(ours, peer);
      return theirs;
    },
    busy: () => [...open.values()].filter((client) => client.running() > 0).length,
    close() {
      closed = true;
      for (const transport of [...open.keys()]) transport.close('The host ends.');
    },
  };
}
