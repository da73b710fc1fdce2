import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isPrivateAddress } from './private-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A kept connection older than this may already be dead on the other side. */
const IDLE_SOCKET_MS = 15_000;

/** The one way out to the network for models. */
export interface GuardedFetch {
  fetch: typeof globalThis.fetch;
  /** Ends open connections. */
  close(): Promise<void>;
}

/**
 * A fetch with these rules: certificates are checked; over plain http only private addresses are reached, whatever a
 * name resolves to; redirects are not followed, since they could carry a key elsewhere; a request that dies on a kept
 * connection before any byte of an answer is sent once more. Deadlines after the connection are the caller's.
 */
export function createGuardedFetch(): GuardedFetch {
  // Loaded with the first request: a start without a model need not pay for it.
  let network: Promise<Network> | undefined;
  const open = () => {
    network ??= openNetwork();
    return network;
  };
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('only http and https are allowed');
    const { undici, secure, plain } = await open();
    const dispatcher = url.protocol === 'https:' ? secure : plain;
    const request = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof undici.fetch>[1];
    try {
      return await undici.fetch(url, request);
    } catch (error) {
      if (!isStaleSocket(error) || init?.signal?.aborted) throw error;
      return await undici.fetch(url, request);
    }
  };
  return {
    fetch: send as unknown as typeof globalThis.fetch,
    async close() {
      if (!network) return;
      const { secure, plain } = await network;
      await Promise.all([secure.destroy(), plain.destroy()]);
    },
  };
}

interface Network {
  undici: typeof import('undici');
  secure: Agent;
  plain: Agent;
}

async function openNetwork(): Promise<Network> {
  const undici = await import('undici');
  const timeouts = {
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return {
    undici,
    secure: new undici.Agent({ ...timeouts, connect: { timeout: CONNECT_TIMEOUT_MS } }),
    plain: new undici.Agent({ ...timeouts, connect: { timeout: CONNECT_TIMEOUT_MS, lookup: privateLookup } }),
  };
}

/** Refuses public addresses, so that a local-looking name cannot lead plain http out of the house. */
const privateLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4);
    const allowed = addresses.filter((one) => isPrivateAddress(one.address));
    const [first] = allowed;
    if (!first) {
      const refusal = Object.assign(new Error(`${hostname} is a public host`), { code: 'ERR_PUBLIC_HTTP' });
      return callback(refusal, '', 4);
    }
    if (options.all) return callback(null, allowed);
    return callback(null, first.address, first.family);
  });
};

/** The connection had carried answers before and was closed by the other side in the meantime. */
function isStaleSocket(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !('socket' in cause) || !('code' in cause) || cause.code !== 'UND_ERR_SOCKET') {
    return false;
  }
  const socket = cause.socket as { bytesRead?: number } | null;
  return (socket?.bytesRead ?? 0) > 0;
}
