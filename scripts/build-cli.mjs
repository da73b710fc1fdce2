// Bundles the command line program into out/cli. Runs in the pinned Node.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { helperManifest, helperRelease } from './lib/build-steps.mjs';
import { dynamicCommonJs } from './lib/dynamic-imports.mjs';
import { root } from './lib/paths.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outdir = join(root, 'out', 'cli');

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    index: 'main/cli/index.ts',
    'search-worker': 'main/tools/search/worker/search-worker.ts',
  },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  metafile: true,
  external: ['better-sqlite3', '@photostructure/sqlite', 'electron'],
  define: {
    __HELPER_MANIFEST__: helperManifest(),
    __HELPER_RELEASE__: helperRelease(),
    __APP_VERSION__: JSON.stringify(version),
  },
  // Some bundled packages are CommonJS and call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

/** Signs in to Google's cloud; bundled with the client of Google's models, which is only ever given a key, and never run. */
const neverRun = /^node_modules\/gaxios\//;
const traps = dynamicCommonJs(metafile).filter((trap) => !neverRun.test(trap));
if (traps.length > 0) {
  throw new Error(`Dynamic imports of CommonJS lose their names when bundled:\n${traps.join('\n')}`);
}
