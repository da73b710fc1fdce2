import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { createConversations } from '../../../main/agent/conversations.ts';
import { openStore } from '../../../main/store/open-store.ts';
import { createWorld, inOrder, scriptedClient } from '../../support/agent-world.ts';
import { realClock, realIds } from '../../support/clock-and-ids.ts';
import { seeded } from '../../support/seeded.ts';

const HOST = fileURLToPath(new URL('./killed-host.ts', import.meta.url));
const KILLS = 300;
/** One file instead of a hundred: three hundred starts would otherwise mostly read and strip sources. */
const BUNDLE = fileURLToPath(new URL('../../../.cache/killed-host.mjs', import.meta.url));

async function bundle(): Promise<void> {
  await build({
    entryPoints: [HOST],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', '@photostructure/sqlite'],
    logLevel: 'error',
  });
}

/** Homes worked on side by side; each is killed again and again, so that what one kill left meets the next. */
const HOMES = 3;
/** The most that happens before a host is killed. */
const MOST_DOTS = 12;
const MOST_TICKS = 60;

function linesOf(home: string, file: string): string[] {
  const path = join(home, file);
  if (!existsSync(path)) return [];
  // The last line may have been cut by the kill: it counts only when it ends.
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

/** Kills the host once so many things have happened and a little later; each dot is one of them. */
async function killOnce(home: string, seed: number, { dots, ticks }: { dots: number; ticks: number }): Promise<void> {
  const child = spawn(process.execPath, [BUNDLE, home, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let seen = 0;
  for await (const chunk of child.stdout) {
    seen += String(chunk).length;
    if (seen < dots) continue;
    for (let tick = 0; tick < ticks; tick += 1) await new Promise(setImmediate);
    child.kill('SIGKILL');
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
}

/** What must hold of a home at any moment after a kill. */
function check(home: string): void {
  const store = openStore({ home, clock: realClock, ids: realIds, retentionDays: () => 30, recordingDays: () => 7 });
  try {
    expect(store.notices).toEqual([]);
    store.check();
    const { ports } = createWorld(scriptedClient(inOrder({ text: 'ok' })));
    const after = createConversations({ ...ports, store: store.conversations, images: store.images });
    after.open('conv_kill');
    const rows = store.conversations.load('conv_kill');
    const said = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []));
    expect(new Set(said).size).toBe(said.length);
    const missing = linesOf(home, 'accepted').filter((text) => !said.includes(text));
    expect(missing).toEqual([]);
    const ran = linesOf(home, 'ran');
    expect(new Set(ran).size).toBe(ran.length);
    const calls = new Set(rows.flatMap((row) => (row.kind === 'tool' ? [String(row.arguments['value'])] : [])));
    expect(ran.filter((mark) => !calls.has(mark))).toEqual([]);
    expect(rows.filter((row) => row.kind === 'tool' && !row.end)).toEqual([]);
    expect(store.conversations.unfinishedTurns()).toEqual([]);
  } finally {
    store.close();
  }
}

it('killed at three hundred moments, a conversation loses nothing and runs nothing twice', {
  timeout: 600_000,
}, async () => {
  await bundle();
  const kills = Array.from({ length: HOMES }, async (_, index) => {
    const home = mkdtempSync(join(tmpdir(), 'fermix-killed-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const chance = seeded(1 + index);
    let work = 0;
    for (let count = 0; count < KILLS / HOMES; count += 1) {
      await killOnce(home, chance.below(1_000_000), {
        dots: 1 + chance.below(MOST_DOTS),
        ticks: chance.below(MOST_TICKS),
      });
      if (count % 5 === 4) check(home);
    }
    check(home);
    work += linesOf(home, 'ran').length;
    return work;
  });
  const work = await Promise.all(kills);
  // Kills that met no work would show nothing.
  expect(Math.min(...work)).toBeGreaterThan(KILLS / HOMES);
});
