import type { RunningApp } from './app.ts';
import { run } from './run.ts';

/** Puts the app's window on the left of a 1920x1080 screen and the editor's on the right, so that neither covers the other. */
export async function placeSideBySide(running: RunningApp, env: Record<string, string>): Promise<void> {
  await running.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 20, width: 1100, height: 1000 });
  });
  const list = await run('xdotool', ['search', '--onlyvisible', '--class', 'mousepad'], env);
  const editor = list.trim().split('\n').at(-1) ?? '';
  await run('xdotool', ['windowsize', '--sync', editor, '700', '600'], env);
  await run('xdotool', ['windowmove', '--sync', editor, '1150', '150'], env);
}
