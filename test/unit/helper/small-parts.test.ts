import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { steps } from '../../../helper/actions/drag.ts';
import { pasteChordFor } from '../../../helper/actions/paste-chord.ts';
import { chunksOf } from '../../../helper/actions/type-text.ts';
import { detectDisplayServer } from '../../../helper/platform/linux/detect.ts';
import { isOwnBinding, unicodeKeysym } from '../../../helper/platform/linux/keysyms.ts';
import { PostedInput } from '../../../helper/platform/linux/posted-input.ts';
import { isOwnProcess, type ProcessInfo } from '../../../helper/session/own-processes.ts';
import { throttle } from '../../../helper/session/throttle.ts';
import { createStdioTransport } from '../../../helper/stdio-transport.ts';

describe('own windows', () => {
  const processes: Record<number, ProcessInfo> = {
    10: { parent: 1, executable: '/app/fermix', arguments: ['/app/fermix'] },
    11: { parent: 10, executable: '/app/fermix', arguments: ['/app/fermix', '--type=gpu-process'] },
    12: { parent: 10, executable: '/app/fermix', arguments: ['/app/fermix', 'script.js'] },
    13: { parent: 10, executable: '/usr/bin/mousepad', arguments: ['mousepad', '--type=x'] },
    14: { parent: 12, executable: '/app/fermix', arguments: ['/app/fermix', '--type=renderer'] },
  };
  it('are those of the app and of its own helpers, not of what the agent started', () => {
    const own = (pid: number) => isOwnProcess(pid, 10, (one) => processes[one] ?? null);
    expect([10, 11, 12, 13, 14, 99].map(own)).toEqual([true, true, false, false, false, false]);
  });
});

describe('the paste chord', () => {
  it('fits the program that has the focus', () => {
    expect(pasteChordFor(['xterm', 'xterm'], 'linux')).toEqual({ chord: 'shift+insert', usesPrimary: true });
    expect(pasteChordFor(['gnome-terminal-server'], 'linux').chord).toBe('ctrl+shift+v');
    expect(pasteChordFor(['mousepad'], 'linux').chord).toBe('ctrl+v');
    expect(pasteChordFor([], 'darwin').chord).toBe('cmd+v');
  });
});

describe('typing in chunks', () => {
  const room = { fits: (one: string) => /[a-z]/.test(one), spare: 2 };
  it('holds at most 64 characters and no more foreign ones than there are keys', () => {
    expect([...chunksOf([...'a'.repeat(130)], room)].map((one) => one.length)).toEqual([64, 64, 2]);
    expect([...chunksOf([...'aБbВБcГd'], room)].map((one) => one.join(''))).toEqual(['aБbВБc', 'Гd']);
  });
});

describe('a drag', () => {
  it('has ten steps that end exactly, and none of length for a drag in place', () => {
    const path = steps({ x: 0, y: 100 }, { x: 33, y: 0 });
    expect([path.length, path.at(-1)]).toEqual([10, { x: 33, y: 0 }]);
    expect(new Set(steps({ x: 5, y: 5 }, { x: 5, y: 5 }).map((one) => `${one.x},${one.y}`))).toEqual(new Set(['5,5']));
  });
});

describe('the display server', () => {
  it('is Wayland even when an X display is offered inside it', () => {
    expect(detectDisplayServer({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' })).toBe('wayland');
    expect(detectDisplayServer({ DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' })).toBe('wayland');
    expect(detectDisplayServer({ DISPLAY: ':0', WAYLAND_DISPLAY: '' })).toBe('x11');
    expect(detectDisplayServer({})).toBe('none');
  });
});

describe('keysyms', () => {
  it('number characters as X does', () => {
    expect([0x41, 0xe9, 0x20ac, 0x1f600].map(unicodeKeysym)).toEqual([0x41, 0xe9, 0x010020ac, 0x0101f600]);
    expect([0, 0x1b, 0x7f, 0x85, 0xd800].map(unicodeKeysym)).toEqual([null, null, null, null, null]);
  });
  it('know a binding that a helper left behind', () => {
    expect(isOwnBinding([0x01004f60, 0x01004f60, 0, 0])).toBe(true);
    expect(isOwnBinding([0xe9, 0xe9, 0xe9])).toBe(true);
    expect(isOwnBinding([0x61, 0x41])).toBe(false);
    expect(isOwnBinding([0x1008ff11, 0x1008ff11])).toBe(false);
    expect(isOwnBinding([0xb1, 0xb1])).toBe(false);
  });
});

describe('our own posted input', () => {
  it('is recognised once each', () => {
    const posted = new PostedInput();
    posted.expect('key', 38);
    expect([posted.take('key', 39), posted.take('key', 38), posted.take('key', 38)]).toEqual([false, true, false]);
  });

  it('is recognised late, when a window manager held it back, yet hides nothing of others for long', () => {
    let now = 0;
    const posted = new PostedInput(() => now);
    posted.expect('button', 1);
    posted.expect('motion', 0);
    now = 900;
    expect([posted.take('button', 1), posted.take('motion', 0)]).toEqual([true, false]);
    posted.expect('key', 38);
    now = 3_000;
    expect(posted.take('key', 38)).toBe(false);
  });
});

describe('the throttle', () => {
  it('passes the first and then one in each interval', () => {
    const passed: number[] = [];
    const run = throttle((at) => passed.push(at), 250);
    for (const at of [0, 100, 249, 250, 400, 501]) run(at);
    expect(passed).toEqual([0, 250, 501]);
  });
});

describe('the pipe', () => {
  const join = async (chunks: Buffer[], limit: number) => {
    const input = new PassThrough();
    const messages: string[] = [];
    const closed: string[] = [];
    const transport = createStdioTransport(input, new PassThrough(), limit);
    transport.onMessage((message) => messages.push(message));
    transport.onClose((reason) => closed.push(reason));
    for (const chunk of chunks) input.write(chunk);
    input.end();
    await new Promise((resolve) => input.on('close', resolve));
    return { messages, closed };
  };
  it('keeps characters whole across chunks', async () => {
    const bytes = Buffer.from('{"a":"é€😀"}\r\n\n{"b":1}\n');
    const { messages, closed } = await join(
      [...bytes].map((byte) => Buffer.from([byte])),
      100,
    );
    expect(messages).toEqual(['{"a":"é€😀"}', '{"b":1}']);
    expect(closed).toHaveLength(1);
  });
  it('ends at a line over the limit, counted across chunks', async () => {
    const { messages, closed } = await join([Buffer.from('{}\n'), Buffer.alloc(60, 97), Buffer.alloc(60, 97)], 100);
    expect([messages, closed]).toEqual([['{}'], ['A request was longer than the limit.']]);
  });
});
