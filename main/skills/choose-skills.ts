import type { ShadowedSkill, SkillError } from './ports.ts';
import type { Found } from './scan-folders.ts';
import type { Skill, SkillRoot } from './skill.ts';

const RANK: Record<SkillRoot, number> = { local: 0, bundled: 1, plugin: 2 };

/** Which skill of a name is used. */
export interface Chosen {
  skills: Skill[];
  shadowed: ShadowedSkill[];
  errors: SkillError[];
}

/** The owner's own stands above a bundled one, that above a plugin's; of two plugins neither is used. */
export function chooseSkills({ skills, errors }: Found, toolNames: ReadonlySet<string>): Chosen {
  const chosen: Chosen = { skills: [], shadowed: [], errors: [...errors] };
  const byName = new Map<string, Skill[]>();
  for (const skill of skills) byName.set(skill.name, [...(byName.get(skill.name) ?? []), skill]);
  for (const [name, all] of byName) {
    if (toolNames.has(name)) {
      for (const one of all) chosen.errors.push(collision(one, `A tool is named ${name}.`));
      continue;
    }
    const ranked = [...all].sort((a, b) => RANK[a.root] - RANK[b.root]);
    const [first, second] = ranked;
    if (!first) continue;
    if (first.root === 'plugin' && second) {
      for (const one of ranked)
        chosen.errors.push(collision(one, `Two plugins have a skill named ${name}; neither is used.`));
      continue;
    }
    chosen.skills.push(first);
    for (const { root, folder } of ranked.slice(1)) chosen.shadowed.push({ name, root, folder, by: first.root });
  }
  chosen.skills.sort((a, b) => (a.name < b.name ? -1 : 1));
  return chosen;
}

function collision({ folder, root, name }: Skill, text: string): SkillError {
  return { folder, root, name, code: 'name_collision', text };
}
