import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../helper/clock.ts';
import { Hands } from '../../../helper/input/hands.ts';
import { perform } from '../../../helper/operations/perform.ts';
import type { InputAction } from '../../../helper/operations/run-action.ts';
import { Gate } from '../../../helper/session/gate.ts';
import { fullCrop } from '../../../protocol/helper/geometry.ts';
import { RecordingDesktop } from '../../support/recording-desktop.ts';

const ACTIONS: Record<string, InputAction> = {
  mouse_move: { action: 'mouse_move', at: { x: 20, y: 30 } },
  left_click: { action: 'left_click', at: { x: 20, y: 30 }, modifiers: ['ctrl', 'shift'] },
  double_click: { action: 'double_click', at: { x: 20, y: 30 }, modifiers: [] },
  left_click_drag: { action: 'left_click_drag', from: { x: 20, y: 30 }, to: { x: 120, y: 10 } },
  scroll: { action: 'scroll', at: { x: 20, y: 30 }, direction: 'down', amount: 3, modifiers: ['alt'] },
  type: { action: 'type', text: 'Two Words' },
  paste: { action: 'paste', text: 'pasted' },
  key: { action: 'key', chord: 'ctrl+alt+k' },
};

/** Time that passes at once. */
function instantClock(onSleep: () => void = () => undefined): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      onSleep();
    },
  };
}

function setUp(desktop = new RecordingDesktop(), clock = instantClock()) {
  const [facts] = desktop.displays();
  if (!facts) throw new Error('no display');
  const announced: string[][] = [];
  const reported: unknown[] = [];
  const hands = new Hands(desktop.input, (items) => announced.push(items.map((item) => item.name)));
  const gate = new Gate('g');
  const admit = (action: InputAction, stopOnHumanInput: boolean) =>
    gate.admit(
      {
        generation: 'g',
        authority: 1,
        seq: 1,
        deadlineMs: 10_000,
        display: 0,
        region: null,
        check: null,
        annotate: false,
        action,
        stopOnHumanInput,
      },
      'a',
    );
  const run = async (
    action: InputAction,
    isOwnWindow: (pid: number) => boolean = () => false,
    courtesy: { quietMs?: number; stopOnHumanInput?: boolean } = {},
  ) => {
    const admitted = admit(action, courtesy.stopOnHumanInput === true);
    try {
      const parts = {
        desktop,
        clock,
        hands,
        platform: 'linux' as const,
        isOwnWindow,
        report: (error: unknown) => reported.push(error),
      };
      const view = { index: 0, facts, crop: fullCrop(facts), region: null };
      return await perform(parts, view, action, admitted, courtesy);
    } finally {
      admitted.done();
    }
  };
  return { desktop, hands, gate, announced, reported, run };
}

describe('an action that goes well', () => {
  for (const [name, action] of Object.entries(ACTIONS))
    it(`${name} sends everything and holds nothing`, async () => {
      const { desktop, announced, run } = setUp();
      const performed = await run(action);
      expect(performed).toMatchObject({ dispatch: 'sent', failure: null });
      expect([...desktop.down]).toEqual([]);
      expect(desktop.clipboardText).toBe('what was there');
      expect(announced.at(-1) ?? []).toEqual([]);
    });

  it('announces what stays down before it goes down', async () => {
    const { desktop, announced, run } = setUp();
    const seen: string[][] = [];
    desktop.onCall = (call) => {
      if (call === 'press button 1') seen.push(announced.at(-1) ?? []);
    };
    await run(ACTIONS['left_click_drag'] as InputAction);
    expect(seen).toEqual([['button 1']]);
  });
});

describe('a failure at any call', () => {
  for (const [name, action] of Object.entries(ACTIONS))
    it(`of ${name} leaves nothing held and the clipboard as it was`, async () => {
      const whole = setUp();
      await whole.run(action);
      const count = whole.desktop.calls.length;
      expect(count).toBeGreaterThan(0);
      for (let failAt = 0; failAt < count; failAt++) {
        const { desktop, hands, run } = setUp();
        desktop.failAt = failAt;
        const { failure } = await run(action);
        expect([undefined, 'helper_fault', 'clipboard_unavailable']).toContain(failure?.code);
        expect([failAt, [...desktop.down]]).toEqual([failAt, []]);
        expect(hands.held).toEqual([]);
        expect(desktop.clipboardText).toBe('what was there');
      }
    });
});

