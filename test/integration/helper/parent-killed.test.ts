import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { RelayedHelper } from '../../support/relayed-helper.ts';
import { startRecorder } from '../../support/x11/program.ts';

const GONE = { timeout: 15_000 };
const BUTTON_1 = 0x100;
const DRAG = { action: 'left_click_drag', from: { x: 100, y: 100 }, to: { x: 700, y: 500 } } as const;

describe('a helper whose app is killed with SIGKILL', () => {
  const display = useDisplay({ width: 1000, height: 700, dbus: false });
  const open: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  async function start(env: Record<string, string> = display().env): Promise<RelayedHelper> {
    const helper = await RelayedHelper.start(env);
    open.push(helper);
    expect(helper.isRunning()).toBe(true);
    return helper;
  }

  it('is gone when it had only greeted', async () => {
    const helper = await start();
    helper.parent.child.kill('SIGKILL');
    await expect.poll(() => helper.isRunning(), GONE).toBe(false);
  });

  it('is gone when it had the display open', async () => {
    const helper = await start();
    helper.send('idle', {});
    await helper.parent.until((line) => line.id === 'idle');
    helper.parent.child.kill('SIGKILL');
    await expect.poll(() => helper.isRunning(), GONE).toBe(false);
  });

  it('is gone in the middle of a drag, and the button is up', async () => {
    const recorder = await startRecorder(display().env, 1000, 700, 2000);
    open.push(recorder);
    const helper = await start();
    helper.act(DRAG);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    helper.parent.child.kill('SIGKILL');
    await recorder.until((line) => line.type === 'up' && line.detail === 1);
    await expect.poll(() => helper.isRunning(), GONE).toBe(false);
  });

  it('is gone while it waits, which is long', async () => {
    const helper = await start();
    helper.act({ action: 'wait', ms: 10_000 });
    helper.send('idle', {});
    await helper.parent.until((line) => line.id === 'idle');
    helper.parent.child.kill('SIGKILL');
    await expect.poll(() => helper.isRunning(), { timeout: 8_000 }).toBe(false);
  });

  it('is gone although the display server does not answer any more', async () => {
    const server = Number(execFileSync('pgrep', ['-P', String(process.pid), '-x', 'Xvfb'], { encoding: 'utf8' }));
    const helper = await start();
    helper.send('idle', {});
    await helper.parent.until((line) => line.id === 'idle');
    process.kill(server, 'SIGSTOP');
    try {
      helper.parent.child.kill('SIGKILL');
      await expect.poll(() => helper.isRunning(), { timeout: 30_000 }).toBe(false);
    } finally {
      process.kill(server, 'SIGCONT');
    }
  });

  it('is gone when it scales pictures, without a display', async () => {
    const helper = await start({ DISPLAY: '', WAYLAND_DISPLAY: '' });
    const order = { data: 'not a picture', maxEdge: 100, maxBytes: 100_000, format: 'png' };
    helper.send('encode', order);
    await helper.parent.until((line) => line.id === 'encode');
    helper.parent.child.kill('SIGKILL');
    await expect.poll(() => helper.isRunning(), GONE).toBe(false);
  });

  it('leaves when nobody can read its answers any more, and the button is up', async () => {
    const recorder = await startRecorder(display().env, 1000, 700, 2000);
    open.push(recorder);
    const helper = await HelperProcess.start(display().env);
    open.push(helper);
    helper.act({ action: DRAG }).catch(() => undefined);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    helper.child.stdout?.destroy();
    expect(await helper.exited).toBe(0);
    await recorder.until((line) => line.type === 'up' && line.detail === 1);
  });
});
