import type { ToolFailure } from '../../registry/capability.ts';
import { refuse } from '../../sandbox/refusal.ts';
import type { Skills } from '../../skills/ports.ts';
import type { Skill } from '../../skills/skill.ts';

/** The loaded skill of this name, or the refusal that tells how to look for it. */
export async function findSkill(
  skills: Skills,
  name: string,
): Promise<{ ok: true; skill: Skill } | { ok: false; failure: ToolFailure }> {
  await skills.ready();
  const skill = skills.find(name);
  if (skill) return { ok: true, skill };
  const error = skills.snapshot().errors.find((one) => one.name === name);
  const why = error ? ` It was not loaded (${error.code}): ${error.text}` : ' skill_list names those there are.';
  return { ok: false, failure: refuse('unknown_skill', `There is no skill named ${name.slice(0, 100)}.${why}`) };
}
