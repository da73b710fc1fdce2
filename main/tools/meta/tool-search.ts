import { z } from 'zod';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Capability, ToolResult } from '../../registry/capability.ts';
import { groupOf } from '../../registry/deferral/defer-schemas.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { Caller } from '../../registry/policy.ts';
import { searchTools } from '../../registry/tool-search/search-tools.ts';
import { indexTools } from '../../registry/tool-search/tool-index.ts';
import type { SearchableTool } from '../../registry/tool-search/tool-text.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { clamp, short } from '../fields.ts';
import { META_CODES } from './codes.ts';
import { type DeferralReach, deferralOff, searchable } from './deferral-reach.ts';

const MOST_QUERIES = 7;
const DESCRIPTION_LIMIT = 400;
const LONGEST_QUERY = 1_000;

const query = z.string().max(LONGEST_QUERY);

export const toolSearch = defineTool<DeferralReach>()({
  name: 'tool_search',
  category: 'meta',
  policy: 'read_only',
  ownerOnly: false,
  description:
    'Find tools of attached servers and plugins by what they do; their schemas are not part of this request. Then read ' +
    'one with tool_describe and use it with tool_call.',
  help: {
    examples: [{ description: 'Find a tool that makes issues', input: { query: 'create a github issue' } }],
    failureModes: failureModes(META_CODES, 'missing_query', 'deferral_off'),
  },
  input: z.object({
    query: z
      .union([query, z.array(query).min(1).max(MOST_QUERIES)])
      .describe('What the tool should do, in words: the service and a concrete noun. Or up to 7 such texts.'),
    limit: z.number().optional().describe('Most matches for each text.').meta({ type: 'integer', minimum: 1 }),
  }),
  title: ({ query: asked }) => `Look for tools: ${short(Array.isArray(asked) ? asked[0] : asked, 60)}`,
  available: deferralOff,
  async run(input, { caller }, reach): Promise<ToolResult> {
    const asked = [input.query].flat().map((one) => one.trim());
    if (asked.every((one) => one === '')) return refuse('missing_query', META_CODES.missing_query);
    const { searchDefaultLimit, maxSearchLimit } = reach.deferral();
    const wanted = Number.isInteger(input.limit) ? (input.limit ?? searchDefaultLimit) : searchDefaultLimit;
    const limit = clamp(wanted, 1, maxSearchLimit);
    const tools = searchable(caller, reach);
    const index = indexTools(tools.map((tool) => toSearchable(tool, caller)));
    const answers = asked.filter(Boolean).map((one) => {
      const found = searchTools(index, one, limit).map(({ tool }) => matchOf(tool));
      return { query: one, total_available: tools.length, matches: found, ...(found.length > 0 ? {} : nothing(tools)) };
    });
    const answer = answers.length === 1 ? answers[0] : { results: answers };
    return { ok: true, text: JSON.stringify(answer, null, 1), external: true };
  },
});

type Entry = SearchableTool & { required: string[] };

const entries = new WeakMap<Capability, Entry>();

function toSearchable(tool: Capability, caller: Caller): Entry {
  const parameters = tool.inputSchema(caller);
  const known = entries.get(tool);
  if (known && known.parameters === parameters && known.description === tool.description) return known;
  const required = Array.isArray(parameters['required'])
    ? parameters['required'].filter((one): one is string => typeof one === 'string')
    : [];
  const entry = { name: tool.name, group: groupOf(tool), description: tool.description, parameters, required };
  entries.set(tool, entry);
  return entry;
}

function matchOf({ name, group, description, required }: Entry): JsonObject {
  return { name, source: group, description: short(description, DESCRIPTION_LIMIT), required };
}

function nothing(tools: readonly Capability[]): JsonObject {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(groupOf(tool), (counts.get(groupOf(tool)) ?? 0) + 1);
  const sources = [...counts].map(([name, count]) => ({ name, tool_count: count }));
  const hint = 'Nothing fits. Search again with the name of a service and a concrete noun.';
  return { available_sources: sources.sort((a, b) => (a.name < b.name ? -1 : 1)), hint };
}
