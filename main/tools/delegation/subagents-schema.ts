import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import type { SubagentLimits } from '../../agent/subagents/limits.ts';

/** The schema with the limits of this turn: an ultra turn may have more. */
export function subagentsSchema(schema: JsonObject, limits: SubagentLimits): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const { byDefault, most } = limits.concurrency;
  return {
    ...schema,
    properties: {
      ...properties,
      tasks: {
        ...asObject(properties['tasks']),
        maxItems: limits.tasks,
        description: `The parts, 1 to ${limits.tasks}.`,
      },
      max_concurrency: {
        ...asObject(properties['max_concurrency']),
        maximum: most,
        default: byDefault,
        description: `Workers at a time, 1 to ${most}. Default ${byDefault}.`,
      },
    },
  };
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
