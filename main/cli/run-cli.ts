import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import { HostStartError } from '../host/ports.ts';
import { CliError } from './cli-error.ts';
import type { CliIo, StopReason } from './cli-io.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { type Command, parseArguments, type Verb } from './parse-arguments.ts';
import { toPlainText } from './plain-text.ts';
import { USAGE } from './usage.ts';
import { ask } from './verbs/ask.ts';
import { diagnostics } from './verbs/diagnostics.ts';
import { doctor } from './verbs/doctor.ts';
import { grant } from './verbs/grant.ts';
import { history } from './verbs/history.ts';
import { skills } from './verbs/skills.ts';
import { tool } from './verbs/tool.ts';
import { tools } from './verbs/tools.ts';
import { version } from './verbs/version.ts';

type RunVerb = (command: Command, io: CliIo) => Promise<ExitCode> | ExitCode;

const RUN: Record<Verb, RunVerb> = {
  ask,
  tool,
  tools,
  history,
  skills,
  doctor,
  diagnostics,
  grant,
  help(_command, io) {
    io.out(USAGE);
    return EXIT.ok;
  },
  version,
};

/** Runs one command line; every failure becomes a sentence on stderr and an exit code. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    if (args.length === 0) {
      io.err(USAGE);
      return EXIT.usage;
    }
    const command = parseArguments(args);
    return await RUN[command.verb](command, io);
  } catch (error) {
    if (io.stop.aborted) return (io.stop.reason as StopReason).exitCode;
    const failure = toCliError(error);
    io.err(`${toPlainText(failure.message)}\n`);
    if (failure.remedy) io.err(`${toPlainText(failure.remedy)}\n`);
    return failure.exitCode;
  }
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof HostStartError)
    return new CliError(EXIT.noHost, `${error.code}: ${error.message}`, error.remedy);
  if (error instanceof RemoteError) {
    const remedy = error.data['remedy'];
    return new CliError(
      exitCodeOf(error.code),
      `${error.code}: ${error.message}`,
      typeof remedy === 'string' ? remedy : undefined,
    );
  }
  return new CliError(EXIT.failed, error instanceof Error ? error.message : String(error));
}
