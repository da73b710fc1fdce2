import type { Skill, SkillCode, SkillFailure, SkillRoot } from './skill.ts';

/** A folder whose subfolders are skills. */
export interface SkillFolder {
  root: SkillRoot;
  /** Absolute. */
  path: string;
  plugin: string | null;
}

/** A skill that was not loaded. */
export interface SkillError {
  folder: string;
  root: SkillRoot;
  name: string;
  code: SkillCode;
  text: string;
}

/** A skill that stands behind another of its name. */
export interface ShadowedSkill {
  name: string;
  root: SkillRoot;
  folder: string;
  /** The one that is used. */
  by: SkillRoot;
}

/** All skills at one moment; never changes. A run keeps the one it started with. */
export interface SkillSnapshot {
  /** Grows with every change. */
  version: number;
  /** In the order of their names. */
  skills: readonly Skill[];
  shadowed: readonly ShadowedSkill[];
  errors: readonly SkillError[];
}

/** What a reload changed, by name. */
export interface ReloadReport {
  version: number;
  added: string[];
  removed: string[];
  changed: string[];
  errors: readonly SkillError[];
  shadowed: readonly ShadowedSkill[];
}

/** The skills of this host. */
export interface Skills {
  snapshot(): SkillSnapshot;
  /** The first reading is done. Never rejects. */
  ready(): Promise<void>;
  find(name: string): Skill | null;
  /** Reads all roots anew and swaps the snapshot at once. Calls at the same time are read one after the other. Never rejects. */
  reload(): Promise<ReloadReport>;
  /** Writes a starter into the owner's folder; it is loaded by the next reload. */
  create(name: string, description: string): Promise<{ ok: true; folder: string } | SkillFailure>;
  /** The whole SKILL.md as it is now. */
  readSource(skill: Skill): Promise<{ ok: true; text: string } | SkillFailure>;
  readReference(skill: Skill, file: string): Promise<{ ok: true; text: string } | SkillFailure>;
  /** Names of its references, at most 200. */
  references(skill: Skill): Promise<string[]>;
  /** Counted, best effort. */
  used(skill: Skill): void;
  /** Called after every change of the snapshot. */
  onChange(listener: () => void): () => void;
  /** The owner's own folder. */
  readonly folder: string;
  close(): void;
}
