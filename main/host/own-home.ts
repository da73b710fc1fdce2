import type { Server } from 'node:net';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import type { Clock } from '../agent/ports.ts';
import { attachToHost } from './attach.ts';
import { prepareHome, runDirectory } from './home-directory.ts';
import { isListening, listenLocal } from './listen.ts';
import { type OwnerLock, type OwnerRecord, takeOwnerLock } from './owner-lock.ts';
import { HostStartError } from './ports.ts';
import { bootId, readProcess } from './process-facts.ts';
import { socketPath } from './socket-path.ts';
import { createSocketTransport, HOST_LIMITS } from './socket-transport.ts';

export interface HomeOptions {
  role: 'app' | 'cli';
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  appVersion: string;
  clock: Clock;
}

/** The home is ours until `close`. */
export interface OwnedHome {
  runDirectory: string;
  socketPath: string;
  /** True when the previous owner ended without giving the home back. */
  tookOver: boolean;
  /** Starts to accept clients; call it when the host is ready to answer. */
  serve(onClient: (transport: Transport) => void): Promise<void>;
  close(): Promise<void>;
}

/** How long a host started by the CLI may take to finish what it is doing, in milliseconds. */
const HAND_OVER_MS = 15_000;
const HAND_OVER_POLL_MS = 50;

/**
 * Makes this process the one owner of the home. A living owner is asked to step aside when it was started by the CLI
 * and we are the app; a running app is asked to show its window. Rejects with a HostStartError.
 */
export async function ownHome(options: HomeOptions): Promise<OwnedHome> {
  prepareHome(options.home);
  const directory = runDirectory(options.home);
  const path = socketPath({ home: options.home, env: options.env, platform: process.platform });
  const { lock, tookOver } = await takeLock(options, directory, path);
  if (await isListening(path)) {
    lock.release();
    const words = `Another process answers at ${path}, though the lock is free. Nothing was started.`;
    throw new HostStartError('home_in_use', words, 'End the other Fermix process, then try again.');
  }
  let server: Server | null = null;
  return {
    runDirectory: directory,
    socketPath: path,
    tookOver,
    async serve(onClient) {
      server = await listenLocal(path, (socket) => onClient(createSocketTransport(socket, HOST_LIMITS)));
    },
    async close() {
      const listening = server;
      server = null;
      await new Promise<void>((resolve) => (listening ? listening.close(() => resolve()) : resolve()));
      lock.release();
    },
  };
}

async function takeLock(
  options: HomeOptions,
  directory: string,
  socket: string,
): Promise<{ lock: OwnerLock; tookOver: boolean }> {
  const { role, appVersion, clock } = options;
  const startTicks = readProcess(process.pid)?.startTicks ?? '';
  const self = { pid: process.pid, startTicks, bootId: bootId(), role, appVersion, socket };
  const deadline = clock.now() + HAND_OVER_MS;
  let asked = false;
  for (;;) {
    const result = takeOwnerLock(directory, self);
    if (result.ok) return result;
    if (result.owner.role === 'app' || role === 'cli') throw await refuse(result.owner, role);
    if (clock.now() >= deadline) throw inUse(result.owner);
    if (!asked) asked = await ask(result.owner, 'handOver');
    await clock.sleep(HAND_OVER_POLL_MS);
  }
}

async function refuse(owner: OwnerRecord, role: 'app' | 'cli'): Promise<HostStartError> {
  if (role === 'cli') return inUse(owner);
  await ask(owner, 'focus');
  return new HostStartError('already_running', 'Fermix is already running; its window was brought to the front.');
}

/** True when the owner took the request. One that has not begun to listen yet is asked again later. */
async function ask(owner: OwnerRecord, what: 'focus' | 'handOver'): Promise<boolean> {
  try {
    const connection = await attachToHost(owner.socket);
    if (!connection) return false;
    try {
      return (await connection.caller.call(what, {}, { timeoutMs: 5_000 })).ok;
    } finally {
      await connection.close();
    }
  } catch (error) {
    // The owner will say the same again: a process it started itself does not take its home.
    if (error instanceof RemoteError && error.code === 'not_in_person') throw inUse(owner);
    return false;
  }
}

function inUse(owner: OwnerRecord): HostStartError {
  const who = owner.role === 'app' ? 'the running app' : 'a fermix command';
  return new HostStartError(
    'home_in_use',
    `This home is in use by ${who} (process ${owner.pid}).`,
    'Wait until it has finished, or end that process.',
  );
}
