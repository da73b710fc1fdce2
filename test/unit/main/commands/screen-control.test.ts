import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../main/commands/command.ts';
import { createCommandTable } from '../../../../main/commands/command-table.ts';
import { createIngress } from '../../../../main/commands/ingress.ts';
import { screenControl, stop } from '../../../../main/commands/list/control.ts';
import type { Caller } from '../../../../main/registry/policy.ts';
import { OWNER, setUpComputer } from '../../../support/computer.ts';

const NONE = { turns: 0, waiting: 0, background: 0 };

function setUp() {
  const computer = setUpComputer();
  const { service } = computer;
  const conversations = { stopAll: async () => NONE };
  const table = createCommandTable([
    stop({ conversations, endScreenUse: () => service.stopAll() }),
    ...screenControl(service),
  ]);
  const nothing = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const doors = { send: () => Promise.reject(new Error('This is no message.')), note: () => null, open: () => null };
  const ingress = createIngress({ table, conversations: doors as never, log: nothing });
  let count = 0;
  const say = async (text: string, caller: Partial<Caller> = {}, inPerson = true) => {
    count += 1;
    const input: CommandCall['input'] = { conversationId: 'c1', clientId: String(count), text, images: [], files: [] };
    const sent = await ingress.send(input, { ...OWNER, ...caller }, { inPerson, keep: false });
    return sent.kind === 'command' ? sent.answer : null;
  };
  return { ...computer, say };
}

describe('the words that hold and stop computer use', () => {
  test('say that nothing runs when nothing does', async () => {
    const { say } = setUp();
    expect((await say('/pause'))?.text).toBe('No computer use is running.');
    expect((await say('/resume'))?.text).toBe('No computer use is running.');
    expect((await say('/stop'))?.text).toBe('Nothing was running.');
  });

  test('hold every action until resumed, as often as they are said', async () => {
    const { say, act } = setUp();
    await act({ action: 'screenshot' });
    expect((await say('/pause'))?.text).toBe('Computer use is paused.');
    expect((await say(' /PAUSE '))?.text).toBe('Computer use is paused.');
    expect(await act({ action: 'screenshot' })).toMatchObject({ ok: false, code: 'paused' });
    expect((await say('/resume'))?.text).toBe('Computer use goes on.');
    expect(await act({ action: 'screenshot' })).toMatchObject({ ok: true });
  });

  test('name an action that had already begun', async () => {
    const { say, act, desktop, helpers } = setUp();
    await act({ action: 'screenshot' });
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    desktop.onAct = async () => {
      await finished;
      throw new Error('over');
    };
    const waiting = act({ action: 'wait', ms: 100 });
    await expect.poll(() => helpers[0]?.inFlight).not.toBeNull();
    expect((await say('/pause'))?.text).toContain('may still finish: wait');
    finish();
    await waiting;
  });

  test('end a helper that does not confirm the pause, and say so', async () => {
    const { say, act, desktop, helpers, clock } = setUp();
    await act({ action: 'screenshot' });
    desktop.beforeControl = () => new Promise(() => undefined);
    const pausing = say('/pause');
    await expect.poll(() => helpers[0]?.controls.length).toBe(1);
    await clock.advance(5_000);
    expect((await pausing)?.text).toContain('did not confirm the pause, so it was shut down');
    expect(helpers[0]?.killed).toBe(true);
    expect(await act({ action: 'screenshot' })).toMatchObject({ code: 'paused' });
  });

  test('stop ends the session, and the same turn cannot begin another', async () => {
    const { say, act, helpers } = setUp();
    await act({ action: 'screenshot' }, { turnId: 't1' });
    expect((await say('/stop'))?.text).toContain('Computer use is stopped.');
    expect(helpers[0]?.exit).not.toBeNull();
    expect(await act({ action: 'screenshot' }, { turnId: 't1' })).toMatchObject({ code: 'operator_stopped' });
    expect(await act({ action: 'screenshot' }, { turnId: 't2' })).toMatchObject({ ok: true });
  });

  test('are the owner’s, and what the agent started cannot lift a pause', async () => {
    const { say, act } = setUp();
    await act({ action: 'screenshot' });
    expect(await say('/pause', { trust: 'guest' as Caller['trust'] })).toMatchObject({ code: 'not_owner' });
    await say('/pause');
    expect(await say('/resume', { selfStarted: true }, false)).toMatchObject({ code: 'not_in_person' });
    expect(await act({ action: 'screenshot' })).toMatchObject({ code: 'paused' });
  });
});
