import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { settle } from '../../../support/manual-clock.ts';

const LOOK = { action: 'screenshot' };
const CLICK = { action: 'left_click', x: 100, y: 50 };
const never = () => new Promise<never>(() => undefined);

const codeOf = (result: ToolResult) => (result.ok ? null : result.code);

async function ready(options: Parameters<typeof setUpComputer>[0] = {}): Promise<ComputerSetup> {
  const setup = setUpComputer(options);
  expect(codeOf(await setup.act(LOOK))).toBeNull();
  return setup;
}

describe('pause, resume, stop (12.3)', () => {
  test('paused refuses everything, reads too; resume lifts it and keeps the view', async () => {
    const { act, service, helpers } = await ready();
    expect(await service.pause()).toMatchObject({ result: 'paused' });
    expect(service.state().session).toBe('paused');
    for (const input of [LOOK, CLICK, { action: 'wait', ms: 1 }]) expect(codeOf(await act(input))).toBe('paused');
    expect(await service.pause()).toMatchObject({ result: 'paused' });
    expect(helpers[0]?.controls.map((one) => one.verb)).toEqual(['pause', 'pause']);
    expect(await service.resume()).toMatchObject({ result: 'resumed' });
    expect(codeOf(await act(CLICK))).toBeNull();
  });

  test('a running action is named', async () => {
    const { act, desktop, service } = await ready();
    desktop.onAct = never;
    void act(CLICK);
    await settle();
    const result = await service.pause();
    expect(result.result).toBe('paused_in_flight');
    expect(result.text).toContain('left_click');
  });

  test('a pause that comes while an action waits for the owner keeps it from being sent', async () => {
    const { act, desktop, clock, service, helpers } = await ready();
    desktop.idle = { idleMs: 20, attributed: true };
    const clicking = act(CLICK);
    await clock.advance(150);
    await service.pause();
    desktop.idle = { idleMs: 5_000, attributed: true };
    await clock.advance(200);
    expect(codeOf(await clicking)).toBe('paused');
    expect(helpers[0]?.acts).toHaveLength(1);
  });

  test('an action that the barrier turned back is paused, not a broken helper', async () => {
    const { act, desktop, service, helpers } = await ready();
    desktop.onAct = async () => {
      await service.pause();
      throw new RemoteError('stale_authority', 'old');
    };
    expect(codeOf(await act(CLICK))).toBe('paused');
    expect(helpers[0]?.exit).toBeNull();
    await service.resume();
    desktop.onAct = () => {
      throw new RemoteError('stale_authority', 'old');
    };
    expect(codeOf(await act(CLICK))).toBe('protocol_error');
  });

  test('without an answer in five seconds the helper is ended, and the pause stays', async () => {
    const { act, desktop, clock, service, helpers } = await ready();
    desktop.beforeControl = never;
    const pausing = service.pause();
    await clock.advance(5_000);
    expect(await pausing).toMatchObject({ result: 'unconfirmed' });
    expect(helpers[0]?.killed).toBe(true);
    expect(codeOf(await act(LOOK))).toBe('paused');
    expect(service.state().session).toBe('paused');
    desktop.beforeControl = () => undefined;
    expect(await service.resume()).toMatchObject({ result: 'resumed' });
    expect(codeOf(await act(LOOK))).toBeNull();
  });

  test('a crash does not lift the owner’s pause', async () => {
    const { act, service, helpers } = await ready();
    await service.pause();
    helpers[0]?.crash();
    await settle();
    expect(codeOf(await act(LOOK))).toBe('paused');
    expect(helpers).toHaveLength(1);
  });

  test('with no session there is nothing to pause', async () => {
    const { service } = setUpComputer();
    expect(await service.pause()).toMatchObject({ result: 'no_session' });
    expect(await service.resume()).toMatchObject({ result: 'no_session' });
  });

  test('stop releases, ends the helper, and holds for the rest of the turn', async () => {
    const { act, service, helpers } = await ready();
    await service.stop('c1');
    expect(helpers[0]?.controls.map((one) => one.verb)).toEqual(['release']);
    expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
    expect(service.state().session).toBe('none');
    expect(codeOf(await act(LOOK))).toBe('operator_stopped');
    expect(helpers).toHaveLength(1);
    expect(codeOf(await act(LOOK, { turnId: 't2' }))).toBeNull();
  });

  test('the owner’s next message lifts the hold', async () => {
    const { act, service } = await ready();
    await service.stop('c1');
    service.newOwnerMessage('c1');
    expect(codeOf(await act(LOOK))).toBeNull();
  });

  test('a stop while an action waits for the owner says so, and nothing is sent', async () => {
    const { act, desktop, clock, service, helpers } = await ready();
    desktop.idle = { idleMs: 20, attributed: true };
    const clicking = act(CLICK);
    await clock.advance(150);
    await service.stop('c1');
    await clock.advance(200);
    expect(codeOf(await clicking)).toBe('operator_stopped');
    expect(helpers[0]?.acts).toHaveLength(1);
  });

  test('a helper that does not let go in a second is killed', async () => {
    const { act, desktop, clock, service, helpers } = await ready();
    desktop.onAct = never;
    desktop.beforeControl = never;
    const clicking = act(CLICK);
    await settle();
    const stopping = service.stop('c1');
    await clock.advance(1_000);
    await stopping;
    expect(helpers[0]?.killed).toBe(true);
    expect(codeOf(await clicking)).toBe('outcome_unknown');
  });

  test('the end of the turn ends a running action and the session', async () => {
    const { act, desktop, helpers } = await ready();
    let cancelled = false;
    desktop.onAct = (_input, call) =>
      new Promise((_, reject) => {
        call.signal.addEventListener('abort', () => {
          cancelled = true;
          reject(new RemoteError('interrupted', 'cancelled'));
        });
      });
    const turn = new AbortController();
    const clicking = act(CLICK, { signal: turn.signal });
    await settle();
    turn.abort(new Error('stop'));
    expect(await clicking).toMatchObject({ code: 'interrupted', outcome: 'stopped', data: { dispatch: 'unknown' } });
    expect(cancelled).toBe(true);
    expect(helpers[0]?.exit).not.toBeNull();
  });

  test('a stop while the helper is still starting leaves none behind', async () => {
    const { act, desktop, service, helpers } = setUpComputer();
    desktop.beforeHello = never;
    const looking = act(LOOK);
    await settle();
    await service.stop('c1');
    expect(codeOf(await looking)).toBe('operator_stopped');
    expect(helpers[0]?.exit).not.toBeNull();
  });
});

