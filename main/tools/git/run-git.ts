import type { ToolContext, ToolFailure, ToolResult } from '../../registry/capability.ts';
import { findProgram } from '../../sandbox/command-path.ts';
import type { ProgramResult } from '../../sandbox/programs/programs.ts';
import { fail, refuse, shown } from '../../sandbox/refusal.ts';
import { short } from '../fields.ts';
import type { ToolReach } from '../reach.ts';
import { findRefused } from './argument-rules.ts';
import { judgeRepository, LOCATE } from './find-repository.ts';
import { type GitSettings, gitEnvironment, LIST_DRIVERS, withoutDrivers } from './git-environment.ts';
import { findBranchChange, findPathOutside } from './read-rules.ts';

export type GitReach = Pick<ToolReach, 'sandbox' | 'programs' | 'environment'>;

export interface GitCall {
  repo?: string | undefined;
  command: string;
  args?: readonly string[] | undefined;
}

interface JudgedCall extends Omit<GitCall, 'args'> {
  tool: GitTool;
  args: readonly string[];
}

type GitTool = 'git_read' | 'git_write';

const TIMEOUT_MS = 120_000;

/** Options put before the model's own, by command: programs and submodules stay out of reading. */
const FORCED: Record<string, readonly string[]> = {
  status: ['--ignore-submodules=all'],
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
  log: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
  show: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
};

/** What a git tool does with a call: only the commands it is there for are run. */
export function gitRunner(tool: GitTool, commands: readonly string[]) {
  return async (call: GitCall, context: ToolContext, reach: GitReach): Promise<ToolResult> => {
    if (commands.includes(call.command)) return await runGit({ ...call, tool, args: call.args ?? [] }, context, reach);
    return refuse('unknown_command', `${tool} runs ${commands.join(', ')}; not "${short(call.command, 40)}".`);
  };
}

/** The one way both tools run git: arguments judged, repository judged, environment built, then the command. */
async function runGit(call: JudgedCall, context: ToolContext, reach: GitReach): Promise<ToolResult> {
  const reading = call.tool === 'git_read';
  const refused = findRefused(call.command, call.args, reading);
  if (refused !== null) return refusedArgument(refused);
  const view = await reach.sandbox.view(context.caller, call.tool);
  const decision = await view.decide(call.repo ?? view.workingDirectory);
  if (!decision.ok) return decision;
  const directory = decision.path;
  if (!decision.stats?.isDirectory()) return refuse('invalid_repo', `${shown(directory)} is not an existing folder.`);
  const child = reach.environment.build();
  if (!child.ok) return child;
  const program = findProgram('git', child.variables['PATH'] ?? '', process.platform === 'win32' ? ['.exe'] : ['']);
  if (!program) return fail('git_not_found', 'git is not installed on this computer.');

  const run = (args: readonly string[], settings: GitSettings, report: boolean) =>
    reach.programs.run({
      file: program,
      args: ['--no-pager', ...args],
      cwd: directory,
      env: gitEnvironment(child.variables, reading, settings),
      timeoutMs: TIMEOUT_MS,
      signal: context.signal,
      secrets: child.secrets,
      ...(report ? { onOutput: (text: string) => context.report(text) } : {}),
    });
  const located = await run(LOCATE, [], false);
  const repository = await judgeRepository(view, directory, located.output);
  if (!repository.ok)
    return {
      ...repository,
      text: withOutput(repository.text, repository.code === 'invalid_repo' ? located.output : ''),
    };
  const outside = reading ? findOutside(call, directory, repository.top) : null;
  if (outside !== null) return refusedArgument(outside);
  const listed = reading ? await run(LIST_DRIVERS, [], false) : null;
  const settings = listed ? withoutDrivers(listed.output) : [];
  const forced = reading ? (FORCED[call.command] ?? []) : [];
  return gitResult(await run([call.command, ...forced, ...call.args], settings, true));
}

function findOutside(call: JudgedCall, directory: string, top: string): string | null {
  const change = call.command === 'branch' ? findBranchChange(call.args) : null;
  return change ?? findPathOutside(call.args, directory, top);
}

function refusedArgument(argument: string): ToolFailure {
  return refuse(
    'refused_argument',
    `The argument "${shown(argument)}" is refused: it could reach files outside the repository, run a program or make a ` +
      'branch. If it is the value of an option, join the two with an equals sign. Nothing was run.',
  );
}

function gitResult({ ending, output }: ProgramResult): ToolResult {
  if (ending.kind === 'exited' && ending.code === 0) return { ok: true, text: output === '' ? '(no output)' : output };
  if (ending.kind === 'stopped') return { ...fail('stopped', 'git was stopped.'), outcome: 'stopped' };
  if (ending.kind === 'timeout')
    return fail('timeout', withOutput(`git was ended after ${TIMEOUT_MS / 1000} seconds.`, output));
  const code = ending.kind === 'exited' ? ending.code : ending.kind === 'overflow' ? 124 : 128;
  const words =
    ending.kind === 'overflow'
      ? 'git wrote more than 1 MiB and was ended; the first bytes follow.'
      : `git ended with exit code ${code}.`;
  return { ...fail('git_failed', withOutput(words, output)), data: { exit_code: code } };
}

const withOutput = (sentence: string, output: string) => (output === '' ? sentence : `${sentence}\n${output}`);
