import type { ExitCode } from './exit-codes.ts';

/** Everything a verb needs of the process it runs in. */
export interface CliIo {
  env: Readonly<Record<string, string | undefined>>;
  /** Absolute: where the command was run. */
  directory: string;
  /** Absolute: the folder of the product itself. */
  programRoot: string;
  /** The one place for answers; with `--json` nothing else is written here. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  /** Which of the two a person watches. */
  terminal: { out: boolean; err: boolean };
  /** Rejects beyond `limit` bytes. */
  readStdin(limit: number): Promise<string>;
  /** Asks a yes-or-no question on the controlling terminal; null when there is none. */
  confirm(question: string, signal: AbortSignal): Promise<boolean | null>;
  /** Aborted by the first signal, with its exit code as the reason. */
  stop: AbortSignal;
}

/** The reason of `CliIo.stop`. */
export interface StopReason {
  exitCode: ExitCode;
}
