import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Point } from '../../../protocol/helper/geometry.ts';

/** A running mousepad with one file open. */
export interface EditorWindow {
  file: string;
  pid: number;
  /** Middle of its window, in device pixels of the display. */
  middle: Point;
  stop(): Promise<void>;
}

/** Opens a GTK text editor on a file and waits until its window is on the screen. */
export async function openEditor(env: Record<string, string>, file: string): Promise<EditorWindow> {
  const environment = { ...process.env, ...env };
  const child = spawn('mousepad', [file], { env: environment, stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    const options = { env: environment, timeout: 20_000 };
    const ask = async (...args: string[]) => (await promisify(execFile)('xdotool', args, options)).stdout;
    const window =
      (await ask('search', '--sync', '--onlyvisible', '--class', 'mousepad')).trim().split('\n').at(-1) ?? '';
    await ask('windowactivate', '--sync', window);
    const geometry = await ask('getwindowgeometry', '--shell', window);
    const read = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(geometry)?.[1]);
    const middle = { x: read('X') + Math.floor(read('WIDTH') / 2), y: read('Y') + Math.floor(read('HEIGHT') / 2) };
    return { file, pid: child.pid ?? 0, middle, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
