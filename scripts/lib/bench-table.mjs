import { resolve } from 'node:path';
import { SetupError } from './say.mjs';

/** In the order of docs/benchmarks.md; `content_search` is measured by `bench/content-search.ts`. */
export const benchNames = [
  'screenshot',
  'click',
  'marks',
  'wait_for_change',
  'helper',
  'badge',
  'loop',
  'conversation_open',
  'history_search',
  'start',
  'idle',
  'content_search',
  'tool_search',
];

/** Rows that need files which are not part of the project, and the options that name them. */
export const benchFiles = { tool_search: ['--catalogue', '--queries'] };

/**
 * @typedef {import('../bench/row.ts').BenchRow} BenchRow
 *
 * @param {string[]} words what follows `npm run bench --`
 * @returns {{ json: boolean, names: string[], files: Record<string, string> }}
 */
export function readBenchArguments(words) {
  const rest = [...words];
  const names = [];
  let json = false;
  /** @type {Record<string, string>} */
  const files = {};
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--json') {
      json = true;
    } else if (word === '--only') {
      const name = rest.shift() ?? '';
      if (!benchNames.includes(name)) {
        throw new SetupError(`--only needs one of: ${benchNames.join(', ')}.`);
      }
      names.push(name);
    } else if (Object.values(benchFiles).flat().includes(word)) {
      const path = rest.shift();
      if (path === undefined) {
        throw new SetupError(`${word} needs a file.`);
      }
      files[word] = resolve(path);
    } else {
      throw new SetupError(`Unknown argument ${word}. Known: --json, --only NAME, --catalogue FILE, --queries FILE.`);
    }
  }
  return { json, names: names.length === 0 ? benchNames : names, files };
}

/** @param {BenchRow[]} rows */
export function drawTable(rows) {
  const cells = rows.map((row) => [
    row.name,
    `${round(row.value)} ${row.unit}`,
    row.against ?? '',
    row.ratio === null ? '' : `${round(row.ratio)}`,
    row.target,
    row.ok ? 'ok' : 'NOT MET',
  ]);
  const table = [['row', 'measured', 'against', 'ratio', 'target', ''], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const draw = (/** @type {string[]} */ line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return `${table.map(draw).join('\n')}\n`;
}

/** @param {number} value */
function round(value) {
  return Number(value.toPrecision(3));
}
