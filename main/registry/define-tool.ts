import { z } from 'zod';
import { issueWords } from '../../protocol/issue-words.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Capability, CapabilityHelp, Category, Gate, InputSchema, ToolContext, ToolResult } from './capability.ts';
import { describeIssues } from './describe-issues.ts';
import type { Caller, PolicyClass } from './policy.ts';

/** A built-in tool as written in its file. `Reach` is the small interface it needs from the rest of the host. */
export interface Tool<Reach, Schema extends InputSchema = InputSchema> {
  name: string;
  category: Category;
  policy: PolicyClass;
  ownerOnly: boolean;
  description: string | ((reach: Reach, caller: Caller) => string);
  help?: CapabilityHelp;
  input: Schema;
  /** Reshapes the JSON schema for this turn; the zod schema stays the judge. */
  dynamicSchema?(schema: JsonObject, reach: Reach, caller: Caller): JsonObject;
  title(input: JsonObject): string;
  /** The loop's backstop for one call, ms. */
  deadlineMs?: number;
  available?(reach: Reach): Gate | null;
  advertise?(caller: Caller, reach: Reach): Gate | null;
  authorize?(caller: Caller, reach: Reach): Gate | null;
  run(input: z.infer<Schema>, context: ToolContext, reach: Reach): Promise<ToolResult>;
}

/** Exists for type inference alone: the value is returned as it is. */
export function defineTool<Reach>() {
  return <Schema extends InputSchema>(tool: Tool<Reach, Schema>): Tool<Reach, Schema> => tool;
}

/** Ties a tool to its reach: the form the registry, the loop and the pages work with. */
export function bindTool<Reach, Schema extends InputSchema>(tool: Tool<Reach, Schema>, reach: Reach): Capability {
  const strict = tool.input.strict();
  const schema = toJsonSchema(tool.input);
  const authorize = (caller: Caller): Gate | null => tool.authorize?.(caller, reach) ?? null;
  return {
    name: tool.name,
    source: 'builtin',
    category: tool.category,
    policy: tool.policy,
    ownerOnly: tool.ownerOnly,
    get description(): string {
      return typeof tool.description === 'string' ? tool.description : tool.description(reach, NOBODY);
    },
    help: tool.help ?? {},
    inputSchema: (caller) => tool.dynamicSchema?.(schema, reach, caller) ?? schema,
    title: tool.title,
    available: () => tool.available?.(reach) ?? null,
    advertise: (caller) => (tool.advertise ? tool.advertise(caller, reach) : authorize(caller)),
    authorize,
    ...(tool.deadlineMs === undefined ? {} : { deadlineMs: tool.deadlineMs }),
    prepare(input) {
      const parsed = strict.safeParse(input, { error: issueWords });
      if (!parsed.success) {
        const text = describeIssues(tool.name, parsed.error);
        return { ok: false, code: 'invalid_arguments', text, outcome: 'refused' };
      }
      const value = tool.input.parse(parsed.data) as z.infer<Schema>;
      return { ok: true, run: (context) => tool.run(value, context, reach) };
    },
  };
}

const NOBODY: Caller = {
  trust: 'guest',
  origin: 'unattended',
  depth: 0,
  channel: 'none',
  conversationId: '',
  replyPort: false,
  approvalPort: false,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

function toJsonSchema(schema: InputSchema): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema.strict(), { io: 'input' });
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}
