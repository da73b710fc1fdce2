import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import type { Skills } from '../../skills/ports.ts';
import { SKILL_CODES, type Skill } from '../../skills/skill.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { findSkill } from './find-skill.ts';
import type { SkillToolReach } from './reach.ts';

export const skillView = defineTool<Pick<SkillToolReach, 'skills'>>()({
  name: 'skill_view',
  category: 'skills',
  policy: 'exec',
  ownerOnly: false,
  description:
    'Read a skill: its instructions, the tools it may use and its settings; or one of its references by name. Read it ' +
    'to follow its instructions yourself; skill_run has a worker follow them.',
  help: {
    examples: [{ description: 'A reference', input: { name: 'release-notes', file: 'style' } }],
    failureModes: failureModes(
      SKILL_CODES,
      'unknown_skill',
      'invalid_reference',
      'reference_not_found',
      'symlink_refused',
      'too_large',
      'read_failed',
    ),
  },
  input: z.object({
    name: z.string().max(200).describe('The name of the skill.'),
    file: z.string().max(200).optional().describe('A reference, without folder and ending.'),
  }),
  title: (input) => `Read the skill ${short(input['name'], 64)}`.trimEnd(),
  async run(input, _context, { skills }): Promise<ToolResult> {
    const found = await findSkill(skills, input.name);
    if (!found.ok) return found.failure;
    const { skill } = found;
    const read = input.file === undefined ? await whole(skill, skills) : await skills.readReference(skill, input.file);
    if (!read.ok) return refuse(read.code, read.text);
    return { ok: true, text: read.text, external: skill.trust !== 'operator' };
  },
});

async function whole(skill: Skill, skills: Skills): ReturnType<Skills['readSource']> {
  // The size rule is about the file as it is now; what is shown is what runs, as it was loaded.
  const source = await skills.readSource(skill);
  if (!source.ok) return source;
  const { name, description, root, trust, allowedTools, policy, provider, model, maxIterations, timeoutSeconds } =
    skill;
  const references = await skills.references(skill);
  const facts = {
    name,
    description,
    root,
    trust,
    allowed_tools: allowedTools ?? `what a skill of trust ${trust} may use`,
    ...(policy ? { policy } : {}),
    ...(provider ? { provider } : {}),
    ...(model ? { model } : {}),
    max_iterations: maxIterations,
    timeout_seconds: timeoutSeconds,
    references,
    ...(skill.warnings.length > 0 ? { warnings: skill.warnings } : {}),
  };
  return { ok: true, text: `${JSON.stringify(facts, null, 1)}\n\n${skill.body}` };
}
