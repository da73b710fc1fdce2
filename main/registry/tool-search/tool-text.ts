import type { JsonObject } from '../../../protocol/json.ts';
import { isJsonObject } from '../../../protocol/json.ts';
import { words } from './words.ts';

/** A tool as the search sees it. */
export interface SearchableTool {
  name: string;
  /** The server or plugin it comes from, as shown in the listing. */
  group: string;
  description: string;
  parameters: JsonObject;
}

/** Words of one tool by where they stand. */
export interface ToolText {
  name: string[];
  group: string[];
  lead: string[];
  rest: string[];
  parameters: string[];
  hints: string[];
}

/** Names every server of its kind carries; they tell none apart. */
const CONSTANT = new Set(['mcp', 'server', 'plugin', 'tool', 'fermix'].flatMap(words));
const telling = (list: string[]) => list.filter((word) => !CONSTANT.has(word));

/** Takes a tool apart. Of the schema only the names, descriptions and choices of the top level count, never its body. */
export function readTool({ name, group, description, parameters }: SearchableTool): ToolText {
  const end = description.search(/[.!?。\n]/u);
  const lead = end < 0 ? description : description.slice(0, end);
  const fields = isJsonObject(parameters['properties']) ? Object.entries(parameters['properties']) : [];
  return {
    name: telling(words(name)),
    group: telling(words(group)),
    lead: words(lead),
    rest: end < 0 ? [] : words(description.slice(end)),
    parameters: fields.flatMap(([field]) => words(field)),
    hints: fields.flatMap(([, schema]) => (isJsonObject(schema) ? words(hintOf(schema)) : [])),
  };
}

function hintOf(schema: JsonObject): string {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].slice(0, 50).join(' ') : '';
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  return `${description} ${choices}`;
}
