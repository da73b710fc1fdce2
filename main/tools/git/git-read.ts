import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import { GIT_CODE_NAMES, GIT_CODES } from './codes.ts';
import { gitInput, gitTitle, withCommands } from './input.ts';
import { type GitReach, runGit } from './run-git.ts';

const COMMANDS = ['status', 'log', 'diff', 'branch', 'show'];

export const gitRead = defineTool<GitReach>()({
  name: 'git_read',
  category: 'git',
  policy: 'read_only',
  ownerOnly: true,
  deadlineMs: 400_000,
  description:
    'Look at a git repository: status, log, diff, show, and branch for listing. Hooks, filters, external diff programs ' +
    'and submodules are left out, so a file that passes through a filter (Git LFS) may look changed.',
  help: {
    examples: [
      { description: 'The last commits', input: { command: 'log', args: ['--oneline', '-20'] } },
      { description: 'Changes of one file', input: { command: 'diff', args: ['--', 'src/index.ts'] } },
    ],
    failureModes: failureModes(GIT_CODES, ...GIT_CODE_NAMES, ...PATH_CODE_NAMES),
  },
  input: gitInput,
  dynamicSchema: (schema) => withCommands(schema, COMMANDS),
  title: gitTitle,
  async run({ repo, command, args = [] }, context, reach): Promise<ToolResult> {
    if (!COMMANDS.includes(command))
      return refuse('unknown_command', `git_read runs ${COMMANDS.join(', ')}; not "${short(command, 40)}".`);
    return await runGit({ tool: 'git_read', repo, command, args }, context, reach);
  },
});
