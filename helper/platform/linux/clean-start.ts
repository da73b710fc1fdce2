import { readdirSync } from 'node:fs';
import {
  ARENAS,
  CLEAN_ARGUMENT,
  ENGINE_ARGUMENTS,
  MARKED_ARGUMENT,
  MARKER_DESCRIPTOR,
  STANDARD_DESCRIPTORS,
} from '../../../protocol/helper/start.ts';
import { type Koffi, loadKoffi } from './native.ts';

const F_SETFD = 2;
const FD_CLOEXEC = 1;

/**
 * A process inherits every open file of its parent that is not marked close-on-exec, and Chromium's are not: its
 * sockets, databases and shared memory. Which of our open files came that way cannot be told, since Node has opened its
 * own by now; so all but the pipes are marked and the same program takes this process over once more. Same pid, same
 * parent. Who starts the helper can close them before, which saves one start of Node; this is for everybody else. Returns
 * in a clean process, and in another one where the system refuses.
 */
export async function startWithoutStrangers(): Promise<void> {
  const [node, script, ...rest] = process.argv;
  if (rest.includes(CLEAN_ARGUMENT) || node === undefined || script === undefined) return;
  const kept = new Set(
    rest.includes(MARKED_ARGUMENT) ? [...STANDARD_DESCRIPTORS, MARKER_DESCRIPTOR] : STANDARD_DESCRIPTORS,
  );
  const koffi = await loadKoffi();
  markForClosing(koffi, kept);
  const execv = koffi.load('libc.so.6').func('int execv(str path, str *argv)');
  process.env[ARENAS.name] ??= ARENAS.value;
  const again = [...ENGINE_ARGUMENTS, ...process.execArgv, script, ...rest, CLEAN_ARGUMENT];
  execv(process.execPath, [process.execPath, ...again, null]);
}

function markForClosing(koffi: Koffi, kept: ReadonlySet<number>): void {
  const fcntl = koffi.load('libc.so.6').func('int fcntl(int fd, int cmd, ...)');
  for (const name of readdirSync('/proc/self/fd')) {
    const fd = Number(name);
    // Node has marked the standard ones: they would be gone too.
    fcntl(fd, F_SETFD, 'int', kept.has(fd) ? 0 : FD_CLOEXEC);
  }
}
