import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import type { ToolAnswer } from '../../../protocol/local/operations.ts';
import type { CliIo } from '../cli-io.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode, exitCodeOfTool } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainText } from '../plain-text.ts';
import { NO_LIMIT_MS, runStoppable } from '../run-stoppable.ts';

/** Bytes of arguments read from standard input; one frame carries them. */
const INPUT_LIMIT = 3 * 1024 * 1024;

/** Runs one tool. A refusal is an answer like any other: on stdout with `--json`, else on stderr. */
export async function tool(command: Command, io: CliIo): Promise<ExitCode> {
  const [name, text, ...more] = command.words;
  if (name === undefined || more.length > 0)
    throw usage("The verb tool takes a name and one JSON object: tool NAME '{json}'.");
  const input = parseInput(text === '-' ? await io.readStdin(INPUT_LIMIT) : (text ?? '{}'));
  const { value, early } = await withHost(command, io, async (connection) => {
    if (!command.json) connection.caller.onNotification('toolOutput', (output) => io.err(toPlainText(output.text)));
    const request = { name, input, directory: io.directory };
    return runStoppable(connection, io, command.timeoutMs, () =>
      connection.caller.call('tool', request, { timeoutMs: NO_LIMIT_MS }),
    );
  });
  if (command.json) io.out(`${JSON.stringify(value)}\n`);
  else print(value, io);
  return early ?? (value.ok ? EXIT.ok : exitCodeOfTool(value.code));
}

function parseInput(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(`The arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJsonObject(value)) throw usage('The arguments must be one JSON object.');
  return value;
}

function print(answer: ToolAnswer, io: CliIo): void {
  const text = `${toPlainText(answer.text)}\n`;
  if (answer.ok) io.out(text);
  else io.err(`${answer.code ?? 'failed'}: ${text}`);
  for (const path of answer.images) io.out(`${path}\n`);
}
