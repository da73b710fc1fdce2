import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HelperManifest, readManifest } from '../helper-manifest.ts';
import { targetName } from './target-name.ts';

/** Written beside the files of a helper: which build they are of. A hint for words and choices, never for trust. */
export const HINT_FILE = 'manifest.json';

/** Where helpers of a home live: `<home>/helpers/<version>/<target>`. */
export interface HelperFolders {
  readonly root: string;
  /** Where this build's helper belongs. */
  readonly installed: string;
  /** What has been downloaded so far. */
  readonly downloads: string;
  /** Versions on disk that are not this build's. */
  otherVersions(): string[];
  /** Removes every other version and what interrupted installations left; downloads stay. */
  removeOthers(): Promise<void>;
  /** Removes what interrupted installations left. */
  removeLeftovers(): Promise<void>;
}

/** Names of folders that an installation makes and takes away again. */
export const STAGING = '.staging-';

export function helperFolders(
  home: string,
  manifest: Pick<HelperManifest, 'version' | 'target'> | null,
): HelperFolders {
  const root = join(home, 'helpers');
  const version = manifest?.version ?? 'none';
  const [os = '', arch = ''] = (manifest?.target ?? '-').split('-');
  const remove = (name: string) => rm(join(root, name), { recursive: true, force: true, maxRetries: 3 });
  const names = () => readdir(root).catch((): string[] => []);
  return {
    root,
    installed: join(root, version, targetName({ os, arch })),
    downloads: join(root, '.download'),
    otherVersions: () => listSync(root).filter((name) => !name.startsWith('.') && name !== version),
    async removeOthers() {
      for (const name of await names()) if (name !== version && name !== '.download') await remove(name);
    },
    async removeLeftovers() {
      for (const name of await names()) if (name.startsWith(STAGING)) await remove(name);
    },
  };
}

function listSync(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** One value for a whole list of files: two builds with the same value are the same build. */
export function listDigest(manifest: HelperManifest): string {
  const hash = createHash('sha256').update(`${manifest.version}\0${manifest.target}\n`);
  for (const { path, size, sha256 } of manifest.files) hash.update(`${path}\0${size}\0${sha256}\n`);
  return hash.digest('hex');
}

/** Which build a folder says it is of; null when it does not say. Read again only when the file has changed. */
export function createHintReader(): (folder: string) => { version: string; list: string } | null {
  const known = new Map<string, { state: string; hint: { version: string; list: string } | null }>();
  return (folder) => {
    const path = join(folder, HINT_FILE);
    try {
      const { ino, mtimeMs, size } = statSync(path);
      const state = `${ino}:${mtimeMs}:${size}`;
      const last = known.get(path);
      if (last?.state === state) return last.hint;
      const manifest = readManifest(JSON.parse(readFileSync(path, 'utf8')));
      const hint = manifest && { version: manifest.version, list: listDigest(manifest) };
      known.set(path, { state, hint });
      return hint;
    } catch {
      return null;
    }
  };
}
