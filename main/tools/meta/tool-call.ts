import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { readInner } from '../../registry/deferral/unwrap-call.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { unknownCapability } from '../../registry/registry.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { META_CODES } from './codes.ts';
import { type DeferralReach, deferralOff } from './deferral-reach.ts';

/**
 * Stands for every deferred tool. The loop takes the real call out of it before anything else looks at it, so this `run`
 * is reached only by a call that names nothing.
 */
export const toolCall = defineTool<DeferralReach>()({
  name: 'tool_call',
  category: 'meta',
  policy: 'read_only',
  ownerOnly: false,
  description: 'Use a tool found by tool_search: its exact name and its inputs, as tool_describe gives them.',
  help: {
    examples: [
      {
        description: 'Make an issue',
        input: { name: 'mcp_github_create_issue', arguments: { repo: 'notes', title: 'Broken link' } },
      },
    ],
    failureModes: failureModes(META_CODES, 'invalid_arguments', 'recursive_bridge_call', 'unknown_capability'),
  },
  input: z.object({
    name: z.string().max(200).optional().describe('The exact name of the tool.'),
    arguments: z
      .union([z.record(z.string(), z.json()), z.string(), z.null()])
      .optional()
      .describe('The inputs of that tool as an object.'),
  }),
  title: () => 'Use an attached tool',
  available: deferralOff,
  async run(input): Promise<ToolResult> {
    const inner = readInner({ name: input.name ?? '', arguments: input.arguments ?? null });
    if (!inner.ok) return refuse(inner.code, inner.text);
    const { code, text } = unknownCapability(inner.name);
    return refuse(code, text);
  },
});
