import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { SkillToolReach } from './reach.ts';

export const skillList = defineTool<Pick<SkillToolReach, 'skills'>>()({
  name: 'skill_list',
  category: 'skills',
  policy: 'read_only',
  ownerOnly: true,
  description: 'The skills that are loaded: name, what each is for, where it comes from and whose trust it has.',
  help: { failureModes: [{ code: 'invalid_arguments', text: 'It takes no arguments.' }] },
  input: z.object({}),
  title: () => 'List the skills',
  async run(_input, _context, { skills }): Promise<ToolResult> {
    await skills.ready();
    const loaded = skills.snapshot().skills;
    const rows = loaded.map(({ name, description, root, trust }) => ({ name, description, root, trust }));
    // What a plugin says of itself is not the owner's word.
    const external = loaded.some((one) => one.trust !== 'operator');
    return { ok: true, text: JSON.stringify({ skills: rows }, null, 1), external };
  },
});
