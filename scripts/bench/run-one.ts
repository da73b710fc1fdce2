// Runs one benchmark in a process of its own: `run-one.ts MODULE RESULT`, and writes its rows as JSON to RESULT.
import { writeFileSync } from 'node:fs';
import { endWithUs } from '../lib/run.mjs';
import type { Bench } from './row.ts';

endWithUs();
const [module, result] = process.argv.slice(2);
if (module === undefined || result === undefined) throw new Error('usage: run-one.ts MODULE RESULT');
const { run } = (await import(module)) as { run: Bench };
writeFileSync(result, JSON.stringify([await run()].flat()));
// What a benchmark has left open must not keep the others waiting.
process.exit(0);
