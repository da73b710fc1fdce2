// `npm run bench`: measures what docs/benchmarks.md promises and prints a table; `-- --json` prints one JSON line a
// row on stdout alone; `-- --only NAME` measures one. The exit code is 1 when a row is not met.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { benchFiles, benchNames, drawTable, readBenchArguments } from './lib/bench-table.mjs';
import { describeRuntime } from './lib/electron-runtime.mjs';
import { root, toolEnvironment } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { endWithUs, run } from './lib/run.mjs';
import { runScript, SetupError, say } from './lib/say.mjs';

const limitMs = 15 * 60_000;

/**
 * @param {string} name
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./lib/bench-table.mjs').BenchRow[]>}
 */
async function measure(name, node, env) {
  say(`measuring ${name}`);
  const result = join(root, 'out', 'bench', `${name}.json`);
  mkdirSync(join(result, '..'), { recursive: true });
  rmSync(result, { force: true });
  const module = new URL(`./bench/${name.replaceAll('_', '-')}.ts`, import.meta.url).href;
  const script = join(root, 'scripts', 'bench', 'run-one.ts');
  const { code } = await run(node, [script, module, result], { cwd: root, env, output: 'stderr', timeoutMs: limitMs });
  if (code !== 0 || !existsSync(result)) {
    throw new SetupError(`Measuring ${name} failed with exit code ${code}.`);
  }
  return JSON.parse(readFileSync(result, 'utf8'));
}

endWithUs();
await runScript(async () => {
  const { json, names, files } = readBenchArguments(process.argv.slice(2));
  const { node, runtime } = await prepare({ system: ['app', 'display', 'test'], runtime: true, build: true });
  if (runtime === null) {
    throw new SetupError('There is no Electron runtime.');
  }
  say(`runtime: ${describeRuntime(runtime)}`);
  const env = toolEnvironment({
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    FERMIX_BENCH_CATALOGUE: files['--catalogue'] ?? '',
    FERMIX_BENCH_QUERIES: files['--queries'] ?? '',
  });
  const missing = Object.entries(benchFiles).filter(([, options]) => options.some((option) => !files[option]));
  const left = new Set(missing.map(([name]) => name));
  for (const [name, options] of missing) {
    if (names.includes(name)) {
      say(`${name} is left out: it needs ${options.map((option) => `${option} FILE`).join(' and ')}`);
    }
  }
  const rows = [];
  for (const name of benchNames.filter((known) => names.includes(known) && !left.has(known))) {
    for (const row of await measure(name, node, env)) {
      rows.push(row);
      if (json) {
        process.stdout.write(`${JSON.stringify(row)}\n`);
      }
    }
  }
  if (!json) {
    process.stdout.write(drawTable(rows));
  }
  return rows.every((row) => row.ok) ? 0 : 1;
});
