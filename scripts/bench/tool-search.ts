import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { searchTools } from '../../main/registry/tool-search/search-tools.ts';
import { indexTools } from '../../main/registry/tool-search/tool-index.ts';
import type { SearchableTool } from '../../main/registry/tool-search/tool-text.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { type BenchRow, median } from './row.ts';
import { nonsense } from './tool-search/nonsense.ts';
import { plainBm25 } from './tool-search/plain-bm25.ts';

/** Queries that people wrote, with the tool they named; the others are noisy and only shown. */
const JUDGED = 'human step';
const LIMIT_MS = 5;

const catalogueFile = z.array(
  z.object({
    server: z.string(),
    name: z.string(),
    description: z.string().nullish(),
    inputSchema: z.record(z.string(), z.json()).nullish(),
  }),
);
const queryFile = z.array(
  z.object({ query: z.string(), tool: z.string(), kind: z.string(), alsoRight: z.array(z.string()).nullish() }),
);
type Query = z.infer<typeof queryFile>[number];
type Search = (query: string, limit: number) => string[];

/**
 * How often the right tool of a catalogue is found, against plain BM25 over the same texts; how long an answer takes; and
 * what nonsense finds. Files: `FERMIX_BENCH_CATALOGUE` and `FERMIX_BENCH_QUERIES`, as `--catalogue` and `--queries` set them.
 */
export async function run(): Promise<BenchRow[]> {
  const tools = readCatalogue(fileNamed('FERMIX_BENCH_CATALOGUE', '--catalogue'));
  const queries = queryFile.parse(JSON.parse(readFileSync(fileNamed('FERMIX_BENCH_QUERIES', '--queries'), 'utf8')));
  const index = indexTools(tools);
  const ours: Search = (query, limit) => searchTools(index, query, limit).map(({ tool }) => tool.name);
  const plain = plainBm25(tools);
  const rows = [...new Set(queries.map(({ kind }) => kind))].flatMap((kind) => {
    const asked = queries.filter((query) => query.kind === kind);
    return [recallRow(kind, asked, 1, 0.75, ours, plain), recallRow(kind, asked, 5, 0.95, ours, plain)];
  });
  return [...rows, timeRow(queries, ours), nonsenseRow(ours)];
}

function fileNamed(variable: string, option: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`This row needs ${option} FILE.`);
  return path;
}

function readCatalogue(path: string): SearchableTool[] {
  return catalogueFile
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .map(({ server, name, description, inputSchema }) => ({
      name,
      group: server,
      description: description ?? '',
      parameters: (inputSchema ?? {}) as JsonObject,
    }));
}

function recall(queries: readonly Query[], within: number, search: Search): number {
  const found = queries.filter(({ query, tool, alsoRight }) =>
    search(query, within).some((name) => name === tool || (alsoRight ?? []).includes(name)),
  );
  return found.length / queries.length;
}

function recallRow(
  kind: string,
  queries: readonly Query[],
  within: number,
  least: number,
  ours: Search,
  plain: Search,
): BenchRow {
  const value = recall(queries, within, ours);
  const baseline = recall(queries, within, plain);
  const judged = kind === JUDGED;
  return {
    name: 'tool_search',
    value,
    unit: `recall@${within}, ${kind} (${queries.length})`,
    against: `plain BM25, ${baseline.toFixed(2)}`,
    ratio: value / baseline,
    target: judged ? `at least ${least}` : 'shown only',
    ok: !judged || value >= least,
  };
}

function timeRow(queries: readonly Query[], search: Search): BenchRow {
  // The first round also compiles the code.
  for (const { query } of queries) search(query, 5);
  const times = queries.map(({ query }) => {
    const begin = performance.now();
    search(query, 5);
    return performance.now() - begin;
  });
  const value = median(times);
  const worst = Math.max(...times);
  return {
    name: 'tool_search',
    value,
    unit: `ms an answer, slowest ${worst.toFixed(1)}`,
    against: null,
    ratio: null,
    target: `at most ${LIMIT_MS} ms`,
    ok: value <= LIMIT_MS,
  };
}

function nonsenseRow(search: Search): BenchRow {
  const value = nonsense(50).filter((query) => search(query, 5).length > 0).length;
  return {
    name: 'tool_search',
    value,
    unit: 'of 50 nonsense queries find something',
    against: null,
    ratio: null,
    target: '0',
    ok: value === 0,
  };
}
