import { attachToHost, type HostConnection } from '../host/attach.ts';
import { runDirectory } from '../host/home-directory.ts';
import { findOwner } from '../host/owner-lock.ts';
import { HostStartError } from '../host/ports.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { EXIT } from './exit-codes.ts';
import { locateHome } from './locate-home.ts';
import { startOwnHost } from './own-host.ts';
import type { Command } from './parse-arguments.ts';

/** A host that is starting or ending is tried again for this long, in milliseconds. */
const SETTLE_MS = 10_000;
const POLL_MS = 50;

/** Attaches to the host that owns the home, or starts one in this process. */
export async function connectHost(command: Command, io: CliIo): Promise<HostConnection> {
  const { home } = locateHome(command, io);
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    io.stop.throwIfAborted();
    const owner = findOwner(runDirectory(home));
    const attached = owner ? await attachToHost(owner.socket) : await startUnlessTaken(command, io);
    if (attached) return attached;
    if (Date.now() > deadline) {
      const words = `The host of ${home}${owner ? ` (process ${owner.pid})` : ''} does not answer.`;
      throw new CliError(EXIT.noHost, words, 'End that process, then try again.');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Null when another process took the home a moment before. */
async function startUnlessTaken(command: Command, io: CliIo): Promise<HostConnection | null> {
  try {
    return await startOwnHost(locateHome(command, io), io);
  } catch (error) {
    if (error instanceof HostStartError && error.code === 'home_in_use') return null;
    throw error;
  }
}

/** Runs `use` with a connection and always gives it back. */
export async function withHost<T>(
  command: Command,
  io: CliIo,
  use: (connection: HostConnection) => Promise<T>,
): Promise<T> {
  const connection = await connectHost(command, io);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}
