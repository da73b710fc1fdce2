import { readEscapes } from './escapes.ts';

/** One word of a command with its quotes and backslashes taken off. */
export type Token =
  | { kind: 'word'; text: string }
  | { kind: 'redirect'; operator: string }
  | { kind: 'separator' }
  | { kind: 'heredoc'; body: string };

/** Thrown for text that is no complete command: an open quote, an open substitution. */
export class Unparseable extends Error {}

export interface Tokens {
  tokens: Token[];
  /** Text of every `$( )` and back-tick part, wherever it stood. */
  substitutions: string[];
}

/** A rough reader of shell text: enough to find simple commands, never to run them. */
export function tokenise(text: string): Tokens {
  const reader = new Reader(text);
  reader.readAll();
  return { tokens: reader.tokens, substitutions: reader.substitutions };
}

const SEPARATORS = new Set([';', '&', '|', '\n', '(', ')']);

class Reader {
  readonly tokens: Token[] = [];
  readonly substitutions: string[] = [];
  private readonly text: string;
  private at = 0;
  private word: string | null = null;
  private waiting: { delimiter: string; stripTabs: boolean }[] = [];

  constructor(text: string) {
    this.text = text.replaceAll('\\\n', '');
  }

  readAll(): void {
    while (this.at < this.text.length) this.readOne();
    this.endWord();
  }

  private readOne(): void {
    const char = this.text[this.at] ?? '';
    if (char === ' ' || char === '\t' || char === '\r') this.step(() => this.endWord());
    else if (char === '#' && this.word === null) this.skipComment();
    else if (char === '>' || char === '<') this.readRedirect();
    else if (SEPARATORS.has(char)) this.readSeparator(char);
    else this.readPart(char);
  }

  private readPart(char: string): void {
    const next = this.text[this.at + 1] ?? '';
    if (char === "'") this.readSingleQuoted();
    else if (char === '"') this.readDoubleQuoted();
    else if (char === '`') this.readBackticks();
    else if (char === '$' && next === '(') this.readSubstitution();
    else if (char === '$' && next === "'") this.readAnsiQuoted();
    else if (char === '$' && next === '"') this.at += 1;
    else if (char === '$' && this.blankLength() > 0) this.at += this.endWordAnd(this.blankLength());
    else if (char === '\\') {
      this.add(next);
      this.at += 2;
    } else this.step(() => this.add(char));
  }

  private step(action: () => void): void {
    action();
    this.at += 1;
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  private endWord(): void {
    if (this.word !== null) this.tokens.push({ kind: 'word', text: this.word });
    this.word = null;
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private readSeparator(char: string): void {
    this.endWord();
    this.tokens.push({ kind: 'separator' });
    this.at += 1;
    if (char === '\n') this.readWaitingBodies();
  }

  /** `2>`, `>>`, `&>`, `>|`, `<`, `<<WORD`, `<<<`. A number before the sign belongs to it. */
  private readRedirect(): void {
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null;
    this.endWord();
    const operator = /^(<<<|<<-|<<|<>|>>|>\||>&|<&|>|<)/.exec(this.text.slice(this.at, this.at + 3))?.[0] ?? '>';
    this.at += operator.length;
    const substitutes = (operator === '>' || operator === '<') && this.text[this.at] === '(';
    if (operator === '<<' || operator === '<<-') this.readDelimiter(operator === '<<-');
    else if (!substitutes) this.tokens.push({ kind: 'redirect', operator });
  }

  private readDelimiter(stripTabs: boolean): void {
    const match = /^[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()]+))/.exec(this.text.slice(this.at));
    if (!match) throw new Unparseable();
    this.at += match[0].length;
    this.waiting.push({ delimiter: match[1] ?? match[2] ?? match[3] ?? '', stripTabs });
  }

  private readWaitingBodies(): void {
    for (const { delimiter, stripTabs } of this.waiting.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (this.at >= this.text.length) break;
        const end = this.text.indexOf('\n', this.at);
        const line = this.text.slice(this.at, end < 0 ? this.text.length : end);
        this.at = end < 0 ? this.text.length : end + 1;
        if ((stripTabs ? line.replace(/^\t+/, '') : line) === delimiter) break;
        lines.push(line);
      }
      this.tokens.push({ kind: 'heredoc', body: lines.join('\n') });
    }
  }

  /** Characters of `$IFS` or `${IFS}`, which the shell turns into a blank; 0 for anything else. */
  private blankLength(): number {
    return /^\$(IFS(?![A-Za-z0-9_])|\{IFS\})/.exec(this.text.slice(this.at, this.at + 6))?.[0].length ?? 0;
  }

  private endWordAnd(length: number): number {
    this.endWord();
    return length;
  }

  /** `$'\x72m'`: letters may be written by their numbers. */
  private readAnsiQuoted(): void {
    const match = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(this.text.slice(this.at));
    if (!match) throw new Unparseable();
    this.add(readEscapes(match[1] ?? ''));
    this.at += match[0].length;
  }

  private readSingleQuoted(): void {
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) throw new Unparseable();
    this.add(this.text.slice(this.at + 1, end));
    this.at = end + 1;
  }

  private readDoubleQuoted(): void {
    this.at += 1;
    this.add('');
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) throw new Unparseable();
      if (char === '"') break;
      if (char === '`') this.readBackticks();
      else if (char === '$' && this.text[this.at + 1] === '(') this.readSubstitution();
      else if (char === '\\' && '"\\$`'.includes(this.text[this.at + 1] ?? 'x')) {
        this.add(this.text[this.at + 1] ?? '');
        this.at += 2;
      } else this.step(() => this.add(char));
    }
    this.at += 1;
  }

  private readBackticks(): void {
    const end = this.text.indexOf('`', this.at + 1);
    if (end < 0) throw new Unparseable();
    const inner = this.text.slice(this.at + 1, end);
    this.substitutions.push(inner);
    this.add(`\`${inner}\``);
    this.at = end + 1;
  }

  private readSubstitution(): void {
    const end = closingParenthesis(this.text, this.at + 2);
    const inner = this.text.slice(this.at + 2, end);
    this.substitutions.push(inner);
    this.add(`$(${inner})`);
    this.at = end + 1;
  }
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Unparseable();
}
