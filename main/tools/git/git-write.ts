import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import { GIT_CODE_NAMES, GIT_CODES } from './codes.ts';
import { gitInput, gitTitle, withCommands } from './input.ts';
import { type GitReach, runGit } from './run-git.ts';

const COMMANDS = ['add', 'commit', 'checkout', 'pull'];

export const gitWrite = defineTool<GitReach>()({
  name: 'git_write',
  category: 'git',
  policy: 'read_write',
  ownerOnly: false,
  deadlineMs: 400_000,
  description:
    'Change a git repository: add, commit (with -m), checkout and pull. It never pushes, merges, resets or makes a ' +
    'branch, and messages cannot be read from a file. The hooks of the repository run.',
  help: {
    examples: [{ description: 'Commit what is staged', input: { command: 'commit', args: ['-m', 'Fix the date'] } }],
    failureModes: failureModes(GIT_CODES, ...GIT_CODE_NAMES, ...PATH_CODE_NAMES),
  },
  input: gitInput,
  dynamicSchema: (schema) => withCommands(schema, COMMANDS),
  title: gitTitle,
  async run({ repo, command, args = [] }, context, reach): Promise<ToolResult> {
    if (!COMMANDS.includes(command))
      return refuse('unknown_command', `git_write runs ${COMMANDS.join(', ')}; not "${short(command, 40)}".`);
    return await runGit({ tool: 'git_write', repo, command, args }, context, reach);
  },
});
