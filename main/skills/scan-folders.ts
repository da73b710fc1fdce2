import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errno, errorWords } from '../sandbox/refusal.ts';
import { parseSkill } from './parse-skill.ts';
import type { SkillError, SkillFolder } from './ports.ts';
import { decodeText, readConfined } from './read-confined.ts';
import type { Skill, SkillFailure } from './skill.ts';

/** Skills of one folder that are looked at. */
const MOST_SKILLS = 500;

export interface Found {
  skills: Skill[];
  errors: SkillError[];
}

/** Reads every skill of these folders. One that is bad is told and never stands in the way of another. */
export async function scanFolders(folders: readonly SkillFolder[]): Promise<Found> {
  const trusted = await trustedFolders(folders);
  const found: Found = { skills: [], errors: [] };
  for (const folder of folders) {
    for (const name of await names(folder, found)) await readOne(folder, name, trusted, found);
  }
  return found;
}

async function names(folder: SkillFolder, found: Found): Promise<string[]> {
  try {
    const entries = await readdir(folder.path);
    return entries
      .filter((name) => !/^[._]/.test(name))
      .sort()
      .slice(0, MOST_SKILLS);
  } catch (error) {
    if (errno(error) !== 'ENOENT') {
      const text = `The folder cannot be read: ${errorWords(error)}.`;
      found.errors.push({ folder: folder.path, root: folder.root, name: '', code: 'read_failed', text });
    }
    return [];
  }
}

async function readOne(folder: SkillFolder, name: string, trusted: readonly string[], found: Found): Promise<void> {
  const path = join(folder.path, name);
  try {
    if (!(await stat(path)).isDirectory()) return;
    const real = await realpath(path);
    const source = await readConfined(real, ['SKILL.md']);
    const parsed = source.ok ? parseSkill(decodeText(source.bytes), name) : asLoadFailure(source);
    if (!parsed.ok) {
      found.errors.push({ folder: path, root: folder.root, name, code: parsed.code, text: parsed.text });
      return;
    }
    const trust = folder.root !== 'plugin' && trusted.includes(dirname(real)) ? 'operator' : 'guest';
    found.skills.push({ ...parsed.skill, root: folder.root, plugin: folder.plugin, trust, folder: real });
  } catch (error) {
    const text = `The folder cannot be read: ${errorWords(error)}.`;
    found.errors.push({ folder: path, root: folder.root, name, code: 'read_failed', text });
  }
}

/** A folder without SKILL.md, or with a link or a monster in its place, is one that cannot be read. */
function asLoadFailure({ text }: SkillFailure): SkillFailure {
  return { ok: false, code: 'read_failed', text };
}

/**
 * Folders whose skills speak for the owner, by their real paths. The owner's folder counts only where it is really in
 * the home: a link in its place leads to somebody else's.
 */
async function trustedFolders(folders: readonly SkillFolder[]): Promise<string[]> {
  const trusted: string[] = [];
  for (const { root, path } of folders) {
    if (root === 'plugin') continue;
    const real = await realpath(path).catch(() => null);
    const home = await realpath(dirname(path)).catch(() => null);
    if (real !== null && home !== null && relative(home, real) === relative(dirname(path), path)) trusted.push(real);
  }
  return trusted;
}
