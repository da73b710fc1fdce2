import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { HELPER_PROTOCOL_VERSION } from '../../../../protocol/helper/operations.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakeSuccess } from '../../../support/linked-helper.ts';
import { settle } from '../../../support/manual-clock.ts';

const LOOK = { action: 'screenshot' };
const CLICK = { action: 'left_click', x: 100, y: 50 };
const never = () => new Promise<never>(() => undefined);
const codeOf = (result: ToolResult) => (result.ok ? null : result.code);

describe('the handshake', () => {
  test('another protocol version is refused with both numbers, and the helper is ended', async () => {
    const { act, desktop, helpers } = setUpComputer();
    desktop.protocolVersion = 99;
    const result = await act(LOOK);
    expect(result).toMatchObject({
      ok: false,
      code: 'helper_incompatible',
      data: { app: HELPER_PROTOCOL_VERSION, helper: 99 },
    });
    expect(result.text).toContain(`protocol ${HELPER_PROTOCOL_VERSION}, the helper 99`);
    expect(helpers[0]?.killed).toBe(true);
  });

  test('ten seconds of silence end it', async () => {
    const { act, desktop, clock, helpers } = setUpComputer();
    desktop.beforeHello = never;
    const looking = act(LOOK);
    await clock.advance(10_000);
    expect(codeOf(await looking)).toBe('helper_fault');
    expect(helpers[0]?.killed).toBe(true);
    desktop.beforeHello = () => undefined;
    expect(codeOf(await act(LOOK))).toBeNull();
  });

  test('a helper that dies at once is told by its status', async () => {
    const { act, desktop, helpers } = setUpComputer();
    desktop.beforeHello = () => helpers[0]?.crash(127);
    const result = await act(LOOK);
    expect(codeOf(result)).toBe('helper_fault');
    expect(result.text).toContain('exit status 127');
  });
});

describe('a helper that fails during an action', () => {
  test('a crash during a click: the outcome is unknown, the next call starts a clean helper, nothing is repeated', async () => {
    const { act, desktop, helpers, lines } = setUpComputer();
    await act(LOOK);
    desktop.onAct = () => {
      helpers[0]?.crash();
      return never();
    };
    const result = await act(CLICK);
    expect(result).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', data: { dispatch: 'unknown' } });
    desktop.onAct = null;
    expect(codeOf(await act(LOOK))).toBeNull();
    expect(helpers).toHaveLength(2);
    expect(helpers[1]?.acts.map((one) => one.action.action)).toEqual(['screenshot']);
    expect(lines.map((line) => line.event)).toContain('computer.helper_crashed');
  });

  test('a crash while looking: nothing was sent, the same call may be repeated', async () => {
    const { act, desktop, helpers } = setUpComputer();
    desktop.onAct = () => {
      helpers[0]?.crash();
      return never();
    };
    expect(await act(LOOK)).toMatchObject({ code: 'not_dispatched', data: { retry: 'yes' } });
  });

  test('thirty seconds of silence end it, after the caller was answered', async () => {
    const { act, desktop, clock, helpers } = setUpComputer();
    await act(LOOK);
    desktop.onAct = never;
    const clicking = act(CLICK);
    await clock.advance(29_999);
    expect(helpers[0]?.exit).toBeNull();
    await clock.advance(1);
    expect(codeOf(await clicking)).toBe('outcome_unknown');
    expect(helpers[0]?.killed).toBe(true);
  });

  test('a bug in the helper ends it too', async () => {
    const { act, desktop, helpers } = setUpComputer();
    await act(LOOK);
    desktop.onAct = () => {
      throw new Error('bug');
    };
    expect(codeOf(await act(CLICK))).toBe('outcome_unknown');
    await settle();
    expect(helpers[0]?.exit).not.toBeNull();
  });

  test('an answer that makes no sense poisons it', async () => {
    const { act, desktop, helpers } = setUpComputer();
    desktop.onAct = () => ({ picture: null }) as never;
    expect(codeOf(await act(LOOK))).toBe('protocol_error');
    await settle();
    expect(helpers[0]?.killed).toBe(true);
  });

  test('so does a reply that nobody asked for', async () => {
    const { act, desktop, helpers } = setUpComputer();
    desktop.onAct = () => {
      helpers[0]?.say('{"jsonrpc":"2.0","id":"r999","result":{}}');
      return never();
    };
    expect(codeOf(await act(LOOK))).toBe('protocol_error');
    expect(helpers[0]?.killed).toBe(true);
  });

  test('the late reply to a question that was given up is dropped', async () => {
    const { act, desktop, clock, helpers } = setUpComputer();
    await act(LOOK);
    let answer: () => void = () => undefined;
    desktop.onAct = (input) =>
      new Promise((resolve) => {
        answer = () => resolve(fakeSuccess(desktop, input));
      });
    const turn = new AbortController();
    const clicking = act(CLICK, { signal: turn.signal });
    await settle();
    turn.abort(new Error('stop'));
    answer();
    await clock.advance(1_000);
    expect(codeOf(await clicking)).toBe('interrupted');
    expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
  });
});

