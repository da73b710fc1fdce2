import { parseArgs } from 'node:util';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

export const VERBS = [
  'ask',
  'tool',
  'tools',
  'history',
  'skills',
  'doctor',
  'diagnostics',
  'grant',
  'help',
  'version',
] as const;
export type Verb = (typeof VERBS)[number];

/** A checked command line. */
export interface Command {
  verb: Verb;
  words: string[];
  home: string | null;
  json: boolean;
  /** Milliseconds, or null for no limit. */
  timeoutMs: number | null;
  session: string | null;
  attach: string[];
  stdin: boolean;
  yes: boolean;
  /** Look without asking a running host. */
  offline: boolean;
}

const OPTIONS = {
  home: { type: 'string' },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  session: { type: 'string' },
  attach: { type: 'string', multiple: true },
  stdin: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  offline: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof OPTIONS;

/** Options a verb understands besides `--home`. */
const OPTIONS_OF: Record<Verb, readonly OptionName[]> = {
  ask: ['json', 'timeout', 'session', 'attach', 'stdin'],
  tool: ['json', 'timeout'],
  tools: ['json'],
  history: ['json'],
  doctor: ['json', 'offline'],
  diagnostics: ['json', 'offline'],
  skills: ['json'],
  grant: ['yes'],
  help: [],
  version: [],
};

const LONGEST_TIMEOUT_MS = 2_147_483_647;

/** Reads the arguments after the program's name. Throws a CliError with exit code 2. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return command('help', [], {});
  if (values.version) return command('version', [], {});
  const [first, ...words] = positionals;
  if (first === undefined) throw usage('Name a verb.');
  const verb = VERBS.find((one) => one === (first === 'capabilities' ? 'tools' : first));
  if (!verb) throw usage(`There is no verb "${first.slice(0, 60)}".`);
  for (const name of Object.keys(values)) {
    if (name !== 'home' && !OPTIONS_OF[verb].some((allowed) => allowed === name))
      throw usage(`The verb ${verb} has no option --${name}.`);
  }
  return command(verb, words, values);
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function command(verb: Verb, words: string[], values: Values): Command {
  return {
    verb,
    words,
    home: notBlank('home', values.home),
    json: values.json ?? false,
    timeoutMs: values.timeout === undefined ? null : toMilliseconds(values.timeout),
    session: notBlank('session', values.session),
    attach: values.attach ?? [],
    stdin: values.stdin ?? false,
    yes: values.yes ?? false,
    offline: values.offline ?? false,
  };
}

function notBlank(name: string, value: string | undefined): string | null {
  if (value !== undefined && value.trim() === '') throw usage(`--${name} needs a value.`);
  return value ?? null;
}

function toMilliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > LONGEST_TIMEOUT_MS)
    throw usage('--timeout needs a whole number of milliseconds, at least 1.');
  return value;
}

/** The one form of a usage error. */
export function usage(message: string): CliError {
  return new CliError(EXIT.usage, message, 'Run "fermix help" for the list of verbs and options.');
}
