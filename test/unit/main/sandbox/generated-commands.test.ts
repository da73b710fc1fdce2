import { describe, expect, test } from 'vitest';
import { checkHardline } from '../../../../main/sandbox/hardline/hardline.ts';
import { SeededRandom } from '../../../support/seeded-random.ts';

const context = {
  osHome: '/home/ada',
  home: '/home/ada/.fermix',
  workingDirectory: '/home/ada/.fermix/workspace',
};

/** One of every rule, as words. */
const BLOCKED: string[][] = [
  ['rm', '-rf', '/'],
  ['rm', '-R', '/etc'],
  ['rm', '--recursive', '/home/ada'],
  ['rm', '-fr', '/home/ada/.fermix'],
  ['rm', 'x', '--no-preserve-root'],
  ['find', '/', '-delete'],
  ['mkfs.ext4', '/dev/sda1'],
  ['wipefs', '-a', '/dev/sda'],
  ['diskutil', 'eraseDisk', 'JHFS+', 'x', 'disk2'],
  ['sgdisk', '-Z', '/dev/sda'],
  ['dd', 'if=/dev/zero', 'of=/dev/sda'],
  ['dd', 'of=/dev/nvme0n1', 'if=x'],
  ['tee', '/dev/vda'],
  ['kill', '-9', '-1'],
  ['pkill', '-u', 'ada'],
  ['killall', '-9', '-1'],
  ['shutdown', '-h', 'now'],
  ['reboot'],
  ['systemctl', 'poweroff'],
  ['init', '0'],
  ['sudo', '-S', 'ls'],
  ['chmod', '-R', '777', '/'],
  ['chown', '-R', 'me', '/usr'],
];

/** Ordinary commands that look like them. */
const ALLOWED: string[][] = [
  ['rm', '-rf', 'node_modules'],
  ['rm', '-rf', './build/'],
  ['rm', 'file.txt'],
  ['rm', '-rf', '/home/ada/projects/x/tmp'],
  ['grep', 'mkfs', 'notes.md'],
  ['man', 'mkfs'],
  ['diskutil', 'list'],
  ['dd', 'if=a', 'of=/dev/null'],
  ['kill', '1234'],
  ['pkill', '-f', 'myserver'],
  ['grep', 'reboot', 'log'],
  ['echo', 'shutdown'],
  ['systemctl', 'status'],
  ['sudo', '-n', 'true'],
  ['chmod', '-R', 'u+w', './out'],
  ['echo', 'rm', '-rf', '/'],
  ['ls', '/dev/sda'],
];

const FOLDERS = ['/bin/', '/usr/bin/', '/sbin/', '/usr/local/bin/', './', '../../bin/'];

/** One word in a spelling that the shell reads as the same word. */
function spell(random: SeededRandom, word: string): string {
  switch (random.between(0, 9)) {
    case 0:
      return `'${word}'`;
    case 1:
      return `"${word}"`;
    case 2:
      return [...word].map((letter) => (random.chance(0.3) ? `\\${letter}` : letter)).join('');
    case 3:
      return cut(random, word, "''");
    case 4:
      return cut(random, word, '""');
    case 5:
      return [...word].map((letter) => (random.chance(0.3) ? `"${letter}"` : letter)).join('');
    case 6:
      return `$'${[...word].map((letter) => ansi(random, letter)).join('')}'`;
    case 7:
      return cut(random, word, '\\\n');
    default:
      return word;
  }
}

function cut(random: SeededRandom, word: string, by: string): string {
  const at = random.between(1, Math.max(1, word.length - 1));
  return word.slice(0, at) + by + word.slice(at);
}

function ansi(random: SeededRandom, letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return random.pick([
    letter,
    `\\x${code.toString(16).padStart(2, '0')}`,
    `\\${code.toString(8).padStart(3, '0')}`,
    `\\u${code.toString(16).padStart(4, '0')}`,
  ]);
}

type Wrap = (random: SeededRandom, text: string) => string;

