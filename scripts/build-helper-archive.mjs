// Packs out/helper into out/helper-release/fermix-helper-<version>-<target>.tar.gz, the archive that is published, and
// writes beside it what the app has to know to fetch it. Run by `npm run dist`; without FERMIX_RELEASE_URL the archive is
// made and no app fetches it.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { root } from './lib/paths.mjs';
import { tarOf } from './lib/tar-writer.mjs';

const systems = { linux: 'linux', darwin: 'macos', win32: 'windows' };
const processors = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * @param {string} helper the built helper
 * @param {string} folder
 * @param {number} [level] of compression
 * @returns {Promise<{path: string, name: string, size: number, sha256: string}>}
 */
export async function packHelper(helper, folder, level = 9) {
  const manifest = JSON.parse(readFileSync(join(helper, 'manifest.json'), 'utf8'));
  const [os, arch] = manifest.target.split('-');
  const name = `fermix-helper-${manifest.version}-${systems[os] ?? os}-${processors[arch] ?? arch}.tar.gz`;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  const contents = function* () {
    for (const file of manifest.files) yield { path: file.path, content: readFileSync(join(helper, file.path)) };
  };
  await pipeline(Readable.from(tarOf(contents())), createGzip({ level }), createWriteStream(path));
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return { path, name, size: statSync(path).size, sha256: hash.digest('hex') };
}

/**
 * Packs the built helper of this checkout. `url` is the folder of the release, `hosts` where it may redirect to.
 *
 * @param {{ url: string | undefined, hosts: string | undefined }} release
 */
export async function buildHelperArchive({ url, hosts }) {
  const folder = join(root, 'out', 'helper-release');
  rmSync(folder, { recursive: true, force: true });
  const archive = await packHelper(join(root, 'out', 'helper'), folder);
  if (url !== undefined && url !== '') {
    const release = {
      url: `${url.replace(/\/+$/, '')}/${archive.name}`,
      hosts: (hosts ?? '')
        .split(',')
        .map((host) => host.trim())
        .filter((host) => host !== ''),
      size: archive.size,
      sha256: archive.sha256,
    };
    if (!release.url.startsWith('https://')) throw new Error('FERMIX_RELEASE_URL must begin with https://.');
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
  }
  return archive;
}
