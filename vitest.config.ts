import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const manifestPath = new URL('./out/helper/manifest.json', import.meta.url);
const helperManifest = existsSync(manifestPath) ? readFileSync(manifestPath, 'utf8') : 'null';

const shared = { define: { __HELPER_MANIFEST__: helperManifest } };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: ['test/unit/renderer/**'],
          // A thread that ends closes descriptors it has opened and handed on, whoever has that number by then.
          pool: 'forks',
          // Backstops against hanging, not limits of speed: a busy machine must not fail a right test.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'dom',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          pool: 'vmThreads',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
