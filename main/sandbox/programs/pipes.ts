import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Ids } from '../../agent/ports.ts';

/** A pipe of the system: `reader` for the host, `writeEnd` to be handed to one program. */
export interface Pipe {
  reader: Readable;
  /** An open descriptor; whoever took the pipe closes it after the start. */
  writeEnd: number;
}

/**
 * What Node calls a pipe is a pair of sockets on Linux, and those cannot be opened by name: `echo x >/dev/stderr` fails.
 * These are real ones, made as named pipes by `mkfifo`, several at a time so that most starts wait for nothing. Their names
 * are gone at once.
 */
export interface Pipes {
  /** Null when none can be made, for example on a file system without named pipes. */
  take(): Promise<Pipe | null>;
  close(): void;
}

const AT_A_TIME = 8;
const MKFIFO_MS = 5_000;
const runProgram = promisify(execFile);

export function createPipes({ ids, temporaryDirectory }: { ids: Ids; temporaryDirectory: string }): Pipes {
  /** Read ends of pipes that nobody has taken yet. */
  const stock: number[] = [];
  let closed = false;
  let making: Promise<boolean> | null = null;

  /** True when there are new ones, which others who wait may be quicker to take. */
  const make = async (): Promise<boolean> => {
    const names = Array.from({ length: AT_A_TIME }, () => join(temporaryDirectory, `.${ids.next('pipe')}`));
    try {
      await runProgram('mkfifo', ['-m', '600', ...names], { timeout: MKFIFO_MS });
      for (const name of names) stock.push(openSync(name, constants.O_RDONLY | constants.O_NONBLOCK));
      return true;
    } catch {
      // The caller has another way.
      return false;
    } finally {
      for (const name of names) forget(name);
      making = null;
      if (closed) drain(stock);
    }
  };
  return {
    async take() {
      for (;;) {
        const readEnd = stock.pop();
        if (readEnd !== undefined) return open(readEnd);
        if (closed) return null;
        making ??= make();
        if (!(await making)) return null;
      }
    },
    close() {
      closed = true;
      drain(stock);
    },
  };
}

function open(readEnd: number): Pipe | null {
  try {
    const writeEnd = openSync(`/proc/self/fd/${readEnd}`, constants.O_WRONLY);
    return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
  } catch {
    closeSync(readEnd);
    return null;
  }
}

function forget(name: string): void {
  try {
    unlinkSync(name);
  } catch {
    // It was never made.
  }
}

function drain(stock: number[]): void {
  for (const readEnd of stock.splice(0)) closeSync(readEnd);
}
