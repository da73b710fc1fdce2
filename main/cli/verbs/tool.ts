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

/**
 * Runs one tool. A refusal is an answer like any other: on stdout with `--json`, else on stderr. Live output is shown
 * only where the result itself does not appear: on a terminal's stderr while stdout goes elsewhere.
 */
export async function tool(command: Command, io: CliIo): Promise<ExitCode> {
  const [name, text, ...more] = command.words;
  if (name === undefined || more.length > 0)
    throw usage("The verb tool takes a name and one JSON object: tool NAME '{json}'.");
  const input = parseInput(text === '-' ? await io.readStdin(INPUT_LIMIT) : (text ?? '{}'));
  const live = !command.json && io.terminal.err && !io.terminal.out ? createLiveOutput(io) : null;
  const { value, early } = await withHost(command, io, async (connection) => {
    if (live) connection.caller.onNotification('toolOutput', (output) => live.write(output.text));
    const request = { name, input, directory: io.directory };
    return runStoppable(connection, io, command.timeoutMs, () =>
      connection.caller.call('tool', request, { timeoutMs: NO_LIMIT_MS }),
    );
  });
  live?.end();
  if (command.json) io.out(`${JSON.stringify(value)}\n`);
  else print(value, io);
  return early ?? (value.ok ? EXIT.ok : exitCodeOfTool(value.code));
}

/** Ends an open line, so that what follows begins on one of its own. */
function createLiveOutput(io: CliIo): { write(text: string): void; end(): void } {
  let lineOpen = false;
  return {
    write(text) {
      if (text === '') return;
      io.err(toPlainText(text));
      lineOpen = !text.endsWith('\n');
    },
    end() {
      if (lineOpen) io.err('\n');
      lineOpen = false;
    },
  };
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
  const text = toPlainText(answer.text).replace(/\n?$/, '\n');
  if (answer.ok) io.out(text);
  else io.err(`${answer.code ?? 'failed'}: ${text}`);
  for (const path of answer.images) io.out(`${path}\n`);
}
