import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../config/make-folder.ts';
import { runDirectory } from './home-directory.ts';
import { HostStartError } from './ports.ts';

/** sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const LONGEST_SOCKET_PATH = 103;

/** Where the host of a home listens: in the home, or, when that path is too long, in a folder of the user's own. */
export function socketPath(options: {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}): string {
  const mark = createHash('sha256').update(options.home).digest('hex').slice(0, 24);
  if (options.platform === 'win32') return `\\\\.\\pipe\\fermix-${mark}`;
  const inHome = join(runDirectory(options.home), 'host.sock');
  if (Buffer.byteLength(inHome) <= LONGEST_SOCKET_PATH) return inHome;
  return join(ownFolder(options.env), `${mark}.sock`);
}

function ownFolder(env: Readonly<Record<string, string | undefined>>): string {
  const runtime = env['XDG_RUNTIME_DIR']?.trim();
  const uid = process.getuid?.() ?? 0;
  const folder = runtime ? join(runtime, 'fermix') : join(tmpdir(), `fermix-${uid}`);
  makeFolder(folder);
  const facts = statSync(folder);
  if (facts.uid !== uid || (facts.mode & 0o077) !== 0)
    throw new HostStartError('home_unusable', `The folder ${folder} is open to others; nothing is put there.`);
  return folder;
}
