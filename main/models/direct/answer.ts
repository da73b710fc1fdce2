import type { ModelMessage } from '../../agent/model-client.ts';
import type { Command } from './command.ts';

const QUOTED = 6_000;
const LINE = 300;

type ResultMessage = Extract<ModelMessage, { role: 'tool' }>;

/** A command and what came of it. */
export interface Ran {
  command: Command;
  result: ResultMessage;
}

/** The closing words after the commands: results that were asked for are quoted, the rest is one line each. */
export function answerFor(ran: readonly Ran[], notRun: number): string {
  const alone = ran.length === 1 && notRun === 0;
  const parts = ran.map((one) => describe(one, alone));
  if (notRun > 0)
    parts.push(notRun === 1 ? 'The command after it was not run.' : `The ${notRun} commands after it were not run.`);
  return parts.join('\n\n');
}

function describe({ command, result }: Ran, alone: boolean): string {
  const text = withoutFrame(result.text).trim();
  if (!result.ok) return `\`${command.line}\` did not work${reason(text)}`;
  if (command.show === 'line') return `\`${command.line}\`: ${short(text)}`;
  return alone ? fence(text) : `\`${command.line}\`\n\n${fence(text)}`;
}

function short(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? 'Done.';
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}

/** A short refusal reads as a sentence; a long one, or one with lines, is quoted. */
function reason(text: string): string {
  return text.length <= 600 && !text.includes('\n') ? `. ${text}` : `:\n\n${fence(text)}`;
}

/** A code block whose fence is longer than any run of backticks inside, so that the text cannot leave it. */
function fence(text: string): string {
  if (text === '' || text === '(no output)') return 'Done, no output.';
  const cut = text.length > QUOTED ? `${text.slice(0, QUOTED)}\n… (the rest is on the card)` : text;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map((run) => run[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${cut}\n${mark}`;
}

/** The frame around third-party text is meant for models; here a person reads. */
function withoutFrame(text: string): string {
  return text
    .replaceAll(/^<external-content [^\n]*>\n[^\n]*\n/gm, '')
    .replaceAll(/\n<\/external-content[^\n]*>$/gm, '');
}
