import { root, toolEnvironment } from './paths.mjs';
import { run } from './run.mjs';

const limitMs = 5 * 60_000;
const roots = ['protocol', 'main', 'preload', 'renderer', 'helper', 'scripts', 'test'];
/** Compilers at a time: each uses more than one core by itself. */
const atOnce = 2;

/**
 * Runs every check, shows what they found on stderr, and says whether all passed.
 *
 * @param {string} node the pinned Node
 */
export async function lint(node) {
  const types = roots.map((name) => ({
    name: `types of ${name}`,
    args: ['node_modules/typescript/bin/tsc', '-p', name],
  }));
  const checks = [
    ...types,
    { name: 'style', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
    { name: 'layers', args: ['scripts/check-layers.mjs'] },
  ];
  let passed = true;
  const work = async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
      const options = { cwd: root, env: toolEnvironment(), output: /** @type {const} */ ('keep'), timeoutMs: limitMs };
      const { code, output } = await run(node, check.args, options);
      process.stderr.write(`lint: ${check.name}: ${code === 0 ? 'ok' : 'failed'}\n`);
      if (code !== 0 || check.name === 'layers') {
        process.stderr.write(output);
      }
      passed &&= code === 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return passed;
}
