import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isComputerCode } from '../../../main/computer/error-codes.ts';
import type { ComputerInput } from '../../../main/computer/input.ts';
import { pictureOf } from '../../support/built-computer.ts';
import { FAULTS, type Fault, SILENT } from '../../support/faults/fault-plan.ts';
import { type FaultyComputer, openFaultyComputer } from '../../support/faults/faulty-computer.ts';
import { type Lane, Lanes } from '../../support/faults/lanes.ts';

/** Side by side; most of a case is waiting for processes to start and to be gone. */
const LANES = 3;
vi.setConfig({ maxConcurrency: LANES, testTimeout: 120_000 });

let lanes: Lanes;
beforeAll(async () => {
  lanes = await Lanes.open(LANES);
});
afterAll(() => lanes?.close());

/** Runs it with computer use of its own; at the end no helper is left and nothing is down. */
function withFaulty(work: (computer: FaultyComputer, lane: Lane) => Promise<void>): Promise<void> {
  return lanes.use(async (lane) => {
    const computer = openFaultyComputer(lane.env);
    try {
      await work(computer, lane);
    } finally {
      await computer.close();
    }
    await lane.nothingDown('at the end');
  });
}

const LOOK: ComputerInput = { action: 'screenshot' };
const READS: ComputerInput[] = [
  LOOK,
  { action: 'windows' },
  { action: 'wait', ms: 20 },
  { action: 'wait_for_change', timeout_ms: 50 },
];
const MOVES: ComputerInput[] = [
  { action: 'mouse_move', x: 300, y: 300 },
  { action: 'left_click', x: 300, y: 300, modifiers: ['ctrl'] },
  { action: 'right_click', x: 300, y: 300 },
  { action: 'double_click', x: 300, y: 300 },
  { action: 'left_click_drag', from: { x: 200, y: 200 }, to: { x: 600, y: 500 } },
  { action: 'scroll', x: 300, y: 300, direction: 'down', amount: 5 },
  { action: 'type', text: 'Grüße, A!' },
  { action: 'paste', text: 'pasted' },
  { action: 'key', chord: 'ctrl+shift+s' },
];
/** These are about a whole helper's life, or leave nothing wrong. */
const GARBAGE = FAULTS.filter((one) => !SILENT.includes(one) && one !== 'twice' && one !== 'another generation');

/** What a spoiled action must answer; null: it was done. */
function expectedCode(input: ComputerInput, fault: Fault): string | null {
  if (fault === 'twice') return null;
  if (MOVES.includes(input)) return 'outcome_unknown';
  if (fault === 'an error without a receipt') return 'own_window';
  // A line without an end is cut off: what it would have said is never known.
  return SILENT.includes(fault) || fault === 'over the cap' ? 'not_dispatched' : 'protocol_error';
}

/** Every action with every kind of silence and one kind of garbage; the click with all of them. */
const SESSIONS = [...READS, ...MOVES].map((input, i) => {
  const few: readonly Fault[] = ['kill before', 'kill after', 'stop', GARBAGE[i % GARBAGE.length] ?? 'no JSON'];
  const isAll = input.action === 'left_click';
  return { input, action: input.action, faults: isAll ? FAULTS.filter((one) => one !== 'another generation') : few };
});

test.concurrent.for(SESSIONS)('a session in which $action is spoiled again and again', ({ input, faults }) =>
  withFaulty(async (computer, lane) => {
    for (const fault of faults) {
      const before = await computer.act(LOOK);
      const bytes = Buffer.from(pictureOf(before).data);
      computer.arm({ fault, message: `act ${input.action}` });
      const result = await computer.act(input);
      expect(computer.hasStruck(), fault).toBe(true);
      expect(result.ok ? null : result.code, `${fault}: ${result.text}`).toBe(expectedCode(input, fault));
      // The next action works, on a helper that is whole.
      let next = await computer.act(LOOK);
      // A reply that comes twice may be read only when the next request is already on its way.
      if (fault === 'twice' && !next.ok && next.code === 'protocol_error') next = await computer.act(LOOK);
      expect(next, `${fault}: ${next.text}`).toMatchObject({ ok: true });
      expect(Buffer.from(pictureOf(before).data).equals(bytes), fault).toBe(true);
      await lane.nothingDown(fault);
    }
  }),
);

const KINDS: readonly Fault[] = ['kill before', 'kill after', 'stop', 'no JSON', 'wrong shape', 'over the cap'];

describe('a spoiled message that is no action', () => {
  const HELLO: readonly Fault[] = [...KINDS, 'another generation', 'unknown id'];

  test.concurrent.for(HELLO)('hello, %s', (fault) =>
    withFaulty(async (computer) => {
      computer.arm({ fault, message: 'hello' });
      const first = await computer.act(LOOK);
      expect(first.ok ? null : first.code, first.text).toBe(
        fault === 'another generation' ? 'protocol_error' : 'helper_fault',
      );
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
    }),
  );

  test.concurrent('idle: what is not known to be safe is not sent', () =>
    withFaulty(async (computer, lane) => {
      computer.config.computerUse.courtesy = 'yield';
      for (const fault of KINDS) {
        expect(await computer.act(LOOK), fault).toMatchObject({ ok: true });
        computer.arm({ fault, message: 'idle' });
        const click = await computer.act({ action: 'left_click', x: 300, y: 300 });
        expect(click.ok ? null : click.code, `${fault}: ${click.text}`).toBe('not_dispatched');
        expect(await computer.act(LOOK), fault).toMatchObject({ ok: true });
        await lane.nothingDown(fault);
      }
    }));

  test.concurrent.for(KINDS)('probe, %s: looking still works', (fault) =>
    withFaulty(async (computer) => {
      computer.arm({ fault, message: 'probe' });
      const first = await computer.act(LOOK);
      if (!first.ok) expect(isComputerCode(first.code), first.code).toBe(true);
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
    }),
  );

  test.concurrent('pause: it is not claimed, the helper is ended, and Resume makes room for a new one', () =>
    withFaulty(async (computer, lane) => {
      for (const fault of KINDS) {
        expect(await computer.act(LOOK), fault).toMatchObject({ ok: true });
        computer.arm({ fault, message: 'control' });
        expect((await computer.service.pause()).result, fault).toBe('unconfirmed');
        await computer.allGone();
        expect(await computer.act(LOOK), fault).toMatchObject({ code: 'paused' });
        await computer.service.resume();
        expect(await computer.act(LOOK), fault).toMatchObject({ ok: true });
        await lane.nothingDown(fault);
      }
    }));

  test.concurrent.for(KINDS)('shutdown, %s: no process is left', (fault) =>
    withFaulty(async (computer) => {
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
      computer.arm({ fault, message: 'shutdown' });
    }),
  );
});

test('two helpers that fall silent in a row open the breaker, which says when to try again', () =>
  withFaulty(async (computer) => {
    for (const _ of [1, 2]) {
      computer.arm({ fault: 'stop', message: 'act screenshot' });
      expect(await computer.act(LOOK)).toMatchObject({ code: 'not_dispatched' });
    }
    const refused = await computer.act(LOOK);
    expect(refused).toMatchObject({ code: 'capture_wedged', data: { retry_in_ms: expect.any(Number) } });
  }));
