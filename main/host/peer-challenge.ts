import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Node cannot read a socket's peer credentials, so a client proves its pid: it holds open a file whose name only this
 * connection was told, and the host finds that very file among the descriptors of the claimed process. No process can
 * make another open a file.
 */
export interface PeerChallenge {
  readonly path: string;
  /** True when `pid` holds the file open now. */
  isHeldBy(pid: number): boolean;
  close(): void;
}

export function createPeerChallenge(runDirectory: string): PeerChallenge {
  const path = join(runDirectory, `challenge.${randomBytes(16).toString('hex')}`);
  writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  const { dev, ino } = statSync(path);
  return {
    path,
    isHeldBy(pid) {
      return descriptorsOf(pid).some((descriptor) => {
        try {
          const held = statSync(descriptor);
          return held.dev === dev && held.ino === ino;
        } catch {
          return false;
        }
      });
    },
    close: () => rmSync(path, { force: true }),
  };
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`);
  } catch {
    return [];
  }
}
