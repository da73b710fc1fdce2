import { readdirSync } from 'node:fs';
import { type Koffi, loadKoffi } from './native.ts';

/** The app's switch: descriptor 3 is its marker and stays open for the life of the helper. */
const MARKED_ARGUMENT = '--marked';
/** Nothing was inherited: this is the second life, or a process that such a one started. */
export const CLEAN_ARGUMENT = '--clean';

const STANDARD = [0, 1, 2];
const MARKER = 3;
/** The helper lives long and does one thing at a time: a small young generation and few allocators keep it small. */
const ENGINE = ['--max-semi-space-size=1'];
const ARENAS = 2;
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/**
 * A process inherits every open file of its parent that is not marked close-on-exec, and Chromium's are not: its
 * sockets, databases and shared memory. Which of our open files came that way cannot be told, since Node has opened its
 * own by now; so all but the pipes are marked and the same program takes this process over once more. Same pid, same
 * parent. Returns in the second life, and in the first where the system refuses.
 */
export async function startWithoutStrangers(): Promise<void> {
  const [node, script, ...rest] = process.argv;
  if (rest.includes(CLEAN_ARGUMENT) || node === undefined || script === undefined) return;
  const kept = new Set(rest.includes(MARKED_ARGUMENT) ? [...STANDARD, MARKER] : STANDARD);
  const koffi = await loadKoffi();
  markForClosing(koffi, kept);
  const execv = koffi.load('libc.so.6').func('int execv(str path, str *argv)');
  process.env['MALLOC_ARENA_MAX'] ??= String(ARENAS);
  execv(process.execPath, [process.execPath, ...ENGINE, ...process.execArgv, script, ...rest, CLEAN_ARGUMENT, null]);
}

function markForClosing(koffi: Koffi, kept: ReadonlySet<number>): void {
  const fcntl = koffi.load('libc.so.6').func('int fcntl(int fd, int cmd, ...)');
  for (const name of readdirSync('/proc/self/fd')) {
    const fd = Number(name);
    // Node has marked the standard ones: they would be gone too.
    fcntl(fd, F_SETFD, 'int', kept.has(fd) ? 0 : FD_CLOEXEC);
  }
}
