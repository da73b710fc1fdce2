import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { HelperManifest } from '../../../main/computer/helper-manifest.ts';
import { tarOf } from '../../../scripts/lib/tar-writer.mjs';

/** A helper of three small files: enough for everything but starting it. */
export interface SmallHelper {
  files: { path: string; content: Buffer }[];
  manifest: HelperManifest;
  archive: Buffer;
  sha256: string;
}

export function smallHelper(version = '1.0.0', seed = 'one'): SmallHelper {
  const files = [
    { path: 'node', content: Buffer.from(`#!/bin/sh\n# ${seed}\n`) },
    { path: 'index.mjs', content: Buffer.from(`// ${seed}\n`) },
    { path: `node_modules/${'deep/'.repeat(25)}part.js`, content: noise(300_000) },
  ];
  const archive = gzipSync(Buffer.concat([...tarOf(files)]));
  return {
    files,
    manifest: {
      version,
      target: 'linux-x64',
      files: files.map(({ path, content }) => ({ path, size: content.length, sha256: sha256(content) })),
    },
    archive,
    sha256: sha256(archive),
  };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Bytes that do not compress, the same every time. */
function noise(length: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at * 32 < length; at += 1) pieces.push(createHash('sha256').update(String(at)).digest());
  return Buffer.concat(pieces).subarray(0, length);
}
