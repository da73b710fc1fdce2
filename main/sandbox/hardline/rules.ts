import type { SimpleCommand } from './simple-commands.ts';
import { type HardlineContext, isDisk, isRootTarget } from './targets.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';

/** What every rule looks at. */
export interface Candidate {
  command: Unwrapped;
  written: SimpleCommand['written'];
  context: HardlineContext;
}

export interface Rule {
  name: string;
  reason: string;
  blocks(candidate: Candidate): boolean;
}

/** Commands that no caller, mode or confirmation lets through. A guard against accidents, not a boundary. */
export const RULES: readonly Rule[] = [
  {
    name: 'recursive_root_delete',
    reason: 'It would delete a whole system folder, a drive or a home directory.',
    blocks: ({ command, context }) => deletesRoot(command, context),
  },
  {
    name: 'filesystem_format',
    reason: 'It would format or repartition a disk.',
    blocks: ({ command }) => formatsDisk(command),
  },
  {
    name: 'raw_device_write',
    reason: 'It would write straight onto a disk.',
    blocks: ({ command, written }) => writesDisk(command, written),
  },
  {
    name: 'mass_kill',
    reason: 'It would end every process of this user or of the whole system.',
    blocks: ({ command }) => killsEverything(command),
  },
  {
    name: 'power_state',
    reason: 'It would shut down or restart the computer.',
    blocks: ({ command }) => changesPower(command),
  },
  {
    name: 'stdin_password',
    reason: 'It would feed a password to sudo from standard input.',
    blocks: ({ command }) => command.passwordFromStdin,
  },
  {
    name: 'destructive_permissions',
    reason: 'It would change the permissions of a whole system folder or home directory.',
    blocks: ({ command, context }) => changesRootPermissions(command, context),
  },
];

/** A letter in any cluster, or the long form or an abbreviation of it. */
function hasFlag(args: readonly string[], letters: string, long: string): boolean {
  return args.some((arg) => {
    if (arg.startsWith('--')) return arg.length >= 3 && long.startsWith(arg);
    return arg.startsWith('-') && [...letters].some((letter) => arg.includes(letter));
  });
}

const operands = (args: readonly string[]) => {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  return [...before.filter((arg) => !arg.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))];
};

function deletesRoot({ name, args }: Unwrapped, context: HardlineContext): boolean {
  if (name === 'rm') {
    if (args.some((arg) => arg.length > 6 && '--no-preserve-root'.startsWith(arg))) return true;
    return hasFlag(args, 'rR', '--recursive') && operands(args).some((word) => isRootTarget(word, context));
  }
  if (name !== 'find') return false;
  const firstTest = args.findIndex((arg) => /^[-(!]/.test(arg) && !/^-[HLPDO]/.test(arg));
  const starts = (firstTest < 0 ? args : args.slice(0, firstTest)).filter((arg) => !arg.startsWith('-'));
  const deletes = args.includes('-delete') || args.some((arg, at) => RUNS.test(arg) && removes(args.slice(at + 1)));
  return deletes && (starts.length > 0 ? starts : ['.']).some((word) => isRootTarget(word, context));
}

const RUNS = /^-(exec|execdir|ok|okdir)$/;

/** `rm {} +`, `sudo rm {} ;`, `sh -c "rm …" ;`: what `find` runs for each file, up to its end. */
function removes(words: readonly string[]): boolean {
  const end = words.findIndex((word) => word === ';' || word === '+');
  const { name, scripts } = unwrap(end < 0 ? words : words.slice(0, end));
  return name === 'rm' || scripts.some((script) => /(^|[\s;&|({/])rm\s/.test(script));
}

const PARTITIONERS = new Set(['fdisk', 'sfdisk', 'gdisk', 'cfdisk']);
const PARTED_WRITES = /^(mklabel|mktable|mkpart|mkpartfs|rm|resizepart|resize|move|set|toggle|name|rescue|disk_set)$/;
const READS_TABLE = /^(-l|--list|-s|--getsz|-d|--dump|-V|--verify|-v|--version|-h|--help|-J|--json|-x|--list-details)/;
const READS_GPT = /^(-p|--print|-P|--pretend|-i|--info|-v|--verify|-V|--version|-h|--help|-L|--list-types|-F|-E|-D|-f)/;

function formatsDisk({ name, args }: Unwrapped): boolean {
  if (/^(mkfs(\..+)?|newfs.*|wipefs)$/.test(name)) return true;
  if (name === 'diskutil') return args.some((arg) => /^(eraseDisk|eraseVolume|zeroDisk|partitionDisk)$/i.test(arg));
  if (/^format(\.com)?$/i.test(name)) return args.some((arg) => /^[a-z]:\\?$/i.test(arg));
  if (name === 'parted') return args.some((arg) => PARTED_WRITES.test(arg));
  if (PARTITIONERS.has(name)) return args.length > 0 && !args.some((arg) => READS_TABLE.test(arg));
  if (name !== 'sgdisk') return false;
  return args.some((arg) => arg.startsWith('-') && !READS_GPT.test(arg));
}

function writesDisk({ name, args }: Unwrapped, written: readonly string[]): boolean {
  if (written.some(isDisk)) return true;
  if (name === 'dd') return args.some((arg) => arg.startsWith('of=') && isDisk(arg.slice(3)));
  return name === 'tee' && operands(args).some(isDisk);
}

function killsEverything({ name, args }: Unwrapped): boolean {
  if (name === 'kill') return killTargets(args).includes('-1');
  if (name !== 'pkill' && name !== 'killall') return false;
  if (args.includes('-1') && args.some((arg) => /^-(9|KILL|SIGKILL)$/.test(arg))) return true;
  const user = args.findIndex(
    (arg) => /^(-[A-Za-z]*u|--euid|--user|-U|--uid)$/.test(arg) || /^--(euid|user|uid)=/.test(arg),
  );
  if (user < 0) return false;
  const value = args[user]?.includes('=') ? -1 : user + 1;
  const patterns = args.filter((arg, index) => index !== value && !arg.startsWith('-'));
  return patterns.every((pattern) => /^(\.|\.\*|\*|\^)?$/.test(pattern));
}

/** What `kill` would signal: all its words but the signal. A lone `-1` is a target. */
function killTargets(args: readonly string[]): string[] {
  const named = args.findIndex((arg) => /^(-s|-n|--signal)$/.test(arg));
  if (named >= 0) return args.filter((_, index) => index !== named && index !== named + 1);
  const first = args[0] ?? '';
  const isSignal = first.startsWith('-') && first !== '--' && args.length > 1;
  return isSignal ? args.slice(1) : args.slice();
}

function changesPower({ name, args }: Unwrapped): boolean {
  if (/^(shutdown|reboot|poweroff|halt)(\.exe)?$/i.test(name)) return true;
  if (name === 'systemctl') return args.some((arg) => /^(poweroff|reboot|halt|kexec|soft-reboot)$/.test(arg));
  return (name === 'init' || name === 'telinit') && /^[06]$/.test(args[0] ?? '');
}

function changesRootPermissions({ name, args }: Unwrapped, context: HardlineContext): boolean {
  if (name !== 'chmod' && name !== 'chown' && name !== 'chgrp') return false;
  return hasFlag(args, 'R', '--recursive') && operands(args).some((word) => isRootTarget(word, context));
}
