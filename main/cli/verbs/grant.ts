import { resolve } from 'node:path';
import type { HostConnection } from '../../host/attach.ts';
import { CliError } from '../cli-error.ts';
import type { CliIo } from '../cli-io.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine } from '../plain-text.ts';

const GRANT_TIMEOUT_MS = 30_000;

/** Lets the agent work in a folder, after the owner said so in person. */
export async function grant(command: Command, io: CliIo): Promise<ExitCode> {
  const [kind, directory, ...more] = command.words;
  if (kind !== 'path' || directory === undefined || directory === '' || more.length > 0)
    throw usage('The verb grant takes the word path and one folder: grant path DIR.');
  return withHost(command, io, (connection) => grantPath(resolve(io.directory, directory), command, connection, io));
}

async function grantPath(path: string, command: Command, connection: HostConnection, io: CliIo): Promise<ExitCode> {
  const { caller, standing } = connection;
  const options = { timeoutMs: GRANT_TIMEOUT_MS, signal: io.stop };
  if (standing.selfStarted)
    throw new CliError(EXIT.refused, `Only the owner in person can grant a folder. ${standing.reason}`);
  const preview = await caller.call('grantPreview', { path }, options);
  if (preview.alreadyAllowed) {
    io.out(`${toPlainLine(preview.path)} is already allowed.\n`);
    return EXIT.ok;
  }
  if (!command.yes && !(await confirmed(preview.path, io))) {
    io.err('Nothing was changed.\n');
    return EXIT.refused;
  }
  const done = await caller.call('grantApply', { path, confirmed: command.yes ? 'flag' : 'terminal' }, options);
  io.out(`The agent may now work in ${toPlainLine(done.path)}.\n`);
  return EXIT.ok;
}

async function confirmed(path: string, io: CliIo): Promise<boolean> {
  const answer = await io.confirm(`Let the agent read and change everything in ${toPlainLine(path)}?`, io.stop);
  if (answer === null)
    throw new CliError(EXIT.refused, 'There is no terminal to ask on.', 'Run the command at a terminal, or add --yes.');
  return answer;
}
