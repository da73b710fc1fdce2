import { type Command, type CommandError, type ReadLine, wrong } from './command.ts';
import { readFind, readGit, readRead, readRun, readSearch, readTool } from './file-commands.ts';
import {
  readClick,
  readDrag,
  readElements,
  readInspect,
  readKey,
  readMove,
  readScreen,
  readScroll,
  readText,
  readWait,
  readWindows,
} from './screen-commands.ts';

/** Commands of one message; each is a step of the loop, and the loop has a hundred. */
export const MAX_COMMANDS = 90;

/** A message, read whole before anything of it runs. */
export type ReadMessage =
  | { kind: 'commands'; commands: Command[] }
  | { kind: 'help' }
  | { kind: 'error'; line: string; error: CommandError }
  /** Not of this language. */
  | { kind: 'other' };

type Reader = (line: string, rest: string, verb: string) => ReadLine;

const CLICK: Reader = (line, rest, verb) => readClick(line, verb, rest);

/** Longer verbs first: `double click` before `click`. */
const VERBS: [string, Reader][] = [
  ['double click', CLICK],
  ['right click', CLICK],
  ['left click', CLICK],
  ['click', CLICK],
  ['screen', readScreen],
  ['windows', readWindows],
  ['elements', readElements],
  ['inspect', readInspect],
  ['move', readMove],
  ['drag', readDrag],
  ['scroll', readScroll],
  ['key', readKey],
  ['wait', readWait],
  ['run', readRun],
  ['read', readRead],
  ['find', readFind],
  ['search', readSearch],
  ['git', readGit],
  ['tool', readTool],
];

/** Reads every line; blank lines and lines that begin with # are skipped. */
export function readMessage(text: string): ReadMessage {
  const lines = joinLines(text.replaceAll('\r\n', '\n').split('\n'));
  if (lines.length === 0) return { kind: 'other' };
  if (lines.length === 1 && /^\s*(help|\?)\s*$/i.test(lines[0] ?? '')) return { kind: 'help' };
  const commands: Command[] = [];
  for (const line of lines) {
    const read = readLine(line);
    if (read.ok) {
      commands.push(read.command);
      continue;
    }
    if (read.error) return { kind: 'error', line: firstLine(line), error: read.error };
    if (lines.length === 1 || commands.length === 0) return { kind: 'other' };
    const message = 'This line is not a command.';
    return { kind: 'error', line: firstLine(line), error: { message, usage: 'help lists the commands' } };
  }
  if (commands.length > MAX_COMMANDS) {
    const message = `These are ${commands.length} commands; ${MAX_COMMANDS} fit in one message.`;
    return { kind: 'error', line: firstLine(lines[0] ?? ''), error: { message, usage: 'send them in parts' } };
  }
  return { kind: 'commands', commands };
}

function readLine(source: string): ReadLine {
  const text = /^\s*(type|paste)(?: ([\s\S]*))?$/i.exec(source);
  if (text) {
    const action = text[1]?.toLowerCase() === 'paste' ? 'paste' : 'type';
    const content = block(text[2] ?? '');
    if (content === null) return wrong('The text is not closed.', `${action} """, the lines, then a line of """`);
    return readText(shortName(action, content), action, content);
  }
  const line = source.trim();
  const low = line.toLowerCase();
  for (const [verb, read] of VERBS) {
    if (low === verb || /^\s/.test(low.startsWith(verb) ? low.slice(verb.length) : '')) {
      return read(firstLine(line), line.slice(verb.length).trim(), verb);
    }
  }
  return { ok: false, error: null };
}

const QUOTES = '"""';

/** The text between `"""` lines, or the text itself; null when the second is missing. */
function block(text: string): string | null {
  if (text.trim() === QUOTES) return null;
  if (!/^"""\s*\n/.test(text)) return text;
  const inside = /^"""\s*?\n([\s\S]*\n)?[ \t]*"""[ \t]*$/.exec(text);
  return inside && (inside[1] ?? '').slice(0, -1);
}

/** Puts together what belongs to one command: a text between `"""` lines, and JSON over several lines. */
function joinLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const last = lastLineOf(lines, index);
    joined.push(lines.slice(index, last + 1).join('\n'));
    index = last;
  }
  return joined;
}

function lastLineOf(lines: readonly string[], first: number): number {
  const line = lines[first] ?? '';
  if (/^\s*(type|paste) """\s*$/i.test(line)) {
    const end = lines.findIndex((one, index) => index > first && one.trim() === QUOTES);
    return end < 0 ? lines.length - 1 : end;
  }
  const json = /^\s*tool\s+\S+\s+(\{[\s\S]*)$/i.exec(line)?.[1];
  if (json === undefined) return first;
  let text = json;
  for (let index = first; index < lines.length; index += 1) {
    if (index > first) text += `\n${lines[index]}`;
    if (isJson(text)) return index;
  }
  return first;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How the answer names a text that was typed: its first line. */
function shortName(action: string, text: string): string {
  const line = firstLine(text);
  return `${action} ${line}${line === text.trim() ? '' : ' …'}`.trim();
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