describe('a pause at any call', () => {
  for (const [name, action] of Object.entries(ACTIONS))
    it(`of ${name} leaves nothing held and says what went out`, async () => {
      const whole = setUp();
      await whole.run(action);
      for (let pauseAt = 0; pauseAt < whole.desktop.calls.length; pauseAt++) {
        const { desktop, gate, run } = setUp();
        desktop.onCall = () => {
          if (desktop.calls.length === pauseAt) gate.control('pause');
        };
        const { dispatch, failure } = await run(action);
        expect([...desktop.down]).toEqual([]);
        expect(desktop.clipboardText).toBe('what was there');
        const hasPressed = desktop.calls.some((call) => call.startsWith('press'));
        if (dispatch === 'not_sent') expect([hasPressed, failure?.code]).toEqual([false, 'paused']);
        if (dispatch === 'partial') expect([hasPressed, failure?.code]).toEqual([true, 'interrupted']);
        if (dispatch === 'sent') expect(failure).toBeNull();
      }
    });

  it('between the check and the post posts nothing', async () => {
    const { desktop, gate, run } = setUp();
    desktop.onCall = (call) => {
      if (call.startsWith('move')) gate.control('pause');
    };
    const { dispatch, failure } = await run(ACTIONS['left_click'] as InputAction);
    expect(dispatch).toBe('not_sent');
    expect(failure?.code).toBe('paused');
    expect(desktop.calls.filter((call) => call.startsWith('press'))).toEqual([]);
  });
});

describe('what is refused', () => {
  it('presses nothing at a point that was not reached', async () => {
    const { desktop, run } = setUp();
    desktop.stuckAt = { x: 0, y: 0 };
    const { dispatch, failure, progress } = await run(ACTIONS['left_click'] as InputAction);
    expect({ dispatch, failure, delivery: progress.delivery }).toEqual({
      dispatch: 'not_sent',
      failure: null,
      delivery: 'not_delivered',
    });
    expect(desktop.calls.some((call) => call.startsWith('press'))).toBe(false);
  });

  it('says unconfirmed, never undelivered, when the pointer left after the click', async () => {
    const { desktop, run } = setUp();
    desktop.onCall = (call) => {
      if (call === 'release button 1') desktop.at = { x: 300, y: 200 };
    };
    const { dispatch, progress } = await run({ action: 'left_click', at: { x: 20, y: 30 }, modifiers: [] });
    expect([dispatch, progress.delivery]).toEqual(['sent', 'unconfirmed']);
  });

  for (const name of Object.keys(ACTIONS))
    it(`does not ${name} in a window of the app`, async () => {
      const { desktop, run } = setUp();
      desktop.owner = { pid: 77, classes: [] };
      const { dispatch, failure } = await run(ACTIONS[name] as InputAction, (pid) => pid === 77);
      expect([dispatch, failure?.code]).toEqual(['not_sent', 'own_window']);
      expect(desktop.calls.filter((call) => /press|move|offer/.test(call))).toEqual([]);
    });

  it('stops typing when a window of the app comes up between two chunks', async () => {
    const { desktop, run } = setUp();
    desktop.onCall = (call) => {
      if (call === 'flush') desktop.owner = { pid: 77, classes: [] };
    };
    const { dispatch, failure, progress } = await run({ action: 'type', text: 'x'.repeat(200) }, (pid) => pid === 77);
    expect([dispatch, failure?.code, progress.typedChars]).toEqual(['partial', 'own_window', 64]);
  });

  for (const name of Object.keys(ACTIONS))
    it(`does not ${name} while the person holds something down`, async () => {
      const { desktop, run } = setUp();
      desktop.heldElsewhere = ['Shift'];
      const { dispatch, failure } = await run(ACTIONS[name] as InputAction);
      expect([dispatch, failure?.code, failure?.message]).toEqual([
        'not_sent',
        'user_active',
        'Somebody is holding Shift down, so the action stepped aside.',
      ]);
      expect(desktop.calls.filter((call) => /press|move|offer/.test(call))).toEqual([]);
    });

  it('does not begin when the person began after the host had looked', async () => {
    const codeAt = async (attributed: boolean) => {
      const { desktop, run } = setUp();
      desktop.idleTime = { idleMs: 40, attributed };
      return (await run(ACTIONS['left_click'] as InputAction, () => false, { quietMs: 1000 })).failure?.code;
    };
    expect(await codeAt(true)).toBe('user_active');
    // Where own input counts too, the time says nothing about the person.
    expect(await codeAt(false)).toBeUndefined();
  });

  for (const name of Object.keys(ACTIONS))
    it(`${name} lifts everything and posts nothing more once the person is heard between two steps`, async () => {
      for (let step = 1; ; step++) {
        const { desktop, gate, run } = setUp();
        let hearings = 0;
        let postedBefore = 0;
        desktop.onHear = () => {
          hearings += 1;
          if (hearings !== step) return;
          postedBefore = desktop.calls.filter((call) => /press|move|offer/.test(call)).length;
          gate.humanInput();
        };
        const performed = await run(ACTIONS[name] as InputAction, () => false, {
          quietMs: 1000,
          stopOnHumanInput: true,
        });
        if (hearings < step) return;
        const { dispatch, failure } = performed;
        expect(failure, `step ${step}`).toMatchObject({ code: 'interrupted', data: { reason: 'human' } });
        expect(desktop.calls.filter((call) => /press|move|offer/.test(call))).toHaveLength(postedBefore);
        expect(['partial', 'not_sent']).toContain(dispatch);
        expect([...desktop.down]).toEqual([]);
        expect(desktop.clipboardText).toBe('what was there');
      }
    });
});
