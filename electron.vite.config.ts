import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : 'null');
/** The helper's files by SHA-256, baked into the app; `null` where no helper was built. */
const helperManifest = textOf(resolve('out/helper/manifest.json'));
/** Address, size and SHA-256 of the helper's published archive; `null` where none is published. */
const helperRelease = textOf(resolve('out/helper-release/release.json'));

export default defineConfig({
  main: {
    define: { __HELPER_MANIFEST__: helperManifest, __HELPER_RELEASE__: helperRelease },
    build: {
      outDir: 'out/main',
      target: 'node20',
      sourcemap: true,
      // Everything else is bundled: two native modules are all that the packed app carries in node_modules.
      externalizeDeps: { include: ['better-sqlite3', '@photostructure/sqlite'] },
      rollupOptions: {
        input: {
          index: resolve('main/index.ts'),
          // Runs in a worker thread and is started by its file name beside the main bundle.
          'search-worker': resolve('main/tools/search/worker/search-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node20',
      // A sandboxed preload is one CommonJS file and may require nothing but electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    base: './',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: 'out/renderer',
      target: 'chrome130',
      // Fonts and pictures stay files: the page's content policy allows them from its own folder.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve('renderer/index.html') },
    },
  },
});
