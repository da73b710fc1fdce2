import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../main/agent/ports.ts';
import type { Config } from '../../main/config/config-port.ts';
import type { ToolContext } from '../../main/registry/capability.ts';
import { createSandbox } from '../../main/sandbox/sandbox.ts';
import { contentSearch } from '../../main/tools/search/content-search.ts';
import { createSearchPool } from '../../main/tools/search/pool.ts';
import { type BenchRow, median } from './row.ts';

/** At most this many times ripgrep's own time. */
const TARGET = 4;
const FOLDERS = 1_000;
const FILES_PER_FOLDER = 20;
const HIT_EVERY = 150;
const ROUNDS = 9;
const NEEDLE = 'needle_in_a_haystack';
const WORDS =
  'const let return function import export value index name path open read write list item node parse'.split(' ');

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A literal with fewer than 200 hits over a warm tree of 20,000 files; the tool's whole call, sandbox and JSON included. */
export async function run(): Promise<BenchRow> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'fermix-bench-')));
  const pool = createSearchPool({ clock });
  try {
    const tree = join(directory, 'home', 'tree');
    const hits = makeTree(tree);
    const search = prepareSearch(directory, tree, pool);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const mine = await timed(async () => expectHits(await search(), hits));
      const other = await timed(async () => expectHits(ripgrep(tree), hits));
      // The first rounds only warm the files and the threads.
      if (round >= 0) {
        ours.push(mine);
        theirs.push(other);
      }
    }
    const value = median(ours);
    const other = median(theirs);
    const ratio = value / other;
    const against = `ripgrep on the same tree: ${other.toFixed(0)} ms`;
    return {
      name: 'content_search',
      value,
      unit: 'ms',
      against,
      ratio,
      target: `at most ${TARGET} times`,
      ok: ratio <= TARGET,
    };
  } finally {
    await pool.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function prepareSearch(directory: string, tree: string, search: ReturnType<typeof createSearchPool>) {
  const osHome = join(directory, 'home');
  const home = join(osHome, '.fermix');
  const sandbox = createSandbox({
    places: { platform: process.platform, osHome, home, startDirectory: tree, userData: null },
    config: { current: () => settings(join(home, 'workspace')) },
    env: {},
    log: silent,
  });
  const context: ToolContext = {
    caller: {
      ...{ trust: 'operator', origin: 'interactive', depth: 0, channel: 'window', conversationId: 'bench' },
      ...{
        replyPort: true,
        approvalPort: true,
        requestDirectory: null,
        shared: false,
        selfStarted: false,
        scheduled: false,
      },
    },
    turnId: 'turn',
    callId: 'call',
    signal: new AbortController().signal,
    report: () => undefined,
  };
  return async (): Promise<number> => {
    const result = await contentSearch.run({ pattern: NEEDLE, path: tree }, context, { sandbox, search });
    return result.ok ? JSON.parse(result.text).matches.length : -1;
  };
}

function settings(workspaceRoot: string): Config {
  const env = { mode: 'selected', allow: [], deny: [] };
  return { sandbox: { mode: 'standard', workspaceRoot, allowedRoots: [], blockedRoots: [], env } } as unknown as Config;
}

function ripgrep(tree: string): number {
  const { stdout, error } = spawnSync('rg', ['--fixed-strings', '--line-number', NEEDLE, tree], { encoding: 'utf8' });
  if (error) throw new Error('ripgrep is not installed: apt-get install ripgrep', { cause: error });
  return stdout.split('\n').length - 1;
}

function expectHits(found: number, hits: number): void {
  if (found !== hits) throw new Error(`${found} hits instead of ${hits}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Source-like text of 0.5 to 7.5 KB a file, always the same. Returns the number of hits. */
function makeTree(tree: string): number {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  let hits = 0;
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(tree, `package-${folder % 40}`, `module-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file += 1) {
      const lines = Array.from(
        { length: 10 + random(140) },
        () => `  ${WORDS[random(WORDS.length)]} ${'word '.repeat(random(16))}`,
      );
      if ((folder * FILES_PER_FOLDER + file) % HIT_EVERY === 0) {
        lines.push(`  // ${NEEDLE}`);
        hits += 1;
      }
      writeFileSync(join(path, `file-${file}.ts`), lines.join('\n'));
    }
  }
  return hits;
}
