import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benchNames, readBenchArguments } from '../../../scripts/lib/bench-table.mjs';

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);

describe('the rows of the benchmark', () => {
  it.each(benchNames)('%s has a module and a line in the docs', (name) => {
    expect(existsSync(at(`scripts/bench/${name.replaceAll('_', '-')}.ts`))).toBe(true);
    expect(readFileSync(at('docs/benchmarks.md'), 'utf8')).toContain(`| \`${name}\` |`);
  });

  it('are measured all, or those that are named', () => {
    expect(readBenchArguments([])).toMatchObject({ json: false, names: benchNames });
    expect(readBenchArguments(['--json', '--only', 'idle', '--only', 'click'])).toMatchObject({
      json: true,
      names: ['idle', 'click'],
    });
  });

  it('take files by their full paths', () => {
    const { files } = readBenchArguments(['--queries', 'q.json', '--catalogue', '/c.json']);
    expect(files).toMatchObject({ '--queries': expect.stringMatching(/^\/.*q\.json$/), '--catalogue': '/c.json' });
  });

  it.each([[['--only', 'nothing']], [['--only']], [['--queries']], [['--surprise']]])('%j is refused', (words) => {
    expect(() => readBenchArguments(words)).toThrow(/--/);
  });
});
