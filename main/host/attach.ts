import { closeSync, openSync } from 'node:fs';
import { LOCAL_PROTOCOL_VERSION, type LocalContract, localContract } from '../../protocol/local/operations.ts';
import { type Caller, createCaller, type Timers } from '../../protocol/rpc/caller.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import type { Standing } from './derive-standing.ts';
import { connectLocal } from './listen.ts';
import { CLIENT_LIMITS, createSocketTransport } from './socket-transport.ts';

/** An open line to a host, ours or another process's. */
export interface HostConnection {
  caller: Caller<LocalContract>;
  role: 'app' | 'cli';
  hostPid: number;
  appVersion: string;
  /** Who the host takes us for. */
  standing: Standing;
  /** Resolves when nothing of ours is left: for a host of our own, when it has given the home back. */
  close(): Promise<void>;
}

/** Milliseconds for the first exchange; the host answers it without any work. */
const GREETING_MS = 5_000;

const timers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

/** Null when nobody listens at the path. Rejects with a RemoteError. */
export async function attachToHost(path: string): Promise<HostConnection | null> {
  const socket = await connectLocal(path, GREETING_MS);
  return socket ? greet(createSocketTransport(socket, CLIENT_LIMITS)) : null;
}

/** Greets and proves who we are by holding the challenge file open while the host looks. */
export async function greet(transport: Transport): Promise<HostConnection> {
  const caller = createCaller(localContract, transport, timers);
  try {
    const options = { timeoutMs: GREETING_MS };
    const hello = await caller.call('hello', { protocolVersion: LOCAL_PROTOCOL_VERSION, pid: process.pid }, options);
    const held = hello.challenge === null ? null : openSync(hello.challenge, 'r');
    try {
      const standing = await caller.call('prove', {}, options);
      const { role, pid, appVersion } = hello;
      return { caller, role, hostPid: pid, appVersion, standing, close: async () => caller.close('Done.') };
    } finally {
      if (held !== null) closeSync(held);
    }
  } catch (error) {
    caller.close('The greeting failed.');
    throw error instanceof RemoteError ? error : new RemoteError('closed', String(error));
  }
}
