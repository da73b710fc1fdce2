import { z } from 'zod';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Capability, ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Caller } from '../../registry/policy.ts';
import { unknownCapability } from '../../registry/registry.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import type { ToolReach } from '../reach.ts';
import { META_CODES } from './codes.ts';

export const toolHelp = defineTool<Pick<ToolReach, 'registry'>>()({
  name: 'tool_help',
  category: 'meta',
  policy: 'read_only',
  ownerOnly: false,
  description:
    'Everything there is to know about one tool: when to use it, its input schema, examples, what its refusals mean ' +
    'and what it needs.',
  help: {
    examples: [{ description: 'About the shell', input: { name: 'shell' } }],
    failureModes: failureModes(META_CODES, 'unknown_capability'),
  },
  input: z.object({ name: z.string().describe('The name of the tool.') }),
  title: (input) => `Look up ${short(input['name'], 40) || 'a tool'}`,
  async run(input, { caller }, { registry }): Promise<ToolResult> {
    const capability = registry.snapshot(caller).find(input.name);
    if (capability) return { ok: true, text: JSON.stringify(describe(capability, caller), null, 1) };
    const { code, text } = unknownCapability(input.name);
    return refuse(code, text);
  },
});

function describe(capability: Capability, caller: Caller): JsonObject {
  const { whenToUse, examples, failureModes: codes, requiresSetup } = capability.help;
  const missing = capability.available() ?? capability.authorize(caller);
  return {
    name: capability.name,
    description: capability.description,
    category: capability.category,
    policy: capability.policy,
    ...(whenToUse ? { when_to_use: whenToUse } : {}),
    parameters: capability.inputSchema(caller),
    ...(examples ? { examples: examples.map(({ description, input }) => ({ description, input })) } : {}),
    ...(codes ? { failure_modes: codes.map(({ code, text }) => ({ code, text })) } : {}),
    ...(requiresSetup ? { requires_setup: requiresSetup } : {}),
    ...(missing ? { not_available: { code: missing.code, text: missing.text } } : {}),
  };
}
