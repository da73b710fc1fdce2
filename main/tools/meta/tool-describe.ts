import { z } from 'zod';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Capability, ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Caller } from '../../registry/policy.ts';
import { unknownCapability } from '../../registry/registry.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { META_CODES } from './codes.ts';
import { type DeferralReach, deferralOff } from './deferral-reach.ts';

const MOST_NAMES = 10;
const name = z.string().max(200);

export const toolDescribe = defineTool<DeferralReach>()({
  name: 'tool_describe',
  category: 'meta',
  policy: 'read_only',
  ownerOnly: false,
  description: 'The input schema of a tool found by tool_search, or of up to ten.',
  help: {
    examples: [{ description: 'Read one schema', input: { name: 'mcp_github_create_issue' } }],
    failureModes: failureModes(META_CODES, 'unknown_capability', 'deferral_off'),
  },
  input: z.object({
    name: z
      .union([name, z.array(name).min(1).max(MOST_NAMES)])
      .describe('The exact name of the tool, or up to ten names.'),
  }),
  title: ({ name: asked }) => `Read how ${short(Array.isArray(asked) ? asked[0] : asked, 40)} is used`,
  available: deferralOff,
  async run(input, { caller }, { registry }): Promise<ToolResult> {
    const surface = registry.snapshot(caller);
    if (typeof input.name === 'string') {
      const capability = surface.find(input.name);
      const { code, text } = unknownCapability(input.name);
      return capability ? { ok: true, text: toText(describe(capability, caller)), external: true } : refuse(code, text);
    }
    const found = input.name.map((one) => surface.find(one)).filter((one) => one !== null);
    const missing = input.name.filter((one) => surface.find(one) === null);
    const tools = found.map((one) => describe(one, caller));
    return { ok: true, text: toText({ tools, not_found: missing }), external: true };
  },
});

const toText = (value: JsonObject): string => JSON.stringify(value, null, 1);

function describe(capability: Capability, caller: Caller): JsonObject {
  return {
    name: capability.name,
    description: capability.description,
    parameters: capability.inputSchema(caller),
  };
}
