import type { ExitCode } from './exit-codes.ts';

/** Ends a verb with a sentence on stderr and an exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;
  constructor(exitCode: ExitCode, message: string, remedy?: string) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}
