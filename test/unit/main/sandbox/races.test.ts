import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDecided } from '../../../../main/sandbox/files/open-file.ts';
import { replaceFile } from '../../../../main/sandbox/files/replace-file.ts';
import { realIds } from '../../../support/clock-and-ids.ts';
import { SeededRandom } from '../../../support/seeded-random.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

const CANARY = 'canary';
let world: ToolWorld;

beforeAll(() => {
  world = openToolWorld();
});
afterAll(() => world.close());

/** A chain of folders with a file in the last one, inside and outside alike. */
function twins(name: string): { path: string; folders: string[]; twins: string[] } {
  const folders: string[] = [];
  const others: string[] = [];
  let inside = join(world.workspace, name);
  let outside = join(world.outside, name);
  for (const part of ['a', 'b', 'c']) {
    folders.push(inside);
    others.push(outside);
    inside = join(inside, part);
    outside = join(outside, part);
  }
  mkdirSync(inside, { recursive: true });
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(inside, 'x.txt'), 'plain');
  writeFileSync(join(outside, 'x.txt'), CANARY);
  return { path: join(inside, 'x.txt'), folders: [...folders, inside], twins: [...others, outside] };
}

const stranger = (name: string) => readFileSync(join(world.outside, name, 'a', 'b', 'c', 'x.txt'), 'utf8');

describe('a folder is swapped for a link between the decision and its use', { timeout: 60_000 }, () => {
  test('every folder of the path, before reading and before writing', async () => {
    const random = new SeededRandom(5);
    for (let count = 0; count < 300; count += 1) {
      const name = `race-${count}`;
      const { path, folders, twins: outside } = twins(name);
      const view = await world.reach.sandbox.view(OWNER, 'test');
      const decision = await view.decide(path);
      expect(decision.ok).toBe(true);
      const level = random.between(0, folders.length - 1);
      renameSync(folders[level] ?? '', `${folders[level]}.away`);
      symlinkSync(outside[level] ?? '', folders[level] ?? '');
      if (count % 2 === 0) {
        const opened = await openDecided(view, path);
        expect(opened.ok, `level ${level}`).toBe(false);
      } else {
        const options = { makeParents: random.chance(0.5), ids: realIds };
        expect((await replaceFile(view, path, Buffer.from('spoiled'), options)).ok, `level ${level}`).toBe(false);
      }
      expect(stranger(name)).toBe(CANARY);
    }
  });

  test('a folder that never rests', async () => {
    const { path, folders } = twins('storm');
    const swapped = folders[0] ?? '';
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const swapper = new Worker(SWAP, { eval: true, workerData: { swapped, link: join(world.outside, 'storm'), stop } });
    const seen = { read: 0, refused: 0, written: 0 };
    const deadline = Date.now() + 15_000;
    const enough = () => seen.read > 30 && seen.refused > 100 && seen.written > 20;
    while (!enough() && Date.now() < deadline) {
      const view = await world.reach.sandbox.view(OWNER, 'test');
      const decision = await view.decide(path);
      if (!decision.ok) {
        seen.refused += 1;
        continue;
      }
      const opened = await openDecided(view, decision.path);
      if (opened.ok) {
        expect(await opened.handle.readFile('utf8').finally(() => opened.handle.close())).not.toBe(CANARY);
        seen.read += 1;
      } else seen.refused += 1;
      const done = await replaceFile(view, decision.path, Buffer.from('inside'), { makeParents: false, ids: realIds });
      if (done.ok) seen.written += 1;
    }
    Atomics.store(stop, 0, 1);
    await new Promise<void>((resolve) => swapper.once('exit', () => resolve()));
    expect(stranger('storm')).toBe(CANARY);
    expect(enough(), JSON.stringify(seen)).toBe(true);
  });
});

/** Swaps a folder for a link and back, as fast as it can. */
const SWAP = `
  const { workerData: { swapped, link, stop } } = require('node:worker_threads');
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  while (Atomics.load(stop, 0) === 0) {
    renameSync(swapped, swapped + '.away');
    symlinkSync(link, swapped);
    unlinkSync(swapped);
    renameSync(swapped + '.away', swapped);
  }
`;
