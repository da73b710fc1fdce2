import { existsSync } from 'node:fs';

/** A program and its arguments, as `spawn` takes them. */
export interface CommandLine {
  file: string;
  args: string[];
}

const BASH = ['/bin/bash', '/usr/bin/bash'];
const ENV = '/usr/bin/env';
/** Variables that a shell adds of itself; the program is to get what it was given and nothing else. */
const OF_THE_SHELL = ['_', 'PWD', 'OLDPWD', 'SHLVL'];

/** Whether `withOnlyDescriptors` closes all there are: `dash` leaves those above 9 open. */
export const canCloseAll = (): boolean => BASH.some((path) => existsSync(path));

/**
 * Linux: starts a program with no open files but `keep`. The host may hold files that every child inherits (Electron holds
 * sockets to its other processes and its databases), and Node can neither close them for a child nor mark them. `bash` does
 * it before it becomes the program: the pid, the signals and the way it ends are the program's own. `dash` knows
 * descriptors of one digit only; it serves where there is no bash. `first` is shell text that runs before the closing.
 */
export function withOnlyDescriptors(
  keep: readonly number[],
  { file, args }: { file: string; args: readonly string[] },
  first = '',
): CommandLine {
  const bash = BASH.find((path) => existsSync(path));
  const script = `${first}\n${closeAllBut(keep, bash ? '[0-9]*' : '[0-9]')}\nexec ${withoutShellNames()}"$@"`;
  // -p: nothing is run or defined on behalf of variables such as BASH_ENV. --norc: a shell whose input is a socket, as
  // Node's pipes are, takes itself for a remote one and would run the person's .bashrc.
  return bash
    ? { file: bash, args: ['--norc', '-pc', script, 'fermix', file, ...args] }
    : { file: '/bin/sh', args: ['-c', script, 'fermix', file, ...args] };
}

/** Names alone are on this command line, never values. */
function withoutShellNames(): string {
  return existsSync(ENV) ? `${ENV} ${OF_THE_SHELL.map((name) => `-u ${name} `).join('')}` : '';
}

/** Shell builtins alone: no other process is started. */
function closeAllBut(keep: readonly number[], closed: string): string {
  const cases = `case $n in ${keep.join('|')}) ;; ${closed}) eval "exec $n>&-" ;; esac`;
  return `for n in /proc/self/fd/*; do n=\${n##*/}; ${cases}; done`;
}
