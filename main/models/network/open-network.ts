import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
// Named and static: undici is CommonJS, and a bundler gives a dynamic import of it nothing but `default`.
import { Agent, fetch } from 'undici';
import { isPrivateAddress } from './private-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A kept connection older than this may already be dead on the other side. */
const IDLE_SOCKET_MS = 15_000;

/** The two ways out: to https addresses, and over plain http to private ones. */
export interface Network {
  fetch: typeof fetch;
  secure: Agent;
  plain: Agent;
}

export function openNetwork(): Network {
  const timeouts = {
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return {
    fetch,
    secure: new Agent({ ...timeouts, connect: { timeout: CONNECT_TIMEOUT_MS } }),
    plain: new Agent({ ...timeouts, connect: { timeout: CONNECT_TIMEOUT_MS, lookup: privateLookup } }),
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
