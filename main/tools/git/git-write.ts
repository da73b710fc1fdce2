import { defineTool } from '../../registry/define-tool.ts';
import { failureModes } from '../failure-modes.ts';
import { PATH_CODE_NAMES } from '../path-codes.ts';
import { GIT_CODE_NAMES, GIT_CODES } from './codes.ts';
import { gitInput, gitTitle, withCommands } from './input.ts';
import { type GitReach, gitRunner } from './run-git.ts';

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
  run: gitRunner('git_write', COMMANDS),
});
