import type { ModelMessage } from '../../agent/model-client.ts';
import type { Command } from './command.ts';
import { failureWords } from './failure-words.ts';
import { asLines } from './result-lists.ts';
import { screenAnswer } from './screen-answer.ts';

const QUOTED = 6_000;
const LINE = 300;

type ResultMessage = Extract<ModelMessage, { role: 'tool' }>;

/** A command and what came of it. */
export interface Ran {
  command: Command;
  result: ResultMessage;
}

/** The closing words after the commands: results that were asked for are quoted, the rest is one line each. */
export function answerFor(ran: readonly Ran[], notRun: number, region: string | null): string {
  const alone = ran.length === 1 && notRun === 0;
  const parts = ran.map((one) => describe(one, alone, region));
  if (notRun > 0)
    parts.push(notRun === 1 ? 'The command after it was not run.' : `The ${notRun} commands after it were not run.`);
  return parts.join('\n\n');
}

function describe({ command, result }: Ran, alone: boolean, region: string | null): string {
  const { code } = result;
  const raw = (result.raw ?? result.text).trim();
  if (!result.ok) return `\`${command.line}\` did not work: ${failureWords({ command, code, text: raw, region })}`;
  if (command.tool === 'request_directory_access') return `\`${command.line}\`: ${accessWords(code)}`;
  if (command.tool === 'computer_use' && command.show === 'line') return screenWords(command, raw);
  const text = asLines(command.tool, raw) ?? raw;
  if (command.show === 'line') return `\`${command.line}\`: ${short(text)}`;
  return alone ? fence(text) : `\`${command.line}\`\n\n${fence(text)}`;
}

function screenWords({ line }: Command, text: string): string {
  const answer = screenAnswer(text);
  const words = `\`${line}\`: ${short(answer.line)}`;
  return answer.list.length === 0 ? words : `${words}\n\n${fence(answer.list.join('\n'))}`;
}

function short(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'Done.';
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}

/** The tool's own words tell a model what to do next. */
function accessWords(code: string | undefined): string {
  if (code === 'already_allowed') return 'the folder is allowed already.';
  return code === 'already_pending' ? 'the question is open already; answer its card.' : 'answer the card above.';
}

/** A code block whose fence is longer than any run of backticks inside, so that the text cannot leave it. */
function fence(text: string): string {
  if (text === '' || text === '(no output)') return 'Done, no output.';
  const cut = text.length > QUOTED ? `${text.slice(0, QUOTED)}\n… (the rest is on the card)` : text;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map((run) => run[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${cut}\n${mark}`;
}
