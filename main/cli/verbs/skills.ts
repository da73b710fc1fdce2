import type { JsonObject } from '../../../protocol/json.ts';
import type { CliIo } from '../cli-io.ts';
import { withHost } from '../connect-host.ts';
import { EXIT, type ExitCode, exitCodeOfTool } from '../exit-codes.ts';
import { type Command, usage } from '../parse-arguments.ts';
import { toPlainLine, toPlainText } from '../plain-text.ts';

const TIMEOUT_MS = 60_000;

/** `skills list`, `skills view NAME [REFERENCE]`, `skills reload`: the tools of the same names, with their gates. */
export async function skills(command: Command, io: CliIo): Promise<ExitCode> {
  const { name, input, show } = callOf(command.words);
  const answer = await withHost(command, io, ({ caller }) =>
    caller.call('tool', { name, input, directory: io.directory }, { timeoutMs: TIMEOUT_MS, signal: io.stop }),
  );
  if (command.json) io.out(`${JSON.stringify(answer)}\n`);
  else if (answer.ok) io.out(show(answer.text));
  else io.err(`${toPlainText(`${answer.code ?? 'failed'}: ${answer.text}`)}\n`);
  return answer.ok ? EXIT.ok : exitCodeOfTool(answer.code);
}

interface SkillCall {
  name: string;
  input: JsonObject;
  show(text: string): string;
}

function callOf([what, name, file, ...more]: readonly string[]): SkillCall {
  if (more.length === 0) {
    if (what === 'list' && name === undefined) return { name: 'skill_list', input: {}, show: showList };
    if (what === 'reload' && name === undefined) return { name: 'skill_reload', input: {}, show: showReload };
    if (what === 'view' && name !== undefined) {
      const show = (text: string) => `${toPlainText(text)}\n`;
      return { name: 'skill_view', input: { name, ...(file === undefined ? {} : { file }) }, show };
    }
  }
  throw usage('Write it like this: fermix skills list, fermix skills view NAME [REFERENCE], fermix skills reload');
}

function showList(text: string): string {
  const { skills: rows } = JSON.parse(text) as { skills: Record<'name' | 'description' | 'root' | 'trust', string>[] };
  if (rows.length === 0) return 'There are no skills.\n';
  return rows
    .map(({ name, root, trust, description }) => `${name}  (${root}, ${trust})  ${toPlainLine(description)}\n`)
    .join('');
}

interface Reload {
  version: number;
  added: string[];
  removed: string[];
  changed: string[];
  errors: { name: string; root: string; code: string; text: string }[];
  shadowed: { name: string; root: string; by: string }[];
}

function showReload(text: string): string {
  const { version, added, removed, changed, errors, shadowed } = JSON.parse(text) as Reload;
  const lines = [
    `Version ${version}.`,
    ...[['Added', added] as const, ['Removed', removed] as const, ['Changed', changed] as const]
      .filter(([, names]) => names.length > 0)
      .map(([word, names]) => `${word}: ${names.join(', ')}.`),
    ...shadowed.map(({ name, root, by }) => `${name} (${root}) stands behind the ${by} one.`),
    ...errors.map(({ name, root, code, text: why }) => `Not loaded: ${name} (${root}), ${code}: ${why}`),
  ];
  return lines.map((line) => `${toPlainLine(line)}\n`).join('');
}