describe('capture that gets stuck', () => {
  test('two resets within a minute open the breaker: no helper is started, and only a picture closes it', async () => {
    const { act, desktop, clock, helpers, lines } = setUpComputer();
    desktop.onAct = () => {
      setImmediate(() => helpers.at(-1)?.crash(75));
      throw new RemoteError('capture_stalled', 'One grab took over 5 s.');
    };
    expect(codeOf(await act(LOOK))).toBe('capture_stalled');
    await settle();
    expect(codeOf(await act(LOOK))).toBe('capture_stalled');
    await settle();
    const refused = await act(LOOK);
    expect(refused).toMatchObject({ code: 'capture_wedged', data: { retry_in_ms: 5_000 } });
    expect(helpers).toHaveLength(2);
    await clock.advance(5_000);
    desktop.onAct = null;
    expect(codeOf(await act(LOOK))).toBeNull();
    expect(lines.map((line) => line.event)).not.toContain('computer.helper_crashed');
  });
});

describe('what a dead helper left pressed', () => {
  const held = { items: [{ kind: 'button' as const, code: 1, name: 'left button' }] };

  test('the next helper releases exactly that, before anything else', async () => {
    const { act, helpers } = setUpComputer();
    await act(LOOK);
    helpers[0]?.server.notify('held', held);
    await settle();
    helpers[0]?.crash();
    await settle();
    await act(LOOK);
    expect(helpers[1]?.controls).toEqual([{ verb: 'release', items: held.items }]);
  });

  test('when none starts within two seconds, one is started just for that', async () => {
    const { act, helpers, clock } = setUpComputer();
    await act(LOOK);
    helpers[0]?.server.notify('held', held);
    await settle();
    helpers[0]?.crash();
    await clock.advance(1_999);
    expect(helpers).toHaveLength(1);
    await clock.advance(1);
    expect(helpers).toHaveLength(2);
    expect(helpers[1]?.controls[0]).toEqual({ verb: 'release', items: held.items });
    await clock.advance(1_000);
    expect(helpers[1]?.exit).toEqual({ code: 0, signal: null });
    await clock.advance(10_000);
    expect(helpers).toHaveLength(2);
  });

  test('after a crash in mid-action too: the two seconds are not cut short', async () => {
    const { act, desktop, helpers, clock } = setUpComputer();
    await act(LOOK);
    desktop.onAct = () => {
      helpers[0]?.server.notify('held', held);
      setImmediate(() => helpers[0]?.crash());
      return never();
    };
    expect(codeOf(await act(CLICK))).toBe('outcome_unknown');
    await clock.advance(1_000);
    expect(helpers).toHaveLength(1);
    await clock.advance(1_000);
    expect(helpers[1]?.controls[0]).toEqual({ verb: 'release', items: held.items });
  });

  test.each([
    { what: 'Stop', ms: 1_000, press: (service: ComputerSetup['service']) => service.stop('c1') },
    { what: 'Pause', ms: 5_000, press: (service: ComputerSetup['service']) => service.pause() },
  ])('at once when the owner’s $what ended a helper that hung', async ({ ms, press }) => {
    const { act, desktop, helpers, clock, service } = setUpComputer();
    await act(LOOK);
    helpers[0]?.server.notify('held', held);
    await settle();
    desktop.beforeControl = () => (helpers.length === 1 ? never() : undefined);
    const pressing = press(service);
    await clock.advance(ms);
    await pressing;
    expect(helpers[0]?.killed).toBe(true);
    await clock.advance(0);
    expect(helpers[1]?.controls[0]).toEqual({ verb: 'release', items: held.items });
  });

  test('also on quitting', async () => {
    const { act, helpers, service } = setUpComputer();
    await act(LOOK);
    helpers[0]?.server.notify('held', held);
    await settle();
    helpers[0]?.crash();
    await settle();
    await service.close();
    expect(helpers[1]?.controls[0]).toEqual({ verb: 'release', items: held.items });
    expect(helpers[1]?.exit).not.toBeNull();
  });

  test('nothing is released when the helper had let go', async () => {
    const { act, helpers, clock } = setUpComputer();
    await act(LOOK);
    helpers[0]?.server.notify('held', held);
    helpers[0]?.server.notify('held', { items: [] });
    await settle();
    helpers[0]?.crash();
    await clock.advance(5_000);
    expect(helpers).toHaveLength(1);
  });
});

