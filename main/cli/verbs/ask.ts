import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AskAnswer } from '../../../protocol/local/operations.ts';
import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import { CliError } from '../cli-error.ts';
import type { CliIo } from '../cli-io.ts';
import { collectAnswer, type StableAnswer } from '../collect-answer.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode, exitCodeOf, exitCodeOfTool } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine, toPlainText } from '../plain-text.ts';
import { NO_LIMIT_MS, runStoppable } from '../run-stoppable.ts';
import { createTurnPrinter } from '../turn-printer.ts';

/** Bytes of a message read from standard input. */
const MESSAGE_LIMIT = 1_000_000;

/** Asks the agent. Text streams to stdout, one line per tool call to stderr; with `--json` one object at the end. */
export async function ask(command: Command, io: CliIo): Promise<ExitCode> {
  const text = await readMessage(command, io);
  const attach = command.attach.map((path) => findFile(resolve(io.directory, path)));
  let direct = false;
  const soFar = collectAnswer(command.session);
  const { value, early } = await withHost(command, io, async (connection) => {
    const { caller } = connection;
    const printer = createTurnPrinter(io, {
      streamText: !command.json,
      approve: (id, allow) => caller.call('approve', { id, allow }, { timeoutMs: 10_000 }),
    });
    caller.onNotification('event', (event) => {
      soFar.onEvent(event);
      printer.onEvent(event);
    });
    const request = { text, session: command.session, directory: io.directory, attach };
    const ended = await runStoppable(connection, io, command.timeoutMs, () =>
      caller.call('ask', request, { timeoutMs: NO_LIMIT_MS }),
    ).catch((error: unknown) => {
      // Whoever reads the JSON gets what there is; the reason goes where every reason goes.
      if (command.json) io.out(`${JSON.stringify(soFar.answer())}\n`);
      throw describeRefusal(error, command);
    });
    direct = printer.isDirect();
    await printer.end(ended.early === null ? io.stop : AbortSignal.abort());
    return ended;
  });
  if (value.command !== undefined && !command.json && value.text !== '') io.out(`${toPlainText(value.text)}\n`);
  if (command.json) io.out(`${JSON.stringify(toStableAnswer(value, soFar.answer()))}\n`);
  if (value.failure)
    io.err(`${value.failure.code}: ${toPlainText(value.failure.message)}
`);
  return early ?? exitCode(value, direct);
}

/** Said here, before anything starts: to the host a path that is not there may be one that is not allowed. */
function findFile(path: string): string {
  if (!existsSync(path))
    throw new CliError(EXIT.failed, `There is no file ${toPlainLine(path)}, so nothing was asked.`);
  return path;
}

function describeRefusal(error: unknown, { session }: Command): unknown {
  if (!(error instanceof RemoteError && error.code === 'unknown_conversation') || session === null) return error;
  return new CliError(EXIT.failed, `There is no conversation with the id ${toPlainLine(session)}.`);
}

async function readMessage(command: Command, io: CliIo): Promise<string> {
  const words = command.words.join(' ');
  const text = command.stdin ? [words, await io.readStdin(MESSAGE_LIMIT)].filter(Boolean).join('\n\n') : words;
  if (text.trim() === '') throw usage('The verb ask needs a message.');
  return text;
}

/** The documented members alone. A disk that refuses may have kept less of the calls than was seen of them. */
function toStableAnswer(answer: AskAnswer, seen: StableAnswer): StableAnswer {
  const { conversationId, text } = answer;
  const kept = answer.toolCalls.map(({ name, ok, code }) => (code === undefined ? { name, ok } : { name, ok, code }));
  return { conversationId, text, toolCalls: kept.length < seen.toolCalls.length ? seen.toolCalls : kept };
}

/** A model may go on after a failed call; a list of commands ends with it, so that scripts can tell. */
function exitCode(answer: AskAnswer, direct: boolean): ExitCode {
  const failed = direct ? answer.toolCalls.find((call) => !call.ok) : undefined;
  if (answer.result === 'completed') return failed ? exitCodeOfTool(failed.code) : EXIT.ok;
  return answer.failure ? exitCodeOf(answer.failure.code) : EXIT.failed;
}
