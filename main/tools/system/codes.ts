import { PATH_CODES } from '../path-codes.ts';

/** Every refusal of the system tools. */
export const SYSTEM_CODES = {
  ...PATH_CODES,
  invalid_command: 'The command is empty, longer than 100,000 characters, or contains a NUL byte.',
  sandbox_hardline: 'The command is on the list of commands that are never run.',
  sandbox_denied: 'The working directory was refused; data.path_code says why.',
  missing_working_dir: 'The working directory is not an existing folder.',
  invalid_working_dir: 'The working directory is not a usable path.',
  missing_user: 'The name of the current user is unknown, and commands need it.',
  executable_not_found: 'There is no shell to run the command.',
  not_started: 'The system refused to start the command.',
  timeout: 'The command ran longer than allowed and was ended with everything it had started.',
  exit_nonzero: 'The command ended with another exit code than 0; data.exit_code has it.',
  stopped: 'The turn was stopped.',
  not_attended: 'Access can only be asked for while the owner is present.',
  already_allowed: 'Success without a question: the folder is already allowed.',
  already_pending: 'Success without a second question: the same one is waiting for an answer.',
  unsafe_root: 'The folder contains the home directory or the state of the app, or is protected.',
  missing_dir: 'The path is not an existing folder.',
  empty_reason: 'The reason is empty.',
} as const;
