import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { dynamicCommonJs } from '../../../scripts/lib/dynamic-imports.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

it('finds the imports that lose their names in a bundle, and no others', async () => {
  const imports = ['./common.cjs', './module.mjs', './wrapped.mjs', 'outside'].map((path) => `import('${path}')`);
  folder.write({
    'common.cjs': 'module.exports = { Agent: class {} };',
    'module.mjs': 'export const answer = 42;',
    'wrapped.mjs': "import { Agent } from './common.cjs';\nexport const make = () => new Agent();",
    'index.mjs': `export const load = () => [${imports.join(', ')}];`,
  });
  const { metafile } = await build({
    absWorkingDir: folder.path(),
    entryPoints: ['index.mjs'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['outside'],
    outdir: 'out',
    metafile: true,
    write: false,
  });
  expect(dynamicCommonJs(metafile)).toEqual(['index.mjs imports common.cjs']);
});