/** What starts another command. */
const PREFIXES: Wrap[] = [
  (_, text) => `sudo ${text}`,
  (_, text) => `sudo -n -u root ${text}`,
  (_, text) => `env A=1 ${text}`,
  (_, text) => `A=1 B='x y' ${text}`,
  (_, text) => `nohup ${text}`,
  (_, text) => `time ${text}`,
  (_, text) => `nice -n 5 ${text}`,
  (_, text) => `ionice -c 3 ${text}`,
  (_, text) => `command ${text}`,
  (_, text) => `exec ${text}`,
  (_, text) => `timeout 9 ${text}`,
  (_, text) => `xargs ${text}`,
];
/** What stands around one. */
const WRAPS: Wrap[] = [
  (_, text) => `true; ${text}`,
  (_, text) => `true && ${text}`,
  (_, text) => `false || ${text} || true`,
  (_, text) => `sleep 0 & ${text}`,
  (_, text) => `ls |${text}`,
  (_, text) => `(${text})`,
  (_, text) => `{ ${text}; }`,
  (_, text) => `echo hi\n${text}\n`,
  (_, text) => `if true; then ${text}; fi`,
  (_, text) => `while :; do ${text}; done`,
  (_, text) => `${text} 2>/dev/null`,
  (_, text) => `${text} </dev/null >out.txt`,
  (_, text) => `  \t ${text} # harmless`,
];
/** Those that put the whole text into quotes: one level is looked into. */
const OUTER: Wrap[] = [
  (random, text) => `${random.pick(['sh', 'bash', '/bin/dash', 'zsh'])} -c ${quoted(text)}`,
  (_, text) => `bash -lc ${quoted(text)}`,
  (_, text) => `eval ${quoted(text)}`,
  (_, text) => `echo $(${text})`,
  (_, text) => `echo "$(${text})"`,
  (_, text) => `trap ${quoted(text)} EXIT`,
];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function obfuscate(random: SeededRandom, words: readonly string[]): string {
  const [name = '', ...args] = words;
  const program = random.chance(0.2) ? random.pick(FOLDERS) + name : name;
  const gap = () =>
    random.pick([' ', '  ', '\t', ' \\\n ', "$IFS''", '$' + '{IFS}'].slice(0, random.chance(0.2) ? 6 : 4));
  let text = spell(random, program);
  for (const arg of args) text += gap() + spell(random, arg);
  for (let count = random.between(0, 2); count > 0; count -= 1) text = random.pick(PREFIXES)(random, text);
  for (let count = random.between(0, 2); count > 0; count -= 1) text = random.pick(WRAPS)(random, text);
  return random.chance(0.3) ? random.pick(OUTER)(random, text) : text;
}

describe('generated spellings of commands', () => {
  test('five thousand of what is never run', () => {
    const random = new SeededRandom(3);
    const missed: string[] = [];
    for (let count = 0; count < 5_000; count += 1) {
      const command = obfuscate(random, random.pick(BLOCKED));
      if (checkHardline(command, context) === null) missed.push(command);
    }
    expect(missed.slice(0, 20)).toEqual([]);
  });

  test('five thousand of what must run', () => {
    const random = new SeededRandom(4);
    const stopped: string[] = [];
    for (let count = 0; count < 5_000; count += 1) {
      const command = obfuscate(random, random.pick(ALLOWED));
      if (checkHardline(command, context) !== null) stopped.push(command);
    }
    expect(stopped.slice(0, 20)).toEqual([]);
  });

  test('text of any kind is judged, never a failure', () => {
    const random = new SeededRandom(9);
    const pieces = [
      'rm',
      '-rf',
      '/',
      '$(',
      ')',
      '`',
      "'",
      '"',
      '\\',
      '\n',
      '{',
      '}',
      '|',
      '&',
      ';',
      '<<',
      'EOF',
      '$',
      '\0',
    ];
    for (let count = 0; count < 5_000; count += 1) {
      const text = Array.from({ length: random.between(0, 30) }, () => random.pick(pieces)).join(
        random.pick(['', ' ']),
      );
      const answer = checkHardline(text, context);
      expect(answer === null || answer.code === 'sandbox_hardline').toBe(true);
    }
  });
});
