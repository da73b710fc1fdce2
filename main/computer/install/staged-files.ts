import { createHash, type Hash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HelperManifest } from '../helper-manifest.ts';
import { InstallError } from './install-error.ts';
import { isSafePath, shown } from './tar-header.ts';

type ListedFile = HelperManifest['files'][number];

/** Writes files into a staging folder, each only as the list of the build has it. */
export interface StagedFiles {
  /** Throws `archive_unexpected_entry` for a file that is not on the list, comes twice or has another size. */
  begin(entry: { path: string; size: number }): Promise<void>;
  write(piece: Buffer): Promise<void>;
  /** Throws when the content is not the listed one. */
  end(): Promise<void>;
  /** Throws when a listed file did not come. */
  finish(): void;
  /** Closes what an error left open. */
  close(): Promise<void>;
}

interface OpenFile {
  listed: ListedFile;
  hash: Hash;
  written: number;
  handle: Awaited<ReturnType<typeof open>>;
}

/** `damaged` makes the error of a file that is not the listed one. `wrote` hears of the bytes written so far. */
export function stageFiles(
  folder: string,
  manifest: HelperManifest,
  damaged: (words: string) => InstallError,
  wrote: (bytes: number) => void,
): StagedFiles {
  const missing = new Map(manifest.files.map((file) => [file.path, file]));
  let current: OpenFile | null = null;
  let total = 0;

  function take({ path, size }: { path: string; size: number }): ListedFile {
    const listed = isSafePath(path) ? missing.get(path) : undefined;
    if (!listed)
      throw new InstallError('archive_unexpected_entry', `The archive holds a file it should not: ${shown(path)}.`);
    if (listed.size !== size) throw damaged(`${shown(path)} has another size`);
    missing.delete(path);
    return listed;
  }

  return {
    async begin(entry) {
      const listed = take(entry);
      const path = join(folder, listed.path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', modeOf(listed.path));
      current = { listed, hash: createHash('sha256'), written: 0, handle };
    },
    async write(piece) {
      if (!current) return;
      current.hash.update(piece);
      current.written += piece.length;
      await current.handle.writeFile(piece);
      total += piece.length;
      wrote(total);
    },
    async end() {
      const done = current;
      current = null;
      if (!done) return;
      // Whatever the umask of this process took away.
      await done.handle.chmod(modeOf(done.listed.path));
      await done.handle.close();
      const isListed = done.written === done.listed.size && done.hash.digest('hex') === done.listed.sha256;
      if (!isListed) throw damaged(`${shown(done.listed.path)} has another content`);
    },
    finish() {
      const [first] = missing.keys();
      if (first !== undefined) throw damaged(`${shown(first)} is missing`);
    },
    async close() {
      await current?.handle.close().catch(() => undefined);
      current = null;
    },
  };
}

/** Only the runtime is started as a program; the rest is read. */
function modeOf(path: string): number {
  return path === 'node' || path === 'node.exe' ? 0o755 : 0o644;
}
