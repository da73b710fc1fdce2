import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { SetupError, say, sayWhile } from './say.mjs';
import { readStamp, writeStamp } from './stamp.mjs';
import { needs } from './system-package-lists.mjs';

const limitMs = 20 * 60_000;

/**
 * @typedef {import('./system-package-lists.mjs').Need} Need
 * @typedef {{ kind: 'debian' | 'fedora' | 'arch' | 'other', isRoot: boolean }} System
 */

/**
 * Sees that the system packages are there: on Debian as root names and installs what is missing, elsewhere says the
 * exact command and gives up. Nothing is needed on macOS and Windows.
 *
 * @param {string} root
 * @param {('app' | 'display' | 'test')[]} purposes
 */
export async function ensureSystemPackages(root, purposes) {
  if (process.platform !== 'linux') {
    return;
  }
  const wanted = purposes.flatMap((purpose) => needs[purpose]);
  const system = detectSystem();
  const stampPath = join(root, 'out', '.stamps', `system-${purposes.join('-')}`);
  const state = system.kind === 'debian' ? glanceAtDpkg(wanted) : null;
  if (state !== null && readStamp(stampPath) === state) {
    return;
  }
  const missing = system.kind === 'debian' ? missingOnDebian(wanted, askDpkg) : missingByProbe(wanted, probe());
  if (missing.length === 0) {
    if (state !== null) {
      writeStamp(stampPath, state);
    }
    return;
  }
  const names =
    system.kind === 'debian' ? debianNames(missing, knownToApt) : missing.map((need) => nameOn(system, need));
  if (system.kind !== 'debian' || !system.isRoot) {
    throw new SetupError(`Missing system packages. Install them and start again:\n\n    ${command(system, names)}\n`);
  }
  say(`installing ${names.length} system packages: ${names.join(' ')}`);
  await sayWhile('installing system packages', () => aptInstall(names));
}

/** @returns {System} */
function detectSystem() {
  const has = (/** @type {string} */ name) => findProgram(name) !== null;
  const isRoot = process.getuid?.() === 0;
  if (has('dpkg-query') && has('apt-get')) {
    return { kind: 'debian', isRoot };
  }
  return { kind: has('dnf') ? 'fedora' : has('pacman') ? 'arch' : 'other', isRoot };
}

/**
 * @param {Need[]} wanted
 * @param {(names: string[]) => Set<string>} installedAmong
 * @returns {Need[]}
 */
export function missingOnDebian(wanted, installedAmong) {
  const installed = installedAmong(wanted.flatMap((need) => need.debian));
  return wanted.filter((need) => !need.debian.some((name) => installed.has(name)));
}

/**
 * Changes with every installation and removal, and with our lists: while it stays the same, dpkg need not be asked.
 *
 * @param {Need[]} wanted
 */
function glanceAtDpkg(wanted) {
  const status = statSync('/var/lib/dpkg/status', { throwIfNoEntry: false });
  const names = wanted.flatMap((need) => need.debian).join(' ');
  return status === undefined ? null : `${status.mtimeMs} ${status.size} ${names}`;
}

/** @param {string[]} names */
function askDpkg(names) {
  // Unknown names only change the exit code: the known ones are printed all the same.
  const format = `\${Package} \${db:Status-Status}\n`;
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...names], { encoding: 'utf8' });
  return installedNames(stdout ?? '');
}

/**
 * @param {string} listing lines `name status`
 * @returns {Set<string>}
 */
export function installedNames(listing) {
  const rows = listing.split('\n').map((line) => line.split(' '));
  return new Set(rows.flatMap(([name, status]) => (name !== undefined && status === 'installed' ? [name] : [])));
}

/**
 * @param {Need[]} missing
 * @param {(name: string) => boolean} known
 */
export function debianNames(missing, known) {
  const choose = (/** @type {string[]} */ names) => names.find(known) ?? names[0] ?? '';
  return missing.map(({ debian }) => (debian.length === 1 ? (debian[0] ?? '') : choose(debian)));
}

/** @param {string} name */
function knownToApt(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout ?? '');
}

/**
 * @param {Need[]} wanted
 * @param {{ libraries: string, hasProgram: (name: string) => boolean }} found
 * @returns {Need[]}
 */
export function missingByProbe(wanted, found) {
  return wanted.filter((need) => {
    if (need.library !== undefined) {
      return !found.libraries.includes(`${need.library} `);
    }
    return need.program !== undefined && !found.hasProgram(need.program);
  });
}

function probe() {
  const ldconfig = findProgram('ldconfig') ?? '/sbin/ldconfig';
  const { stdout } = spawnSync(ldconfig, ['-p'], { encoding: 'utf8' });
  return { libraries: stdout ?? '', hasProgram: (/** @type {string} */ name) => findProgram(name) !== null };
}

/**
 * @param {System} system
 * @param {Need} need
 */
function nameOn(system, need) {
  return system.kind === 'fedora' ? need.fedora : system.kind === 'arch' ? need.arch : (need.debian[0] ?? '');
}

/**
 * @param {System} system
 * @param {string[]} names
 */
export function command(system, names) {
  const sudo = system.isRoot ? '' : 'sudo ';
  const list = [...new Set(names)].join(' ');
  switch (system.kind) {
    case 'debian':
      return `${sudo}apt-get install -y --no-install-recommends ${list}`;
    case 'fedora':
      return `${sudo}dnf install -y ${list}`;
    case 'arch':
      return `${sudo}pacman -S --needed ${list}`;
    default:
      return `(with this system's package manager; the names are Debian's) ${list}`;
  }
}

/** @param {string[]} names */
async function aptInstall(names) {
  const install = ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...names];
  const fresh = hasPackageLists();
  if (fresh && (await apt(install)).code === 0) {
    return;
  }
  const update = await apt(['update', '-qq']);
  const result = await apt(install);
  if (result.code !== 0) {
    const output = `${update.code === 0 ? '' : update.output}${result.output}`.trim().split('\n').slice(-20).join('\n');
    throw new SetupError(`apt-get could not install the system packages.\n${output}`);
  }
}

function hasPackageLists() {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('_Packages'));
}

/** @param {string[]} args */
function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return run('apt-get', args, { env, output: 'keep', timeoutMs: limitMs });
}

/**
 * @param {string} name
 * @returns {string | null}
 */
function findProgram(name) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
