import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { SKILL_CODES } from '../../skills/skill.ts';
import { failureModes } from '../failure-modes.ts';
import { sentence, short } from '../fields.ts';
import type { SkillToolReach } from './reach.ts';

export const skillCreate = defineTool<Pick<SkillToolReach, 'skills'>>()({
  name: 'skill_create',
  category: 'skills',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Make a new, empty skill in the folder of the owner. Write its instructions and its allowed_tools with file_edit, ' +
    'then call skill_reload.',
  help: {
    examples: [
      { description: 'A new skill', input: { name: 'weekly-report', description: 'Write the weekly report' } },
    ],
    failureModes: failureModes(
      SKILL_CODES,
      'invalid_name',
      'invalid_description',
      'missing_field',
      'already_exists',
      'write_failed',
    ),
  },
  input: z.object({
    name: sentence(200).describe('Letters, digits, - and _, at most 64; also the name of its folder.'),
    description: sentence(4_000).describe('What it is for and when to use it, one line of at most 1,024 bytes.'),
  }),
  title: (input) => `Make the skill ${short(input['name'], 64)}`.trimEnd(),
  async run(input, _context, { skills }): Promise<ToolResult> {
    await skills.ready();
    const made = await skills.create(input.name, input.description);
    if (!made.ok) return refuse(made.code, made.text);
    return { ok: true, text: `Made ${made.folder}/SKILL.md. Write its instructions, then call skill_reload.` };
  },
});
