import { isJsonObject, type JsonObject } from '../../../protocol/json.ts';
import { done, type ReadLine, wrong } from './command.ts';
import { readWords, unquote } from './pieces.ts';

const GIT_READS = ['status', 'log', 'diff', 'branch', 'show'];
const GIT_WRITES = ['add', 'commit', 'checkout', 'pull'];

export function readRun(line: string, rest: string): ReadLine {
  if (rest === '') return wrong('There is no command.', 'run ls -la');
  return done({ line, tool: 'shell', arguments: { command: rest }, show: 'output' });
}

/** `read <path> [from [count]]`. */
export function readRead(line: string, rest: string): ReadLine {
  const usage = 'read notes.txt, or read notes.txt 10 20 (from line 10, 20 lines)';
  const match = /^(.+?)(?:\s+(\d+)(?:\s+(\d+))?)?$/.exec(rest);
  const path = unquote(match?.[1] ?? '');
  if (path === '') return wrong('There is no path.', usage);
  const from = match?.[2] === undefined ? {} : { offset: Number(match[2]) };
  const count = match?.[3] === undefined ? {} : { limit: Number(match[3]) };
  return done({ line, tool: 'file_read', arguments: { path, ...from, ...count }, show: 'output' });
}

/** `find <glob> [in <folder>]`. */
export function readFind(line: string, rest: string): ReadLine {
  const [pattern, path] = splitIn(rest);
  if (pattern === '') return wrong('There is no pattern.', 'find **/*.txt, or find *.md in ~/notes');
  return done({ line, tool: 'glob_search', arguments: { pattern, ...path }, show: 'output' });
}

/** `search <text> in <path>`. */
export function readSearch(line: string, rest: string): ReadLine {
  const [pattern, path] = splitIn(rest);
  if (pattern === '') return wrong('There is no text to look for.', 'search invoice in ~/notes');
  return done({ line, tool: 'content_search', arguments: { pattern, ...path }, show: 'output' });
}

/** `git status`, `git log -5`, `git -C folder diff`. */
export function readGit(line: string, rest: string): ReadLine {
  const usage = `git ${[...GIT_READS, ...GIT_WRITES].join(' | ')} …, or git -C folder status`;
  const words = readWords(rest);
  if (!words) return wrong('A quote is not closed.', usage);
  const repo: JsonObject = words[0] === '-C' && words[1] !== undefined ? { repo: words[1] } : {};
  const [command = '', ...args] = 'repo' in repo ? words.slice(2) : words;
  const isWrite = GIT_WRITES.includes(command);
  if (!isWrite && !GIT_READS.includes(command)) return wrong(`"git ${command}" is not one of the git commands.`, usage);
  const tool = isWrite ? 'git_write' : 'git_read';
  const list: JsonObject = args.length === 0 ? {} : { args };
  return done({ line, tool, arguments: { ...repo, command, ...list }, show: 'output' });
}

/** `tool <name> {json}`. */
export function readTool(line: string, rest: string): ReadLine {
  const usage = 'tool file_read {"path": "notes.txt"}';
  const match = /^([\w.-]{1,100})(?:\s+([\s\S]*))?$/.exec(rest);
  if (!match) return wrong('The name of a tool is needed.', usage);
  const [, tool = '', json = '{}'] = match;
  try {
    const value: unknown = JSON.parse(json);
    if (!isJsonObject(value)) return wrong('The input must be a JSON object.', usage);
    return done({ line, tool, arguments: value, show: 'output' });
  } catch (error) {
    return wrong(`The input is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}.`, usage);
  }
}

/** The last ` in ` divides what is looked for from where. */
function splitIn(rest: string): [string, JsonObject] {
  const at = rest.toLowerCase().lastIndexOf(' in ');
  if (at < 0) return [unquote(rest), {}];
  const path = unquote(rest.slice(at + 4));
  return path === '' ? [unquote(rest), {}] : [unquote(rest.slice(0, at)), { path }];
}
