import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { checkHardline } from '../../sandbox/hardline/hardline.ts';
import { expandPath } from '../../sandbox/paths/path-input.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { path, short } from '../fields.ts';
import type { ToolReach } from '../reach.ts';
import { SYSTEM_CODES } from './codes.ts';
import { shellResult } from './shell-result.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const LONGEST_TIMEOUT_MS = 600_000;
/** Systems refuse one argument of more than 128 KiB. */
const LONGEST_COMMAND = 100_000;

export const shell = defineTool<Pick<ToolReach, 'sandbox' | 'programs' | 'environment'>>()({
  name: 'shell',
  category: 'system',
  policy: 'exec',
  ownerOnly: false,
  deadlineMs: LONGEST_TIMEOUT_MS + 10_000,
  description:
    'Run a command with sh. Standard input is empty; both outputs come as one text. Everything the command starts is ' +
    'ended with it, so nothing stays in the background. It gets few environment variables, and its working directory ' +
    'must be inside the sandbox. Do not pipe downloads into a shell.',
  help: {
    whenToUse: 'For programs, builds and tests. To read, change or search files use the file and search tools.',
    examples: [
      { description: 'Run the tests of a project', input: { command: 'npm test', working_dir: '~/projects/x' } },
    ],
    failureModes: failureModes(
      SYSTEM_CODES,
      'invalid_command',
      'invalid_working_dir',
      'missing_working_dir',
      'sandbox_denied',
      'sandbox_hardline',
      'timeout',
      'exit_nonzero',
      'executable_not_found',
      'not_started',
      'missing_user',
      'stopped',
    ),
  },
  input: z.object({
    command: z.string().describe('The command line.'),
    working_dir: path('Where to run it. Default: the working directory of the turn.').optional(),
    timeout_ms: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Milliseconds until it is ended. Default 30000, at most 600000.'),
  }),
  title: (input) => `Run ${short(input['command']) || 'a command'}`,
  async run(input, context, { sandbox, programs, environment }): Promise<ToolResult> {
    const { command } = input;
    if (command.trim() === '' || command.length > LONGEST_COMMAND || /\0|\p{Surrogate}/u.test(command))
      return refuse('invalid_command', `${SYSTEM_CODES.invalid_command} Nothing was run.`);
    const view = await sandbox.view(context.caller, 'shell');
    const { osHome, workingDirectory } = view;
    const where = expandPath(input.working_dir ?? workingDirectory, workingDirectory, osHome);
    const hardline = checkHardline(command, { osHome, home: view.home, workingDirectory: where });
    if (hardline) return hardline;
    const decision = await view.decideWorkingDirectory(input.working_dir);
    if (!decision.ok) {
      if (/working_dir$/.test(decision.code)) return decision;
      return { ...decision, code: 'sandbox_denied', data: { path_code: decision.code } };
    }
    const child = environment.build();
    if (!child.ok) return child;
    const timeoutMs = Math.min(input.timeout_ms ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMEOUT_MS);
    const result = await programs.run({
      ...shellProgram(command, child.variables),
      cwd: decision.path,
      env: child.variables,
      timeoutMs,
      signal: context.signal,
      secrets: child.secrets,
      onOutput: (text) => context.report(text),
    });
    return shellResult(result, { timeoutMs, workingDirectory: decision.path, unresolved: child.unresolved });
  },
});

/** Windows: not yet run. */
function shellProgram(command: string, variables: Record<string, string>): { file: string; args: string[] } {
  if (process.platform !== 'win32') return { file: '/bin/sh', args: ['-c', command] };
  return { file: variables['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', command] };
}
