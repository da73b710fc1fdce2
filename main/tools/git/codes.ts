import { PATH_CODES } from '../path-codes.ts';

/** Every refusal of the git tools. */
export const GIT_CODES = {
  ...PATH_CODES,
  unknown_command: 'The tool does not run this git command.',
  refused_argument: 'An argument could read or write files elsewhere, run a program, or make a branch.',
  invalid_repo: 'The folder is not inside a git repository.',
  git_not_found: 'git is not installed.',
  git_failed: 'git ended with another exit code than 0; data.exit_code has it.',
  missing_user: 'The name of the current user is unknown, and git needs it.',
  timeout: 'git ran longer than 120 seconds and was ended.',
  stopped: 'The turn was stopped.',
} as const;

export const GIT_CODE_NAMES = [
  'unknown_command',
  'refused_argument',
  'invalid_repo',
  'git_not_found',
  'git_failed',
  'timeout',
  'stopped',
] as const satisfies readonly (keyof typeof GIT_CODES)[];