describe('scaling pictures', () => {
  const picture = { data: new Uint8Array([1, 2, 3]), maxEdge: 100, maxBytes: 1000, format: 'auto' as const };

  test('works while computer use is off, in a helper of its own that leaves when idle', async () => {
    const { encoder, config, helpers, clock } = setUpComputer();
    config.computerUse.enabled = false;
    const signal = new AbortController().signal;
    const result = await encoder.encode({ ...picture, signal });
    expect([...result.data]).toEqual([1, 2, 3]);
    await clock.advance(29_000);
    await encoder.encode({ ...picture, signal });
    expect(helpers).toHaveLength(1);
    await clock.advance(29_999);
    expect(helpers[0]?.exit).toBeNull();
    await clock.advance(1);
    expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
    await encoder.encode({ ...picture, signal });
    expect(helpers).toHaveLength(2);
  });

  test('a picture too large for the pipe is refused before anything is started', async () => {
    const { encoder, helpers } = setUpComputer();
    const signal = new AbortController().signal;
    const data = new Uint8Array(24 * 1024 * 1024 + 1);
    await expect(encoder.encode({ ...picture, data, signal })).rejects.toMatchObject({ code: 'image_too_large' });
    expect(helpers).toHaveLength(0);
  });

  test('quitting ends it and leaves no timer behind', async () => {
    const { encoder, service, helpers, clock } = setUpComputer();
    await encoder.encode({ ...picture, signal: new AbortController().signal });
    await service.close();
    expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
    expect(clock.sleepers()).toBe(0);
  });

  test('after a crash the next picture gets a new helper', async () => {
    const { encoder, helpers } = setUpComputer();
    const signal = new AbortController().signal;
    await encoder.encode({ ...picture, signal });
    helpers[0]?.crash();
    await settle();
    await encoder.encode({ ...picture, signal });
    expect(helpers).toHaveLength(2);
  });
});

test('the probe asks a helper of its own and works while computer use is off', async () => {
  const { service, config, desktop, helpers } = setUpComputer();
  config.computerUse.enabled = false;
  expect(await service.probe()).toEqual({ ok: true, helperVersion: '9.9.9', probe: desktop.probe });
  expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
  desktop.protocolVersion = 99;
  expect(await service.probe()).toMatchObject({ ok: false, code: 'helper_incompatible' });
});
