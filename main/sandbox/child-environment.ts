import { userInfo } from 'node:os';
import type { ConfigStore } from '../config/config-port.ts';
import { commandPath } from './command-path.ts';
import type { Places } from './places.ts';
import { fail, type Refusal } from './refusal.ts';

/** What a command gets instead of the host's own environment. */
export interface ChildVariables {
  ok: true;
  variables: Record<string, string>;
  /** Allowed names that could not be resolved: the command runs without them and the result says so. */
  unresolved: string[];
  /** Values of allowed names, to be taken out of the output. */
  secrets: string[];
}

export interface ChildEnvironment {
  /** Read fresh for each command. Code: `missing_user`. */
  build(): ChildVariables | Refusal<'missing_user'>;
}

export interface ChildEnvironmentDeps {
  places: Places;
  config: Pick<ConfigStore, 'current'>;
  /** The host's own environment, read anew at each command. */
  env: Readonly<Record<string, string | undefined>>;
}

const WINDOWS_NAMES = [
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'USERNAME',
];
const SET_BY_US = new Set(['PATH', 'HOME', 'USER', 'LANG', 'SHELL', 'TMPDIR', ...WINDOWS_NAMES]);

/** Keys of model providers: passed on only when the owner has named them, in no mode by themselves. */
const KEY_NAME = /(^|_)(API_?KEY|APIKEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

const MOST_NAMES = 64;
const LONGEST_NAME = 128;
const LONGEST_VALUE = 8192;
/** Shorter values would blank out ordinary words. */
const SHORTEST_SECRET = 8;

export function createChildEnvironment({ places, config, env }: ChildEnvironmentDeps): ChildEnvironment {
  return {
    build() {
      const defaults = defaultVariables(places, env);
      if (!defaults) {
        const text = 'The name of the current user cannot be found (USER is not set), and commands need it.';
        return fail('missing_user', text);
      }
      const { mode, allow, deny } = config.current().sandbox.env;
      const denied = new Set(deny);
      const names = [...new Set(allow)].filter((name) => !denied.has(name)).slice(0, MOST_NAMES);
      const inherited = mode === 'all' && allow.length === 0 ? everythingElse(env) : {};
      const named = resolveNames(names, env);
      const all = { ...inherited, ...defaults, ...named.values };
      const variables = Object.fromEntries(
        Object.entries(all).filter(([name]) => !denied.has(name) || name === 'USER'),
      );
      const secrets = Object.values(named.values).filter((value) => Buffer.byteLength(value) >= SHORTEST_SECRET);
      return { ok: true, variables, unresolved: named.unresolved, secrets };
    },
  };
}

function defaultVariables(places: Places, env: ChildEnvironmentDeps['env']): Record<string, string> | null {
  const user = env['USER']?.trim() || env['LOGNAME']?.trim() || env['USERNAME']?.trim() || accountName();
  if (!user) return null;
  const values: Record<string, string> = {
    PATH: commandPath(env['PATH'], places),
    HOME: places.osHome,
    USER: user,
    LANG: env['LANG']?.trim() || 'C.UTF-8',
    TMPDIR: env['TMPDIR']?.trim() || (places.platform === 'win32' ? (env['TEMP'] ?? '') : '/tmp'),
  };
  if (places.platform !== 'win32') values['SHELL'] = env['SHELL']?.trim() || '/bin/sh';
  for (const [name, value] of Object.entries(env)) if (name.startsWith('LC_') && value) values[name] = value;
  if (places.platform === 'win32')
    for (const name of WINDOWS_NAMES) {
      const value = env[name];
      if (value) values[name] = value;
    }
  return values;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function everythingElse(env: ChildEnvironmentDeps['env']): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !KEY_NAME.test(name)) values[name] = value;
  return values;
}

function resolveNames(names: readonly string[], env: ChildEnvironmentDeps['env']) {
  const values: Record<string, string> = {};
  const unresolved: string[] = [];
  for (const name of names) {
    if (SET_BY_US.has(name) || name.startsWith('LC_')) continue;
    const value = isIdentifier(name) ? env[name]?.replace(/\r?\n$/, '') : undefined;
    if (value && isOneShortLine(value)) values[name] = value;
    else unresolved.push(name.slice(0, LONGEST_NAME));
  }
  return { values, unresolved };
}

const isIdentifier = (name: string) => name.length <= LONGEST_NAME && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
const isOneShortLine = (value: string) => !/[\r\n\0]/.test(value) && Buffer.byteLength(value) <= LONGEST_VALUE;
