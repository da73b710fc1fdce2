import { z } from 'zod';
import type { JsonObject } from '../../../protocol/json.ts';
import { path, sentence, short } from '../fields.ts';

const MOST_ARGUMENTS = 500;
const LONGEST_ARGUMENT = 30_000;

export const gitInput = z.object({
  repo: path('A folder of the repository. Default: the working directory.').optional(),
  command: z.string().describe('The git command.'),
  args: z
    .array(sentence(LONGEST_ARGUMENT))
    .max(MOST_ARGUMENTS)
    .optional()
    .describe('What follows the command, one word each; there is no shell.'),
});

/** "git status", "git log --oneline". */
export function gitTitle(input: JsonObject): string {
  const args = Array.isArray(input['args']) ? input['args'].filter((arg) => typeof arg === 'string') : [];
  return `Run git ${short([input['command'], ...args].join(' '), 60)}`.trimEnd();
}

/** Shows the model which commands there are; the tool itself answers `unknown_command` for others. */
export function withCommands(schema: JsonObject, commands: readonly string[]): JsonObject {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return schema;
  const command = { type: 'string', enum: [...commands], description: 'The git command.' };
  return { ...schema, properties: { ...properties, command } };
}
