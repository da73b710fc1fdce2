// Builds out/helper: the bundle, its own Node runtime, the native packages it needs on this platform, and the list of
// SHA-256 sums that the app checks before every start. Run alone, or call buildHelper() from the build script.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const OUT = join(ROOT, 'out', 'helper');
const STAMP = join(ROOT, 'out', 'helper.stamp');

/** What the helper loads; everything else of helper/package.json stays out. */
const NATIVE_PACKAGES = ['koffi', 'sharp'];
/** Finds its binary in ways that a bundle would break. Of sharp the JavaScript is bundled: some twenty files less to find. */
const UNBUNDLED = ['koffi'];
/** Bundled CommonJS and the search for sharp's binary need it; a module has none. */
const REQUIRE = 'import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);';
const RUNTIME_EXTENSIONS = new Set(['.js', '.cjs', '.mjs', '.json', '.node', '.dylib', '.dll', '.exe', '.bat']);

/**
 * Builds out/helper unless it is already what these sources give.
 * @param {{log?: (line: string) => void}} [options]
 * @returns {Promise<{built: boolean, manifestPath: string}>}
 */
export async function buildHelper(options = {}) {
  const manifestPath = join(OUT, 'manifest.json');
  const stamp = inputStamp();
  if (existsSync(manifestPath) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp)
    return { built: false, manifestPath };
  options.log?.('Building the computer-use helper.');
  const staging = join(ROOT, 'out', `helper.${process.pid}.new`);
  const replaced = join(ROOT, 'out', `helper.${process.pid}.old`);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    await bundle(staging);
    placeRuntime(staging);
    for (const name of closure(NATIVE_PACKAGES)) copyPackage(name, staging);
    writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(manifest(staging), null, 1)}\n`);
    if (existsSync(OUT)) renameSync(OUT, replaced);
    renameSync(staging, OUT);
    writeFileSync(STAMP, stamp);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(replaced, { recursive: true, force: true });
  }
  return { built: true, manifestPath };
}

/** Through zod's own `z` all of it counts as used, its forty languages too; as a namespace only what is named does. */
const usedPartOfZod = {
  name: 'used-part-of-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/](protocol|helper)[\\/].*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = readFileSync(path, 'utf8');
      return { contents: source.replace("import { z } from 'zod';", "import * as z from 'zod';"), loader: 'ts' };
    });
  },
};

async function bundle(folder) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(ROOT, 'helper', 'index.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The first life of the process reads the small first file alone; names stay, for the log.
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: UNBUNDLED,
    banner: { js: REQUIRE },
    plugins: [usedPartOfZod],
    define: { __HELPER_VERSION__: JSON.stringify(helperVersion()) },
    logLevel: 'error',
  });
}

function helperVersion() {
  return JSON.parse(readFileSync(join(ROOT, 'helper', 'package.json'), 'utf8')).version;
}

/** Taken from the contract, so that the list and the bundle cannot disagree. */
function protocolVersion() {
  const source = readFileSync(join(ROOT, 'protocol', 'helper', 'operations.ts'), 'utf8');
  return Number(/HELPER_PROTOCOL_VERSION = (\d+)/.exec(source)?.[1]);
}

/** The pinned Node that package.json brings along, else the Node that runs this script. */
function runtimePath() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const pinned = join(ROOT, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
}

function placeRuntime(folder) {
  const source = runtimePath();
  const target = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
    chmodSync(target, 0o755);
  }
}

/** The named packages and all they need at run time, as far as they are installed (other platforms' parts are not). */
function closure(names) {
  const found = new Map();
  const visit = (name, from) => {
    const folder = packageFolder(name, from);
    if (!folder || found.has(name)) return;
    found.set(name, folder);
    const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const needed = { ...description.dependencies, ...description.optionalDependencies };
    for (const dependency of Object.keys(needed)) visit(dependency, folder);
  };
  for (const name of names) {
    visit(name, join(ROOT, 'helper'));
    if (!found.has(name)) throw new Error(`The package ${name} is not installed. Run npm install.`);
  }
  return [...found.entries()];
}

function packageFolder(name, from) {
  const search = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return search.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

function copyPackage([name, source], folder) {
  const target = join(folder, 'node_modules', name);
  for (const path of filesUnder(source, (part) => part !== 'node_modules' && part !== 'vendor' && part !== 'doc')) {
    if (!isRuntimeFile(path)) continue;
    const copy = join(target, relative(source, path));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
  }
}

function isRuntimeFile(path) {
  const name = path.slice(path.lastIndexOf(sep) + 1);
  if (path.includes(`${sep}musl_x64${sep}`)) return false;
  return RUNTIME_EXTENSIONS.has(extname(name)) || /\.so(\.|$)/.test(name) || /^(license|notice|third)/i.test(name);
}

function filesUnder(folder, enter = () => true) {
  const files = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (enter(entry.name)) files.push(...filesUnder(path, enter));
    } else if (entry.isFile()) files.push(path);
  }
  return files.sort();
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Every file of the helper with its size and sum, sorted by path; paths use `/`. */
function manifest(folder) {
  const files = filesUnder(folder).map((path) => ({
    path: relative(folder, path).split(sep).join('/'),
    size: statSync(path).size,
    sha256: sha256(readFileSync(path)),
  }));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    version: helperVersion(),
    protocolVersion: protocolVersion(),
    target: `${process.platform}-${process.arch}`,
    files,
  };
}

/** Changes whenever anything that goes into out/helper does: sources by content, packages by version and folder. */
function inputStamp() {
  const hash = createHash('sha256');
  const sources = ['helper', 'protocol'].flatMap((name) => filesUnder(join(ROOT, name), (p) => p !== 'node_modules'));
  for (const path of [...sources, fileURLToPath(import.meta.url)])
    hash.update(relative(ROOT, path)).update(sha256(readFileSync(path)));
  const runtime = runtimePath();
  const { size, mtimeMs } = statSync(runtime);
  hash.update(`${runtime} ${size} ${mtimeMs}`);
  for (const [name, folder] of closure([...NATIVE_PACKAGES, 'zod']))
    hash.update(`${name} ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}`);
  return hash.digest('hex');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { built } = await buildHelper({ log: console.log });
  if (!built) console.log('The computer-use helper is up to date.');
}
