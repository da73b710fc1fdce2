import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import type { CliIo, StopReason } from './cli-io.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** The same key press may arrive twice: from the terminal and through the starter. */
const SAME_SIGNAL_MS = 500;

const SIGNALS: readonly [NodeJS.Signals, ExitCode][] = [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
  ['SIGHUP', EXIT.hangup],
];

/** The real process. The first signal stops the work in order, a later one ends the process at once. */
export function createProcessIo(programRoot: string): CliIo {
  const controller = new AbortController();
  let stoppedAt = 0;
  for (const [signal, exitCode] of SIGNALS) {
    process.on(signal, () => {
      if (controller.signal.aborted && Date.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(exitCode);
      if (controller.signal.aborted) return;
      stoppedAt = Date.now();
      const reason: StopReason = { exitCode };
      controller.abort(reason);
    });
  }
  // A reader that went away (`fermix tools | head -1`) is no fault of ours.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    env: process.env,
    directory: process.cwd(),
    programRoot,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    terminal: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
    readStdin,
    confirm: confirmOnTerminal,
    stop: controller.signal,
  };
}

async function readStdin(limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > limit) throw new Error(`Standard input is over ${limit} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Opens /dev/tty, so that a redirected standard input cannot answer. */
async function confirmOnTerminal(question: string, signal: AbortSignal): Promise<boolean | null> {
  const path = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty';
  // A terminal's own stream waits without a thread: a thread that waits for a key would keep the process from ending.
  let from: ReadStream;
  let to: WriteStream;
  try {
    from = new ReadStream(openSync(path, 'r'));
    to = new WriteStream(openSync(path, 'w'));
  } catch {
    return null;
  }
  const lines = createInterface({ input: from, output: to, terminal: false });
  try {
    to.write(`${question} [y/N] `);
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
      signal.addEventListener('abort', () => resolve(''), { once: true });
    });
    return /^(y|yes)$/i.test(answer.trim());
  } finally {
    lines.close();
    from.destroy();
    to.destroy();
  }
}
