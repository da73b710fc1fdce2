import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeededRandom } from './seeded-random.ts';
import type { ToolWorld } from './tool-world.ts';

/** Stands in every file the agent may not read, and in no other. */
export const CANARY = 'canary-that-must-not-sing';

/** Folders and files inside and outside of the roots, joined by links of every kind. */
export interface PathTree {
  /** Names that occur in the tree, to build paths of. */
  names: string[];
  /** Folders to start from, absolute. */
  starts: string[];
  /** Folders the agent may use although they are elsewhere. */
  granted: string;
  blocked: string;
  /** Why bind mounts are not in the tree; null when they are. */
  noMounts: string | null;
  /** Takes the mounts away again. */
  close(): void;
}

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Builds the tree in the world and sets its roots. The last folders of the world hold a file with the canary each. */
export function growPathTree(world: ToolWorld): PathTree {
  const { workspace, osHome, home, outside } = world;
  const granted = join(osHome, 'granted');
  const blocked = join(granted, 'blocked');
  for (const path of ['a', 'a/b', 'a/b/c', 'é', 'Üb', 'with space', 'a.txt', '.hidden'])
    put(join(workspace, path, 'plain.txt'), `plain ${path}`);
  put(join(granted, 'deep', 'plain.txt'), 'plain');
  for (const path of [
    join(outside, 'secret.txt'),
    join(outside, 'a', 'b', 'plain.txt'),
    join(outside, 'é', 'plain.txt'),
    join(osHome, 'elsewhere', 'secret.txt'),
    join(osHome, '.ssh', 'secret.txt'),
    join(osHome, '.claude.json'),
    join(home, 'secrets', 'secret.txt'),
    join(home, 'config.toml'),
    join(home, 'memory.db-wal'),
    join(blocked, 'secret.txt'),
    join(granted, 'deep', 'b', 'secret.txt.outer'),
    join(world.directory, 'workspace-2', 'secret.txt'),
    `${workspace}-2/secret.txt`,
  ])
    put(path, path.endsWith('.outer') ? 'plain' : CANARY);
  const links: [at: string, to: string][] = [
    ['inside', 'a/b'],
    ['a/up', '..'],
    ['a/b/root', '/'],
    ['out', outside],
    ['a/out', '../../../../outside'],
    ['a/b/home', osHome],
    ['chain-1', 'chain-2'],
    ['chain-2', 'chain-3'],
    ['chain-3', join(outside, 'a')],
    ['loop-1', 'loop-2'],
    ['loop-2', 'loop-1'],
    ['self', '.'],
    ['secret.txt', join(outside, 'secret.txt')],
    ['plain.txt', 'a/plain.txt'],
    ['dangling', join(outside, 'not-there-yet')],
    ['ssh', join(osHome, '.ssh')],
    ['a/b/c/granted', granted],
    ['state', home],
    ['é/out', outside],
    ['proc', '/proc/self/root'],
  ];
  for (const [at, to] of links) symlinkSync(to, join(workspace, at));
  symlinkSync(outside, join(granted, 'deep', 'out'));
  symlinkSync(workspace, join(outside, 'back'));
  world.sandbox.allowedRoots = [granted];
  world.sandbox.blockedRoots = [blocked];
  const mounted: string[] = [];
  const noMounts = tryMounts(world, mounted);
  return {
    names: [
      ...new Set([...namesBelow(workspace), ...namesBelow(outside), 'blocked', 'granted', 'deep', '.ssh', 'ada']),
    ],
    starts: [workspace, workspace, workspace, granted, outside, osHome, home, blocked, `${workspace}-2`, '/'],
    granted,
    blocked,
    noMounts,
    close() {
      for (const at of mounted.reverse()) execFileSync('umount', [at]);
    },
  };
}

/** Second names of folders and of a file; only root may make them. */
function tryMounts(world: ToolWorld, mounted: string[]): string | null {
  const pairs = [
    [world.outside, 'mounted-out'],
    [join(world.osHome, '.ssh'), 'mounted-ssh'],
    [join(world.workspace, 'a', 'b'), 'mounted-in'],
    [join(world.outside, 'secret.txt'), 'mounted-secret.txt'],
  ] as const;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount';
  for (const [from, name] of pairs) {
    const at = join(world.workspace, name);
    if (name.endsWith('.txt')) writeFileSync(at, '');
    else mkdirSync(at);
    try {
      execFileSync('mount', ['--bind', from, at], { stdio: 'pipe' });
    } catch (error) {
      return String(error).split('\n')[0] ?? 'mount failed';
    }
    mounted.push(at);
  }
  return null;
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder);
}

/** A path as a model might write it: names of the tree, steps up, other spellings, endings. */
export function generatePath(random: SeededRandom, tree: PathTree): string {
  const parts = Array.from({ length: random.between(1, random.pick([2, 4, 7])) }, () => part(random, tree));
  const separator = () => (random.chance(0.05) ? '//' : random.chance(0.05) ? '/./' : '/');
  let path = parts.reduce((text, one) => text + separator() + one);
  if (random.chance(0.4)) path = random.pick(tree.starts) + separator() + path;
  else if (random.chance(0.1)) path = `~/${path}`;
  if (random.chance(0.1)) path += random.pick(['/', '//', '/.', '/..', ' ', '\u00a0', '\0', '.', '/\u0301']);
  return path;
}

function part(random: SeededRandom, tree: PathTree): string {
  const name = random.chance(0.2) ? '..' : random.pick(tree.names);
  const roll = random.between(0, 19);
  if (roll === 0) return name.toUpperCase();
  if (roll === 1) return name.normalize('NFD');
  if (roll === 2) return name.normalize('NFKC');
  if (roll === 3) return `${name}.`;
  if (roll === 4) return name.replace('.', '\uff0e');
  if (roll === 5) return name.replace('.', '%2e');
  if (roll === 6) return `new-${random.between(0, 9)}`;
  return roll < 12 ? random.pick(['secret.txt', 'plain.txt', 'a', 'b', 'out']) : name;
}
