/** A command after everything that merely starts another one has been taken off. */
export interface Unwrapped {
  /** Base name of the program, lower case only on Windows names such as `FORMAT.COM`. */
  name: string;
  args: string[];
  /** Text that it hands to a shell: `sh -c TEXT`, `eval TEXT`, `trap TEXT`, `env -S TEXT`. */
  scripts: string[];
  /** `sudo` was given its flag for a password from standard input. */
  passwordFromStdin: boolean;
}

/** Programs that run the rest of the line, with those of their flags that take a value. */
const PREFIXES: Record<string, { valued: string; long?: string[]; positionals?: number }> = {
  sudo: { valued: 'CDghpRrtTuU', long: ['--user', '--group', '--host', '--prompt', '--chdir', '--chroot', '--role'] },
  doas: { valued: 'uC' },
  env: { valued: 'uCS', long: ['--unset', '--chdir', '--split-string'] },
  command: { valued: '' },
  builtin: { valued: '' },
  exec: { valued: 'a' },
  nohup: { valued: '' },
  setsid: { valued: '' },
  time: { valued: 'fo', long: ['--format', '--output'] },
  nice: { valued: 'n', long: ['--adjustment'] },
  ionice: { valued: 'cnpPu', long: ['--class', '--classdata'] },
  stdbuf: { valued: 'ioe', long: ['--input', '--output', '--error'] },
  timeout: { valued: 'ks', long: ['--signal', '--kill-after'], positionals: 1 },
  xargs: { valued: 'adEILnPs', long: ['--arg-file', '--delimiter', '--max-args', '--max-procs', '--replace'] },
  busybox: { valued: '' },
};

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', '}', 'coproc']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'su']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

export function unwrap(words: readonly string[]): Unwrapped {
  const result: Unwrapped = { name: '', args: [], scripts: [], passwordFromStdin: false };
  let rest = words.slice();
  for (;;) {
    rest = rest.slice(leadingWords(rest));
    const name = programName(rest[0] ?? '');
    const prefix = Object.hasOwn(PREFIXES, name) ? PREFIXES[name] : undefined;
    if (!prefix || rest.length < 2 || looksUp(name, rest[1] ?? '')) return finish(result, name, rest.slice(1));
    rest = skipPrefix(name, prefix, rest.slice(1), result);
  }
}

/** How many words come before the program: keywords, the name of a function that is defined, assignments. */
function leadingWords(words: readonly string[]): number {
  for (let at = 0; ; at += 1) {
    const word = words[at];
    if (word === 'function') at += 1;
    else if (word === undefined || !(KEYWORDS.has(word) || ASSIGNMENT.test(word))) return at;
  }
}

/** `command -v NAME` tells where a program is and does not run it. */
const looksUp = (name: string, flag: string) => name === 'command' && /^-p*[vV]/.test(flag);

/** The last part of a path, as the shell would look it up. */
export function programName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
}

function skipPrefix(
  name: string,
  prefix: { valued: string; long?: string[]; positionals?: number },
  args: string[],
  result: Unwrapped,
): string[] {
  let at = 0;
  while (at < args.length) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      at += 1;
      break;
    }
    if (ASSIGNMENT.test(arg) && name === 'env') at += 1;
    else if (!arg.startsWith('-')) break;
    else at += flagLength(name, arg, args[at + 1], prefix, result);
  }
  return args.slice(at + (prefix.positionals ?? 0));
}

/** How many words the flag takes; notes what matters about it. */
function flagLength(
  name: string,
  flag: string,
  next: string | undefined,
  prefix: { valued: string; long?: string[] },
  result: Unwrapped,
): number {
  if (!flag.startsWith('--')) return clusterLength(name, flag, next, prefix.valued, result);
  if (name === 'sudo' && flag.length > 4 && '--stdin'.startsWith(flag)) result.passwordFromStdin = true;
  const [long = '', value] = flag.split('=', 2);
  if (name === 'env' && long === '--split-string') result.scripts.push(value ?? next ?? '');
  return value === undefined && (prefix.long ?? []).includes(long) ? 2 : 1;
}

/** Reads `-nu root`: letters up to the first that takes a value. */
function clusterLength(
  name: string,
  flag: string,
  next: string | undefined,
  valued: string,
  result: Unwrapped,
): number {
  const letters = [...flag.slice(1)];
  const takes = letters.findIndex((letter) => valued.includes(letter));
  const before = takes < 0 ? letters : letters.slice(0, takes);
  if (name === 'sudo' && before.includes('S')) result.passwordFromStdin = true;
  if (takes < 0) return 1;
  const value = letters.slice(takes + 1).join('');
  if (name === 'env' && letters[takes] === 'S') result.scripts.push(value || (next ?? ''));
  return value === '' ? 2 : 1;
}

function finish(result: Unwrapped, name: string, args: string[]): Unwrapped {
  result.name = name;
  result.args = args;
  if (name === 'eval') result.scripts.push(args.join(' '));
  if (name === 'trap') result.scripts.push(args.find((arg) => arg !== '--') ?? '');
  if (!SHELLS.has(name)) return result;
  const flag = args.findIndex((arg) => /^-[A-Za-z]*c$/.test(arg) || arg === '--command');
  const script = args[flag + 1];
  if (flag >= 0 && script !== undefined) result.scripts.push(script);
  return result;
}
