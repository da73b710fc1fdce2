import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { HelperManifest } from './helper-manifest.ts';
import { Refusal } from './refusal.ts';

/** Where the helper's programs are, once they are known to be the ones that were built. */
export interface HelperProgram {
  node: string;
  entry: string;
  directory: string;
}

/** The installed helper. */
export interface HelperFiles {
  /** A file check, never a digest and never a network call. */
  installed(): boolean;
  /**
   * Compares every file with the baked list and refuses files that are not on it. Throws a Refusal
   * `helper_not_installed` or `helper_checksum_mismatch`. Called before every start; a file whose inode, times and
   * size are unchanged is not read again.
   */
  verify(): Promise<HelperProgram>;
}

/** Written by the build beside the files; never read by the app, which trusts only its own copy. */
const MANIFEST_NAME = 'manifest.json';

export function createHelperFiles(directory: string, manifest: HelperManifest | null): HelperFiles {
  const node = manifest?.target.startsWith('win32') ? 'node.exe' : 'node';
  const program = { node: join(directory, node), entry: join(directory, 'index.mjs'), directory };
  const known = new Map<string, string>();

  function installed(): boolean {
    if (!manifest) return false;
    try {
      accessSync(program.node, constants.X_OK);
      return lstatSync(program.entry).isFile();
    } catch {
      return false;
    }
  }

  async function check(file: HelperManifest['files'][number]): Promise<void> {
    const path = join(directory, file.path);
    const stat = await lstat(path, { bigint: true }).catch(() => null);
    if (!stat?.isFile()) throw mismatch(file.path, 'is missing');
    if (stat.size !== BigInt(file.size)) throw mismatch(file.path, 'has another size');
    const state = `${stat.dev}:${stat.ino}:${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}`;
    if (known.get(file.path) === state) return;
    if ((await sha256(path)) !== file.sha256) throw mismatch(file.path, 'has another content');
    known.set(file.path, state);
  }

  return {
    installed,
    async verify() {
      if (!manifest) throw new Refusal('helper_not_installed', 'This build of Fermix has no computer-use helper.');
      if (!installed()) throw new Refusal('helper_not_installed', `The computer-use helper is not at ${directory}.`);
      const expected = new Set(manifest.files.map((file) => file.path));
      for (const needed of [node, 'index.mjs'])
        if (!expected.has(needed)) throw mismatch(needed, 'is not on the list of the build');
      for (const path of await listFiles(directory))
        if (path !== MANIFEST_NAME && !expected.has(path)) throw mismatch(path, 'is not on the list of the build');
      for (const file of manifest.files) await check(file);
      return program;
    },
  };
}

/** Everything below a folder that is not a folder itself, links included; relative, with `/`. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function mismatch(path: string, words: string): Refusal {
  const shown = path.slice(0, 200);
  return new Refusal('helper_checksum_mismatch', `The helper was not started: its file ${shown} ${words}.`, {
    file: shown,
  });
}
