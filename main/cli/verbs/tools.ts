import type { ToolInfo } from '../../../protocol/ipc/shapes.ts';
import type { CliIo } from '../cli-io.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine } from '../plain-text.ts';

const LIST_TIMEOUT_MS = 30_000;

/** Lists every capability with what decides whether it is offered. */
export async function tools(command: Command, io: CliIo): Promise<ExitCode> {
  if (command.words.length > 0) throw usage('The verb tools takes no arguments.');
  const rows = await withHost(command, io, (connection) =>
    connection.caller.call('tools', {}, { timeoutMs: LIST_TIMEOUT_MS, signal: io.stop }),
  );
  io.out(command.json ? `${JSON.stringify(rows.map(toStableRow), null, 2)}\n` : toTable(rows));
  return EXIT.ok;
}

/** The documented members in the documented order, whatever else the host knows. */
function toStableRow(row: ToolInfo) {
  const { name, category, policy, ownerOnly, source, registered, advertised, reason, inputSchema } = row;
  return { name, category, policy, ownerOnly, source, registered, advertised, reason, inputSchema };
}

function toTable(rows: readonly ToolInfo[]): string {
  const head = ['NAME', 'CATEGORY', 'POLICY', 'STATE'];
  const lines = [head, ...rows.map((row) => [row.name, row.category, row.policy, stateOf(row)])];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function stateOf(row: ToolInfo): string {
  const why = row.reason === null ? '' : `: ${toPlainLine(row.reason)}`;
  if (!row.registered) return `off${why}`;
  return row.advertised ? 'offered' : `not offered${why}`;
}