describe('the end of a session', () => {
  test('ten minutes without an action', async () => {
    const { act, clock, helpers } = await ready();
    await clock.advance(599_000);
    await act(LOOK);
    await clock.advance(599_000);
    expect(helpers[0]?.exit).toBeNull();
    await clock.advance(1_000);
    expect(helpers[0]?.exit).toEqual({ code: 0, signal: null });
  });

  test('but not while it is paused: the pause would be lost', async () => {
    const { act, clock, service, helpers } = await ready();
    await service.pause();
    await clock.advance(3_600_000);
    expect(helpers[0]?.exit).toBeNull();
    expect(codeOf(await act(LOOK))).toBe('paused');
  });

  test('switching off ends it and refuses the next call', async () => {
    const { act, service, helpers } = await ready();
    expect((await service.enable(false)).enabled).toBe(false);
    expect(helpers[0]?.exit).not.toBeNull();
    expect(codeOf(await act(LOOK))).toBe('not_enabled');
    expect(service.unavailable()?.code).toBe('not_enabled');
    await service.enable(true);
    expect(service.unavailable()).toBeNull();
    expect(codeOf(await act(LOOK))).toBeNull();
  });

  test('quitting ends everything, and nothing starts again', async () => {
    const { act, service, helpers, clock } = await ready();
    await service.close();
    expect(helpers[0]?.exit).not.toBeNull();
    expect(codeOf(await act(LOOK, { turnId: 't2' }))).toBe('helper_fault');
    expect(helpers).toHaveLength(1);
    expect(clock.sleepers()).toBe(0);
  });
});
