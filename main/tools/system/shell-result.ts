import type { ToolFailure, ToolResult } from '../../registry/capability.ts';
import { OUTPUT_LIMIT, type ProgramResult } from '../../sandbox/programs/programs.ts';
import { fail } from '../../sandbox/refusal.ts';

/** Exit code of a command that was ended because it wrote too much, as `timeout` of coreutils has it. */
const CUT_EXIT_CODE = 124;
/** A shell reports a signal as 128 and its number; the number is not known here. */
const SIGNAL_EXIT_CODE = 128;

export interface ShellFacts {
  timeoutMs: number;
  workingDirectory: string;
  /** Allowed names without a value. */
  unresolved: readonly string[];
}

export function shellResult({ ending, output }: ProgramResult, facts: ShellFacts): ToolResult {
  const note = unresolvedNote(facts.unresolved);
  const failed = (code: string, sentence: string, exitCode?: number): ToolFailure => ({
    ...fail(code, join(note, sentence, output)),
    data: { working_dir: facts.workingDirectory, ...(exitCode === undefined ? {} : { exit_code: exitCode }) },
  });
  switch (ending.kind) {
    case 'exited':
      if (ending.code === 0) return { ok: true, text: join(note, output === '' ? '(no output)' : output) };
      return failed('exit_nonzero', `The command ended with exit code ${ending.code}.`, ending.code);
    case 'signalled':
      return failed('exit_nonzero', `The command was ended by ${ending.signal}.`, SIGNAL_EXIT_CODE);
    case 'overflow':
      return failed(
        'exit_nonzero',
        `The command wrote more than ${OUTPUT_LIMIT} bytes and was ended (exit code ${CUT_EXIT_CODE}). The first bytes follow.`,
        CUT_EXIT_CODE,
      );
    case 'timeout':
      return failed(
        'timeout',
        `The command was ended after ${facts.timeoutMs} ms. Give a longer timeout_ms if it needs more.`,
      );
    case 'stopped':
      return { ...failed('stopped', 'The command was stopped with everything it had started.'), outcome: 'stopped' };
    case 'not_started':
      if (ending.code === 'ENOENT')
        return failed('executable_not_found', 'There is no shell on this computer to run it.');
      return failed('not_started', `The command could not be started: ${ending.text}.`);
  }
}

function unresolvedNote(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `[Allowed variables without a usable value: ${names.join(', ')}. The command ran without them; set them where the app is started.]`;
}

const join = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');
