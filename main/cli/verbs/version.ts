import { appVersion } from '../app-facts.ts';
import type { CliIo } from '../cli-io.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Command } from '../parse-arguments.ts';

export function version(_command: Command, io: CliIo): ExitCode {
  io.out(`fermix ${appVersion()}\n`);
  return EXIT.ok;
}
