import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';

const display = useDisplay({ width: 1280, height: 800 });

it('a click that the window manager holds back is still its own, not a person’s', async () => {
  const env = { ...process.env, ...display().env };
  const dialog = spawn('zenity', ['--entry', '--text=Still', '--width=800', '--height=500'], { env, stdio: 'ignore' });
  onTestFinished(() => void dialog.kill('SIGKILL'));
  const shown = ['search', '--sync', '--onlyvisible', '--class', 'zenity'];
  await promisify(execFile)('xdotool', shown, { env, timeout: 20_000 });
  const helper = await HelperProcess.start(display().env);
  onTestFinished(() => helper.stop());
  const before = await helper.caller.call('idle', {}, { timeoutMs: 10_000 });
  const start = performance.now();
  for (let click = 0; click < 5; click += 1)
    await helper.act({ action: { action: 'left_click', at: { x: 640, y: 400 }, modifiers: [] } });
  const after = await helper.caller.call('idle', {}, { timeoutMs: 10_000 });
  const passed = performance.now() - start;
  expect(after.attributed).toBe(true);
  // Nobody touched anything: the quiet time has only grown.
  expect(after.idleMs ?? 0).toBeGreaterThanOrEqual((before.idleMs ?? 0) + passed - 100);
  expect(helper.humanInput).toEqual([]);
});
