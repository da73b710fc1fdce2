import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { REPLY_LINE_LIMIT } from '../../protocol/helper/operations.ts';
import { createLineSplitter } from '../../protocol/rpc/json-lines.ts';
import type { Transport } from '../../protocol/rpc/transport.ts';
import { helperCommand } from './helper-command.ts';
import type { HelperProgram } from './helper-files.ts';

/** How a helper process went. */
export interface HelperExit {
  code: number | null;
  signal: string | null;
}

/** A running helper, before anything was said to it. */
export interface HelperProcess {
  readonly pid: number;
  readonly transport: Transport;
  /** Resolves when the system has no such process any more. Never rejects. */
  readonly exited: Promise<HelperExit>;
  /** The last of what it wrote to stderr. */
  complaint(): string;
  /** Ends it and everything it started, at once. Safe to call at any time. */
  kill(): void;
}

/** Starts helpers. Tests hand over their own, which can crash on demand. */
export interface HelperStarter {
  start(program: HelperProgram): HelperProcess;
}

const COMPLAINT_LIMIT = 8_192;
/** How long output may still come after the process is gone. */
const DRAIN_MS = 250;

/**
 * Real processes, with pipes and their own process group, so that killing reaches everything. `markerFd` is an open file
 * by which the next host finds a helper that outlived this one.
 */
export function createHelperStarter(environment: Record<string, string>, markerFd?: number): HelperStarter {
  return { start: (program) => startProcess(program, environment, markerFd) };
}

function startProcess(
  program: HelperProgram,
  environment: Record<string, string>,
  markerFd: number | undefined,
): HelperProcess {
  const marked = markerFd !== undefined && process.platform === 'linux';
  // The types know no fourth entry; the first three are pipes all the same.
  const { file, args, env } = helperCommand(program, environment, marked);
  const child = spawn(file, args, {
    cwd: program.directory,
    env,
    stdio: ['pipe', 'pipe', 'pipe', ...(marked ? [markerFd] : [])],
    detached: process.platform !== 'win32',
    windowsHide: true,
  }) as ChildProcessWithoutNullStreams;
  let complaint = '';
  let gone = false;
  const end = (): void => {
    if (gone || child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = (complaint + piece).slice(-COMPLAINT_LIMIT);
  });
  const exited = new Promise<HelperExit>((resolve) => {
    child.once('error', (error) => {
      complaint += error.message;
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    child.once('exit', (code, signal) => {
      gone = true;
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid ?? 0,
    transport: pipeTransport(child, exited, end),
    exited,
    complaint: () => complaint,
    kill: end,
  };
}

/** JSON lines over the child's pipes. It closes when the output ends, or shortly after the process has gone. */
function pipeTransport(
  child: ChildProcessWithoutNullStreams,
  exited: Promise<HelperExit>,
  kill: () => void,
): Transport {
  let closed = false;
  let onMessage: (message: string) => void = () => undefined;
  let onClose: (reason: string) => void = () => undefined;
  const close = (reason: string): void => {
    if (closed) return;
    closed = true;
    child.stdin.end();
    onClose(reason);
  };
  const decoder = new StringDecoder('utf8');
  const lines = createLineSplitter({
    limit: REPLY_LINE_LIMIT,
    onLine: (line) => (closed ? undefined : onMessage(line)),
    onOverflow: () => {
      close('The helper sent a line that is too long.');
      kill();
    },
  });
  child.stdout.on('data', (piece: Buffer) => lines.push(decoder.write(piece)));
  child.stdout.on('end', () => close('The helper closed its output.'));
  child.stdin.on('error', () => undefined);
  void exited.then(() => setTimeout(() => close('The helper ended.'), DRAIN_MS).unref());
  return {
    send(message) {
      if (!closed) child.stdin.write(`${message}\n`);
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose(listener) {
      onClose = listener;
    },
    close,
  };
}
