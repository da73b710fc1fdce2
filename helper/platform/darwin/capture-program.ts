import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Frame } from '../../desktop.ts';
import type { ReportedDisplay } from '../native/display-facts.ts';

const PROGRAM = '/usr/sbin/screencapture';
const STALL_MS = 5_000;

/** Runs a program; rejects when it fails or takes too long. */
export type Run = (program: string, parts: readonly string[], ms: number) => Promise<void>;

/**
 * A picture of a display by the program that macOS brings for it: without a sound, the rectangle in global points. The
 * file lies in a folder of our own and is removed at once.
 */
export async function captureByProgram(
  display: ReportedDisplay,
  decode: (png: Buffer) => Promise<Frame>,
  run: Run = runProgram,
): Promise<Frame> {
  const folder = await mkdtemp(join(tmpdir(), 'fermix-'));
  try {
    const file = join(folder, 'screen.png');
    const { x, y, width, height } = display;
    await run(PROGRAM, ['-x', '-t', 'png', `-R${x},${y},${width},${height}`, file], STALL_MS);
    return await decode(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const runProgram: Run = (program, parts, ms) =>
  new Promise((resolve, reject) => {
    execFile(program, parts, { timeout: ms, killSignal: 'SIGKILL' }, (error) => {
      if (!error) resolve();
      else if (error.killed) reject(new RemoteError('capture_stalled', 'The screen could not be read within 5 s.'));
      else reject(new RemoteError('display_disconnected', 'macOS gives no picture of this display.'));
    });
  });
