import { type Token, tokenise, Unparseable } from './tokenise.ts';

/** One program with its arguments, quotes removed. */
export interface SimpleCommand {
  words: string[];
  /** Targets of `>`, `>>` and `<>`. */
  written: string[];
  /** Text handed to it by a here-document. */
  heredocs: string[];
}

/** Substitutions inside substitutions that are read one by one; deeper ones are split roughly. */
const DEEPEST = 8;

/** Splits shell text at `;` `&` `&&` `||` `|`, line ends, brackets and substitutions. Text that cannot be read is split roughly. */
export function simpleCommands(text: string, depth = 0): SimpleCommand[] {
  if (depth > DEEPEST) return splitRoughly(text);
  try {
    return split(text, depth);
  } catch (error) {
    if (!(error instanceof Unparseable)) throw error;
    return splitRoughly(text);
  }
}

/** No quotes, no backslashes, single spaces: over-careful on purpose. */
function splitRoughly(text: string): SimpleCommand[] {
  const plain = text.replace(/["'\\]/g, '').replace(/`|\$\(|<<-?/g, ';');
  return split(plain.replace(/[ \t\r]+/g, ' '), DEEPEST);
}

function split(text: string, depth: number): SimpleCommand[] {
  const { tokens, substitutions } = tokenise(text);
  return [...group(tokens), ...substitutions.flatMap((one) => simpleCommands(one, depth + 1))];
}

function group(tokens: Token[]): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let current = emptyCommand();
  let redirect = '';
  for (const token of tokens) {
    if (token.kind === 'separator') {
      commands.push(current);
      current = emptyCommand();
    } else if (token.kind === 'redirect') redirect = token.operator;
    else if (token.kind === 'heredoc') attach(token.body, commands, current);
    else if (redirect !== '') {
      if (redirect.includes('>')) current.written.push(token.text);
      redirect = '';
    } else current.words.push(token.text);
  }
  commands.push(current);
  return commands.filter((command) => command.words.length > 0 || command.written.length > 0);
}

/** The body comes after the end of its line: it belongs to every command of that line, and one of them reads it. */
function attach(body: string, before: SimpleCommand[], current: SimpleCommand): void {
  const owner = current.words.length > 0 ? current : before[before.length - 1];
  owner?.heredocs.push(body);
}

const emptyCommand = (): SimpleCommand => ({ words: [], written: [], heredocs: [] });
