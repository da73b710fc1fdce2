import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { SkillToolReach } from './reach.ts';

export const skillReload = defineTool<Pick<SkillToolReach, 'skills'>>()({
  name: 'skill_reload',
  category: 'skills',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Read all skills anew. Tells what was added, removed and changed, which were not loaded and why, and which stand ' +
    'behind another of their name. The next turn sees them.',
  help: { failureModes: [{ code: 'invalid_arguments', text: 'It takes no arguments.' }] },
  input: z.object({}),
  title: () => 'Read the skills anew',
  async run(_input, _context, { skills }): Promise<ToolResult> {
    await skills.ready();
    const { version, added, removed, changed, errors, shadowed } = await skills.reload();
    const shown = errors.map(({ name, root, code, text }) => ({ name, root, code, text }));
    const behind = shadowed.map(({ name, root, by }) => ({ name, root, by }));
    const report = { version, added, removed, changed, errors: shown, shadowed: behind };
    return { ok: true, text: JSON.stringify(report, null, 1) };
  },
});
