import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeldItem } from '../../../protocol/helper/operations.ts';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import {
  type EntryLine,
  type LineProgram,
  type PointerEvent,
  startEntry,
  startRecorder,
} from '../../support/x11/program.ts';

const BUTTON_1 = 0x100;
const DRAG = { action: 'left_click_drag', from: { x: 100, y: 100 }, to: { x: 700, y: 500 } } as const;
const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(200);

describe('a helper that is stopped', () => {
  const display = useDisplay({ width: 1000, height: 700, dbus: false });
  const open: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  async function start(): Promise<HelperProcess> {
    const helper = await HelperProcess.start(display().env);
    open.push(helper);
    return helper;
  }
  async function record(): Promise<LineProgram<PointerEvent>> {
    const recorder = await startRecorder(display().env, 1000, 700, 2000);
    open.push(recorder);
    return recorder;
  }
  async function entry(): Promise<LineProgram<EntryLine>> {
    const program = await startEntry(display().env, 'lifecycle test');
    open.push(program);
    return program;
  }
  /** Starts a drag and waits until the button is seen down and moving. */
  async function dragging(helper: HelperProcess, recorder: LineProgram<PointerEvent>): Promise<Promise<unknown>> {
    const dragged = helper.act({ action: DRAG }).catch((error: unknown) => error);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    return Promise.resolve({ dragged }).then((held) => held.dragged);
  }

  it('leaves no button down after kill -9 once the next one has lifted what was held', async () => {
    const recorder = await record();
    const first = await start();
    void dragging(first, recorder);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    first.child.kill('SIGKILL');
    await first.exited;
    const left: HeldItem[] = first.held.at(-1) ?? [];
    expect(left).toMatchObject([{ kind: 'button', code: 1 }]);
    expect(recorder.lines.some((line) => line.type === 'up')).toBe(false);
    const second = await start();
    await second.control('release', left);
    await recorder.until((line) => line.type === 'up' && line.detail === 1);
    const { receipt } = await second.act({ action: { action: 'left_click', at: { x: 50, y: 50 }, modifiers: [] } });
    expect(receipt.delivery).toBe('confirmed');
  });

  it('releases the button when the app goes away in the middle of a drag', async () => {
    const recorder = await record();
    const helper = await start();
    void dragging(helper, recorder);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    helper.child.stdin?.end();
    expect(await helper.exited).toBe(0);
    await recorder.until((line) => line.type === 'up' && line.detail === 1);
  });

  it('releases the button on SIGTERM in the middle of a drag', async () => {
    const recorder = await record();
    const helper = await start();
    void dragging(helper, recorder);
    await recorder.until((line) => line.type === 'move' && (line.state & BUTTON_1) !== 0);
    helper.child.kill('SIGTERM');
    expect(await helper.exited).toBe(0);
    await recorder.until((line) => line.type === 'up' && line.detail === 1);
  });

  it('ends with its parent even when that is killed', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.argv[1], [process.argv[2]], { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.once('data', () => console.log(child.pid));
      child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'encode', params: {} }) + '\\n');`;
    const folder = new URL('../../../out/helper/', import.meta.url).pathname;
    const { LineProgram: Program } = await import('../../support/x11/program.ts');
    const parent = new Program<number>(
      process.execPath,
      ['-e', script, `${folder}node`, `${folder}index.mjs`],
      display().env,
    );
    open.push(parent);
    const pid = await parent.until((line) => typeof line === 'number');
    process.kill(pid, 0);
    parent.child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  });

  it('pauses between two chunks of typing, refuses while paused, and goes on after resume', async () => {
    const program = await entry();
    const helper = await start();
    const typing = helper.act({ action: { action: 'type', text: LONG } }).catch((error: unknown) => error);
    await program.until((line) => (line.text ?? '') !== '');
    const paused = await helper.control('pause');
    expect(paused).toMatchObject({ ok: true, authority: 2 });
    const ended = (await typing) as { code: string; data: { receipt: { dispatch: string; typedChars: number } } };
    expect(ended).toMatchObject({ code: 'interrupted', data: { receipt: { dispatch: 'partial' } } });
    const { typedChars } = ended.data.receipt;
    expect(typedChars).toBeGreaterThan(0);
    expect(typedChars).toBeLessThan(LONG.length);
    await program.until((line) => line.text === LONG.slice(0, typedChars));
    await expect(helper.act({ action: { action: 'screenshot' } })).rejects.toMatchObject({ code: 'paused' });
    await helper.control('resume');
    const { receipt } = await helper.act({ action: { action: 'type', text: '!' } });
    expect(receipt.dispatch).toBe('sent');
    await program.until((line) => line.text === `${LONG.slice(0, typedChars)}!`);
  });

  it('answers a control at once while an action runs, and names that action', async () => {
    const helper = await start();
    const waiting = helper.act({ action: { action: 'wait', ms: 9_000 } }).catch((error: unknown) => error);
    await expect(helper.act({ action: { action: 'screenshot' } })).rejects.toMatchObject({ code: 'busy' });
    const paused = await helper.control('pause');
    expect(paused.inFlightId).not.toBeNull();
    expect(await waiting).toMatchObject({ code: 'paused' });
    expect((await helper.control('pause')).inFlightId).toBeNull();
  });

  it('refuses old authority, used numbers and another generation', async () => {
    const helper = await start();
    const move = { action: { action: 'mouse_move', at: { x: 5, y: 5 } } } as const;
    const sent = helper.request(move);
    await helper.caller.call('act', sent, { timeoutMs: 5_000 });
    await expect(helper.caller.call('act', sent, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'stale_seq' });
    await helper.control('resume');
    await expect(helper.act({ ...move, authority: 1 })).rejects.toMatchObject({ code: 'stale_authority' });
    await expect(helper.act({ ...move, generation: 'other' })).rejects.toMatchObject({ code: 'stale_authority' });
    await expect(helper.act(move)).resolves.toMatchObject({ receipt: { dispatch: 'sent' } });
  });

  it('ends when a line is not a request, and says why in its log', async () => {
    const helper = await start();
    helper.child.stdin?.write('this is not JSON\n');
    expect(await helper.exited).toBe(0);
    expect(helper.log).toContain('not a request');
  });

  it('refuses windows of the app and types nowhere else', async () => {
    const program = await entry();
    const owner = program.child.pid ?? 0;
    const helper = await HelperProcess.start(display().env, owner);
    open.push(helper);
    const own = { code: 'own_window', data: { receipt: { dispatch: 'not_sent' } } };
    await expect(helper.act({ action: { action: 'type', text: 'yes' } })).rejects.toMatchObject(own);
    await expect(helper.act({ action: { action: 'paste', text: 'yes' } })).rejects.toMatchObject(own);
    await expect(helper.act({ action: { action: 'key', chord: 'enter' } })).rejects.toMatchObject(own);
    const env = { ...process.env, ...display().env };
    const geometry = execFileSync('xdotool', ['search', '--name', 'lifecycle test', 'getwindowgeometry'], {
      env,
      encoding: 'utf8',
    });
    const [, x = 0, y = 0] = (/Position: (\d+),(\d+)/.exec(geometry) ?? []).map(Number);
    const inside = { x: x + 40, y: y + 20 };
    const outside = { x: 5, y: 690 };
    await expect(helper.act({ action: { action: 'left_click', at: inside, modifiers: [] } })).rejects.toMatchObject(
      own,
    );
    await expect(
      helper.act({ action: { action: 'left_click_drag', from: outside, to: inside } }),
    ).rejects.toMatchObject(own);
    await expect(helper.act({ action: { action: 'left_click', at: outside, modifiers: [] } })).resolves.toMatchObject({
      receipt: { delivery: 'confirmed' },
    });
    expect(program.lines.some((line) => (line.text ?? '') !== '')).toBe(false);
  });
});

describe('a helper without a display', () => {
  it('greets, probes and encodes, and refuses to look', async () => {
    const helper = await HelperProcess.start({});
    try {
      const probe = await helper.caller.call('probe', {}, { timeoutMs: 5_000 });
      expect(probe).toMatchObject({ displayServer: 'none', screenCapture: { value: false } });
      await expect(helper.act({ action: { action: 'screenshot' } })).rejects.toMatchObject({
        code: 'no_active_display',
      });
    } finally {
      await helper.stop();
    }
  });

  it('recognises Wayland even with an X display inside', async () => {
    const helper = await HelperProcess.start({ DISPLAY: ':99', WAYLAND_DISPLAY: 'wayland-0' });
    try {
      const probe = await helper.caller.call('probe', {}, { timeoutMs: 5_000 });
      expect(probe.displayServer).toBe('wayland');
      expect(probe.screenCapture.detail).toContain('Wayland');
      await expect(helper.act({ action: { action: 'screenshot' } })).rejects.toMatchObject({
        code: 'platform_unsupported',
      });
    } finally {
      await helper.stop();
    }
  });

  it('refuses an app of another protocol version', async () => {
    const helper = await HelperProcess.start({});
    const greeting = { protocolVersion: 999, appVersion: 'test', appPid: process.pid };
    await expect(helper.caller.call('hello', greeting, { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'helper_incompatible',
    });
    await helper.stop();
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}
