import type { Network } from './open-network.ts';

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
    network ??= import('./open-network.ts').then((part) => part.openNetwork());
    return network;
  };
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('only http and https are allowed');
    const { fetch, secure, plain } = await open();
    const dispatcher = url.protocol === 'https:' ? secure : plain;
    const request = { ...init, redirect: 'manual', dispatcher } as Parameters<typeof fetch>[1];
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!isStaleSocket(error) || init?.signal?.aborted) throw error;
      return await fetch(url, request);
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

/** The connection had carried answers before and was closed by the other side in the meantime. */
function isStaleSocket(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !('socket' in cause) || !('code' in cause) || cause.code !== 'UND_ERR_SOCKET') {
    return false;
  }
  const socket = cause.socket as { bytesRead?: number } | null;
  return (socket?.bytesRead ?? 0) > 0;
}
