import { closeSync } from 'node:fs';
import type { Clock, Ids, Log } from '../../agent/ports.ts';
import { errno, errorWords } from '../refusal.ts';
import { createOutputCollector } from './output-collector.ts';
import { createSupervision, type Started, type Supervision } from './supervision.ts';

/** Most bytes of output that are kept; a program that writes more is ended. */
export const OUTPUT_LIMIT = 1_048_576;

export interface ProgramRequest {
  /** Full path, or a name found in the PATH of `env`. */
  file: string;
  args: readonly string[];
  /** Canonical and decided by the sandbox. */
  cwd: string;
  /** The whole environment of the program; nothing is added. */
  env: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
  /** Values taken out of the output before anybody sees it. */
  secrets?: readonly string[];
  /** Output as it comes, redacted. Not called after the program has been told to end. */
  onOutput?: (text: string) => void;
  outputLimit?: number;
}

/** How a program ended. */
export type Ending =
  | { kind: 'exited'; code: number }
  | { kind: 'signalled'; signal: string }
  | { kind: 'timeout' }
  | { kind: 'overflow' }
  | { kind: 'stopped' }
  | { kind: 'not_started'; code: string; text: string };

export interface ProgramResult {
  ending: Ending;
  /** Standard output and standard error as one text, at most `outputLimit` bytes. */
  output: string;
  /** Processes of its tree that could not be ended; 0 but in extraordinary cases. */
  leftAlive: number;
}

/**
 * The one way a tool starts a program: own session, nothing on standard input, bounded output, a deadline, and an end that
 * takes its whole tree with it. Never rejects.
 */
export interface Programs {
  run(request: ProgramRequest): Promise<ProgramResult>;
  /** Ends everything that still runs and refuses what comes after. */
  close(): Promise<void>;
}

export interface ProgramsDeps {
  clock: Clock;
  ids: Ids;
  log: Log;
  /** A folder of our own, for example `<home>/run`. */
  temporaryDirectory: string;
  platform?: NodeJS.Platform;
  childMarkerFd?: number;
}

export function createPrograms(deps: ProgramsDeps): Programs {
  const supervision = createSupervision(deps.platform ?? process.platform, deps);
  const closing = new AbortController();
  const running = new Set<Promise<ProgramResult>>();
  return {
    async run(request) {
      const run = runOne(request, supervision, deps, AbortSignal.any([request.signal, closing.signal]));
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      supervision.pipes?.close();
    },
  };
}

async function runOne(
  request: ProgramRequest,
  supervision: Supervision,
  { clock, log }: ProgramsDeps,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const pipe = signal.aborted ? null : ((await supervision.pipes?.take()) ?? null);
  let started: Started;
  try {
    signal.throwIfAborted();
    started = supervision.start(request, pipe);
  } catch (error) {
    pipe?.reader.destroy();
    return signal.aborted ? { ending: { kind: 'stopped' }, output: '', leftAlive: 0 } : notStarted(error);
  } finally {
    if (pipe) closeSync(pipe.writeEnd);
  }
  const settled = new AbortController();
  const collector = createOutputCollector(request.outputLimit ?? OUTPUT_LIMIT, request.secrets ?? [], (text) => {
    if (!settled.signal.aborted) request.onOutput?.(text);
  });
  const ending = await firstEnding(request, started, collector.push, signal, clock, settled.signal);
  if (ending.kind !== 'exited') settled.abort();
  const leftAlive = await started.end();
  await outputEnd(started, clock);
  const output = collector.end();
  settled.abort();
  if (leftAlive > 0) log.error('program_left_alive', { file: request.file, leftAlive });
  return { ending, output, leftAlive };
}

/** Resolves with whatever comes first: the program's own end, the limit of its output, the deadline, a stop. */
function firstEnding(
  request: ProgramRequest,
  { child, outputs }: Started,
  push: (chunk: Buffer) => boolean,
  signal: AbortSignal,
  clock: Clock,
  settled: AbortSignal,
): Promise<Ending> {
  return new Promise((resolve) => {
    let open = true;
    const end = (ending: Ending) => {
      open = false;
      resolve(ending);
    };
    const take = (chunk: Buffer) => {
      // What comes after a timeout or a stop is read and dropped: it may hold anything.
      if (settled.aborted || push(chunk) || !open) return;
      end({ kind: 'overflow' });
    };
    for (const stream of outputs) stream.on('data', take);
    child.once('error', (error) => end(notStarted(error).ending));
    child.once('exit', (code, name) =>
      end(code === null ? { kind: 'signalled', signal: name ?? 'unknown' } : { kind: 'exited', code }),
    );
    signal.addEventListener('abort', () => end({ kind: 'stopped' }), { once: true, signal: settled });
    if (signal.aborted) end({ kind: 'stopped' });
    clock.sleep(request.timeoutMs, settled).then(
      () => end({ kind: 'timeout' }),
      () => undefined,
    );
  });
}

/** How long the pipe may take to close after the whole tree is gone. */
const PIPE_CLOSE_MS = 500;

/** What was written before the end is still in the pipe: read it to its end. */
async function outputEnd({ outputs }: Started, clock: Clock): Promise<void> {
  const waiting = new AbortController();
  const ended = outputs.map(
    (stream) =>
      new Promise<void>((resolve) => {
        if (stream.closed || stream.readableEnded) resolve();
        else stream.once('close', () => resolve());
      }),
  );
  await Promise.race([Promise.all(ended), clock.sleep(PIPE_CLOSE_MS, waiting.signal).catch(() => undefined)]);
  waiting.abort();
  for (const stream of outputs) stream.destroy();
}

function notStarted(error: unknown): ProgramResult {
  const ending: Ending = { kind: 'not_started', code: errno(error), text: errorWords(error) };
  return { ending, output: '', leftAlive: 0 };
}
