import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../agent/ports.ts';
import { makeFolder } from '../config/make-folder.ts';
import type { SkillUsageStore } from '../store/skill-usage-port.ts';
import { chooseSkills } from './choose-skills.ts';
import { createSkill } from './create-skill.ts';
import type { ReloadReport, SkillFolder, SkillSnapshot, Skills } from './ports.ts';
import { decodeText, readConfined } from './read-confined.ts';
import { scanFolders } from './scan-folders.ts';
import { type Skill, skillFailure } from './skill.ts';
import { watchFolders } from './watch-folders.ts';

const REFERENCE = /^[a-z0-9_]{1,64}$/;
const MOST_REFERENCES = 200;

export interface SkillsParts {
  home: string;
  /** Skills that came with the app; null where there are none. */
  bundled: string | null;
  /** Folders of plugins, asked at every reload. */
  plugins(): readonly SkillFolder[];
  /** Names of all tools, which no skill may have. */
  toolNames(): ReadonlySet<string>;
  usage: SkillUsageStore;
  clock: Clock;
  log: Log;
}

/** Skills on the disk. The first reading is started here; until it is done there are none. */
export function createSkills(parts: SkillsParts): Skills {
  const { home, bundled, plugins, toolNames, usage, clock, log } = parts;
  const own: SkillFolder = { root: 'local', path: join(home, 'skills'), plugin: null };
  const fixed: SkillFolder[] = [
    own,
    ...(bundled === null ? [] : [{ root: 'bundled' as const, path: bundled, plugin: null }]),
  ];
  const listeners = new Set<() => void>();
  let snapshot: SkillSnapshot = { version: 0, skills: [], shadowed: [], errors: [] };
  let reading: Promise<ReloadReport> | null = null;

  const read = async (): Promise<ReloadReport> => {
    const found = await scanFolders([...fixed, ...plugins()]);
    const chosen = chooseSkills(found, toolNames());
    const before = snapshot;
    if (contentOf(chosen) === contentOf(before)) return reportOf(before, before);
    snapshot = Object.freeze({ version: before.version + 1, ...chosen });
    for (const { name, code, text } of chosen.errors) log.warn('skill_not_loaded', { name, code, text });
    for (const listener of listeners) listener();
    return reportOf(before, snapshot);
  };

  const reload = (): Promise<ReloadReport> => {
    // A reading that is under way may have passed what has just changed: the next one waits for it.
    const next = (reading ?? Promise.resolve()).then(read).catch((error: unknown) => {
      log.error('skills_not_read', { error: String(error) });
      return reportOf(snapshot, snapshot);
    });
    reading = next;
    return next;
  };

  try {
    makeFolder(own.path);
  } catch (error) {
    log.warn('skill_folder_missing', { error: String(error) });
  }
  const watcher = watchFolders([own.path], () => void reload(), { clock, log });
  const first = reload();

  return {
    folder: own.path,
    ready: () => first.then(() => undefined),
    snapshot: () => snapshot,
    find: (name) => snapshot.skills.find((one) => one.name === name) ?? null,
    reload,
    create: (name, description) =>
      createSkill(own.path, { name, description }, (one) => toolNames().has(one) || isBundled(snapshot, one)),
    async readSource(skill) {
      const source = await readConfined(skill.folder, ['SKILL.md']);
      return source.ok ? { ok: true, text: decodeText(source.bytes) } : source;
    },
    async readReference(skill, file) {
      if (!REFERENCE.test(file)) return skillFailure('invalid_reference');
      const source = await readConfined(skill.folder, ['references', `${file}.md`]);
      if (source.ok) return { ok: true, text: decodeText(source.bytes) };
      return source.code === 'reference_not_found' ? skillFailure('reference_not_found') : source;
    },
    async references(skill) {
      const names = await readdir(join(skill.folder, 'references')).catch(() => []);
      const found = names.filter((name) => name.endsWith('.md') && REFERENCE.test(name.slice(0, -3)));
      return found
        .map((name) => name.slice(0, -3))
        .sort()
        .slice(0, MOST_REFERENCES);
    },
    used({ name, root }: Skill) {
      try {
        usage.count(name, root, clock.now());
      } catch (error) {
        log.warn('skill_not_counted', { name, error: String(error) });
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: watcher.close,
  };
}

function contentOf({ skills, shadowed, errors }: Omit<SkillSnapshot, 'version'>): string {
  return JSON.stringify([skills, shadowed, errors]);
}

function isBundled({ skills, shadowed }: SkillSnapshot, name: string): boolean {
  return [...skills, ...shadowed].some((one) => one.name === name && one.root === 'bundled');
}

function reportOf(before: SkillSnapshot, after: SkillSnapshot): ReloadReport {
  const old = new Map(before.skills.map((one) => [one.name, JSON.stringify(one)]));
  const now = new Map(after.skills.map((one) => [one.name, JSON.stringify(one)]));
  return {
    version: after.version,
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name),
    errors: after.errors,
    shadowed: after.shadowed,
  };
}
