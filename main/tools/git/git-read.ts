import { defineTool } from '../../registry/define-tool.ts';
import { failureModes } from '../failure-modes.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import { GIT_CODE_NAMES, GIT_CODES } from './codes.ts';
import { gitInput, gitTitle, withCommands } from './input.ts';
import { type GitReach, gitRunner } from './run-git.ts';

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
  run: gitRunner('git_read', COMMANDS),
});
