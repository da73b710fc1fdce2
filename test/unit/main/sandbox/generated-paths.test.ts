import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDecided } from '../../../../main/sandbox/files/open-file.ts';
import { replaceFile } from '../../../../main/sandbox/files/replace-file.ts';
import type { SandboxView } from '../../../../main/sandbox/sandbox.ts';
import { realIds } from '../../../support/clock-and-ids.ts';
import { CANARY, generatePath, growPathTree, type PathTree } from '../../../support/path-tree.ts';
import { SeededRandom } from '../../../support/seeded-random.ts';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;
let tree: PathTree;
let view: SandboxView;

beforeAll(async () => {
  world = openToolWorld();
  tree = growPathTree(world);
  if (tree.noMounts) process.stderr.write(`\nBIND MOUNTS ARE NOT TESTED HERE: ${tree.noMounts}\n`);
  view = await world.reach.sandbox.view(OWNER, 'test');
});
afterAll(async () => {
  tree.close();
  await world.close();
});

const isIn = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** Where a path leads by the system's own answer, links of the deepest existing part resolved. */
function reallyAt(path: string): string | null {
  let here = resolve(world.workspace, path.replace(/^~(?=\/|$)/, world.osHome));
  const missing: string[] = [];
  for (;;) {
    try {
      return join(realpathSync.native(here), ...missing);
    } catch {
      // A link that leads nowhere: the system would make the file there.
      if (isLink(here)) return null;
      missing.unshift(here.slice(dirname(here).length).replace(/^\//, ''));
      here = dirname(here);
    }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Mounted names of what is outside, as the tree has made them. */
const mountedOutside = (path: string) =>
  ['mounted-out', 'mounted-ssh', 'mounted-secret.txt'].some((name) => isIn(path, join(world.workspace, name)));

async function read(path: string): Promise<'read' | null> {
  const opened = await openDecided(view, path);
  if (!opened.ok) return null;
  const text = await opened.handle.readFile('utf8').finally(() => opened.handle.close());
  expect(text, path).not.toContain(CANARY);
  return 'read';
}

async function write(path: string, makeParents: boolean): Promise<'written' | null> {
  const done = await replaceFile(view, path, Buffer.from('written'), { makeParents, ids: realIds });
  if (!done.ok) return null;
  expect(readFileSync(path, 'utf8'), path).toBe('written');
  return 'written';
}

/** True for what the rules of the sandbox page let the agent use: written down again, shorter than the product does. */
function mayUse(path: string): boolean {
  const roots = [world.workspace, join(world.home, 'skills'), tree.granted];
  if (!roots.some((root) => isIn(path, root)) || isIn(path, tree.blocked)) return false;
  return tree.noMounts !== null || !mountedOutside(path);
}

describe('ten thousand generated paths', () => {
  test('searches over the whole tree', async () => {
    const names = await world.call('glob_search', { pattern: '**/*', max_results: 1_000 });
    expect(names.text).toContain('plain.txt');
    for (const place of ['/.ssh/', '/outside/', '/mounted-out', '/mounted-ssh', '/blocked/', '/secret.txt"'])
      if (!tree.noMounts || !place.includes('mounted')) expect(names.text.includes(place), place).toBe(false);
    for (const path of ['.', 'a', 'self', tree.granted, ...(tree.noMounts ? [] : ['mounted-in'])]) {
      const found = await world.call('content_search', { pattern: CANARY, path });
      expect(found.text.includes('"line"'), path).toBe(false);
    }
  });

  test('nothing outside is allowed, read or written', { timeout: 120_000 }, async () => {
    const random = new SeededRandom(20_261_130);
    const before = strangers();
    const counts = { allowed: 0, denied: 0, read: 0, written: 0 };
    for (let count = 0; count < 10_000; count += 1) {
      const path = generatePath(random, tree);
      const decision = await view.decide(path);
      counts[decision.ok ? 'allowed' : 'denied'] += 1;
      if (!decision.ok) continue;
      expect(mayUse(decision.path), path).toBe(true);
      const real = reallyAt(path);
      if (real !== null) expect(real, path).toBe(decision.path);
      const done = random.chance(0.85) ? await read(decision.path) : await write(decision.path, random.chance(0.5));
      if (done) counts[done] += 1;
    }
    expect(strangers()).toEqual(before);
    expect(Math.min(counts.allowed, counts.denied)).toBeGreaterThan(1_000);
    expect(Math.min(counts.read, counts.written)).toBeGreaterThan(100);
  });

  test('through the tools themselves', async () => {
    const random = new SeededRandom(13);
    const before = strangers();
    const codes = new Set<string>();
    for (let count = 0; count < 600; count += 1) {
      const path = generatePath(random, tree);
      const [name, input] = random.pick<[string, object]>([
        ['file_read', { path }],
        ['file_write', { path, content: 'tool' }],
        ['file_edit', { path, old_string: 'a', new_string: 'b' }],
        ['file_edit', { path, old_string: CANARY.slice(0, 6), new_string: 'b' }],
      ]);
      const result = await world.call(name, input);
      expect(result.text, `${name} ${path}`).not.toContain(CANARY);
      if (!result.ok) codes.add(result.code ?? '');
    }
    expect(strangers()).toEqual(before);
    for (const code of ['outside_root', 'protected_path', 'blocked_root', 'invalid_path'])
      expect([...codes]).toContain(code);
  });

  test('bind mounts of what is inside stay usable, of what is outside do not', async () => {
    if (tree.noMounts) return;
    expect((await world.call('file_read', { path: 'mounted-in/plain.txt' })).ok).toBe(true);
    expect(await world.call('file_read', { path: 'mounted-out/secret.txt' })).toMatchObject({ code: 'outside_root' });
    expect(await world.call('file_read', { path: 'mounted-secret.txt' })).toMatchObject({ code: 'outside_root' });
    expect(await world.call('file_read', { path: 'mounted-ssh/secret.txt' })).toMatchObject({ code: 'protected_path' });
    expect(await world.call('file_write', { path: 'mounted-out/new', content: 'x' })).toMatchObject({ ok: false });
    expect(existsSync(join(world.outside, 'new'))).toBe(false);
  });
});

/** Everything that lies outside of the roots, links not followed. */
function strangers(): string[] {
  const folders = [world.outside, ...['.ssh', 'elsewhere', 'granted/blocked'].map((name) => join(world.osHome, name))];
  const files = ['.fermix/config.toml', '.fermix/memory.db-wal', '.claude.json'].map((name) =>
    join(world.osHome, name),
  );
  return [...folders, `${world.workspace}-2`, join(world.home, 'secrets')]
    .flatMap(everythingIn)
    .concat(files)
    .map((path) => `${path} ${lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''}`);
}

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...everythingIn(path)] : [path];
  });
}
