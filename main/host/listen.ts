import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How long a probe of a socket may take before it counts as alive but busy, in milliseconds. */
const PROBE_MS = 1_000;

/** Connects, or null when nobody listens there. Rejects only on a timeout. */
export function connectLocal(path: string, timeoutMs: number): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${path} did not answer in ${timeoutMs} ms.`));
    }, timeoutMs);
    const settle = (value: Socket | null) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      resolve(value);
    };
    socket.once('connect', () => settle(socket));
    socket.once('error', () => settle(null));
  });
}

/** True when somebody accepts connections there. */
export async function isListening(path: string): Promise<boolean> {
  try {
    const socket = await connectLocal(path, PROBE_MS);
    socket?.destroy();
    return socket !== null;
  } catch {
    return true;
  }
}

/**
 * Listens on a socket for the user alone. A file left by a dead host is removed only after nobody answered there; a
 * living listener rejects with `EADDRINUSE`.
 */
export async function listenLocal(path: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const isPipe = path.startsWith('\\\\');
  if (!isPipe) {
    if (await isListening(path)) throw Object.assign(new Error(`${path} is in use.`), { code: 'EADDRINUSE' });
    rmSync(path, { force: true });
  }
  const server = createServer(onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  if (!isPipe) chmodSync(path, 0o600);
  return server;
}
