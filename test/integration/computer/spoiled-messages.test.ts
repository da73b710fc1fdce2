import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../../main/agent/ports.ts';
import { isComputerCode } from '../../../main/computer/error-codes.ts';
import { helperEnvironment } from '../../../main/computer/helper-environment.ts';
import { createHelperStarter } from '../../../main/computer/helper-process.ts';
import type { ComputerInput } from '../../../main/computer/input.ts';
import { createSystemClock } from '../../../main/host/system-ports.ts';
import { openBuiltComputer, pictureOf } from '../../support/built-computer.ts';
import { openDisplay, type VirtualDisplay } from '../../support/display.ts';
import { FAULTS, type Fault, type FaultPlan } from '../../support/faults/fault-plan.ts';
import { isRunning } from '../../support/relayed-helper.ts';
import { type LineProgram, type PointerEvent, startRecorder } from '../../support/x11/program.ts';

const SCREEN = { width: 1280, height: 800 };
const SUPPORT = join(import.meta.dirname, '../../support');
const run = promisify(execFile);

let display: VirtualDisplay;
let recorder: LineProgram<PointerEvent>;

beforeAll(async () => {
  display = await openDisplay({ ...SCREEN, windowManager: false, dbus: false });
  recorder = await startRecorder(display.env, SCREEN.width, SCREEN.height, 160);
});
afterAll(async () => {
  await recorder?.stop();
  await display?.stop();
});

/** Deadlines of half a minute are over after four seconds, those of five after half of that; starting has its time. */
function hurriedClock(): Clock {
  const clock = createSystemClock();
  const shorter = (ms: number) => (ms >= 30_000 ? 4_000 : ms === 5_000 ? 2_500 : ms);
  return { now: () => clock.now(), sleep: (ms, signal) => clock.sleep(shorter(ms), signal) };
}

function openFaulty(plan: FaultPlan) {
  let started = 0;
  const environment = helperEnvironment({ ...process.env, ...display.env }, process.platform);
  const computer = openBuiltComputer(display.env, {
    clock: hurriedClock(),
    starter: {
      // Only the first helper is spoiled: what follows must work.
      start(program) {
        started += 1;
        const spoiled = started === 1;
        const env = { ...environment, FAULT_PLAN: JSON.stringify({ ...plan, lateMs: 5_000 }) };
        const entry = join(SUPPORT, 'faults/faulty-helper.ts');
        return createHelperStarter(spoiled ? env : environment).start(spoiled ? { ...program, entry } : program);
      },
    },
  });
  return computer;
}

async function stillDown(): Promise<unknown> {
  const { stdout } = await run(process.execPath, [join(SUPPORT, 'x11/pressed.ts')], {
    env: { ...process.env, ...display.env },
    timeout: 20_000,
  });
  return JSON.parse(stdout);
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
const SILENT: readonly Fault[] = ['kill before', 'kill after', 'stop', 'late'];
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
const CASES = [...READS, ...MOVES].flatMap((input, i) => {
  const all: readonly Fault[] =
    input.action === 'left_click' ? FAULTS.filter((one) => one !== 'another generation') : [];
  const few: readonly Fault[] = ['kill before', 'kill after', 'stop', GARBAGE[i % GARBAGE.length] ?? 'no JSON'];
  return (all.length > 0 ? all : few).map((fault) => ({ input, fault, name: `${input.action}, ${fault}` }));
});

test.for(CASES)('a spoiled action: $name', async ({ input, fault }) => {
  const count = input === LOOK ? 1 : 0;
  const computer = openFaulty({ fault, message: `act ${input.action}`, count });
  try {
    const before = await computer.act(LOOK);
    const bytes = Buffer.from(pictureOf(before).data);
    const result = await computer.act(input);
    expect(result.ok ? null : result.code, result.text).toBe(expectedCode(input, fault));
    // The next action works, on a helper that is whole.
    let next = await computer.act(LOOK);
    // A reply that comes twice may be read only when the next request is already on its way.
    if (fault === 'twice' && !next.ok && next.code === 'protocol_error') next = await computer.act(LOOK);
    expect(next, next.text).toMatchObject({ ok: true });
    expect(Buffer.from(pictureOf(before).data).equals(bytes)).toBe(true);
    await expect.poll(stillDown, { timeout: 8_000, interval: 100 }).toEqual({ keys: 0, buttons: 0 });
  } finally {
    await computer.service.close();
  }
  await allGone(computer);
});

async function allGone({ lines }: ReturnType<typeof openFaulty>): Promise<void> {
  const pids = lines.flatMap(({ event, fields }) =>
    event === 'computer.helper_started' ? [Number(fields['pid'])] : [],
  );
  await expect.poll(() => pids.filter(isRunning), { timeout: 5_000 }).toEqual([]);
}

describe('a spoiled message that is no action', () => {
  const KINDS: readonly Fault[] = ['kill before', 'kill after', 'stop', 'no JSON', 'wrong shape', 'over the cap'];
  const HELLO: readonly Fault[] = [...KINDS, 'another generation', 'unknown id'];

  test.for(HELLO)('hello, %s', async (fault) => {
    const computer = openFaulty({ fault, message: 'hello', count: 0 });
    try {
      const first = await computer.act(LOOK);
      expect(first.ok ? null : first.code).toBe(fault === 'another generation' ? 'protocol_error' : 'helper_fault');
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
    } finally {
      await computer.service.close();
    }
    await allGone(computer);
  });

  test.for(KINDS)('idle, %s', async (fault) => {
    const computer = openFaulty({ fault, message: 'idle', count: 0 });
    computer.config.computerUse.courtesy = 'yield';
    try {
      await computer.act(LOOK);
      const click = await computer.act({ action: 'left_click', x: 300, y: 300 });
      expect(click.ok ? null : click.code, click.text).toBe('not_dispatched');
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
      expect(await stillDown()).toEqual({ keys: 0, buttons: 0 });
    } finally {
      await computer.service.close();
    }
    await allGone(computer);
  });

  test.for(KINDS)('probe, %s: looking still works', async (fault) => {
    const computer = openFaulty({ fault, message: 'probe', count: 0 });
    try {
      const first = await computer.act(LOOK);
      if (!first.ok) expect(isComputerCode(first.code), first.code).toBe(true);
      expect(await computer.act(LOOK)).toMatchObject({ ok: true });
    } finally {
      await computer.service.close();
    }
    await allGone(computer);
  });

  test.for(KINDS)(
    'pause, %s: it is not claimed, the helper is ended, and Resume makes room for a new one',
    async (fault) => {
      const computer = openFaulty({ fault, message: 'control', count: 0 });
      try {
        await computer.act(LOOK);
        expect((await computer.service.pause()).result).toBe('unconfirmed');
        await allGone(computer);
        expect(await computer.act(LOOK)).toMatchObject({ code: 'paused' });
        await computer.service.resume();
        expect(await computer.act(LOOK)).toMatchObject({ ok: true });
      } finally {
        await computer.service.close();
      }
      await allGone(computer);
    },
  );

  test.for(KINDS)('shutdown, %s: no process is left', async (fault) => {
    const computer = openFaulty({ fault, message: 'shutdown', count: 0 });
    await computer.act(LOOK);
    await computer.service.close();
    await allGone(computer);
    expect(await stillDown()).toEqual({ keys: 0, buttons: 0 });
  });
});

test('two helpers that fall silent in a row open the breaker, which says when to try again', async () => {
  const environment = helperEnvironment({ ...process.env, ...display.env }, process.platform);
  const entry = join(SUPPORT, 'faults/faulty-helper.ts');
  const plan: FaultPlan = { fault: 'stop', message: 'act screenshot', count: 0 };
  const starter = createHelperStarter({ ...environment, FAULT_PLAN: JSON.stringify(plan) });
  const computer = openBuiltComputer(display.env, {
    clock: hurriedClock(),
    starter: { start: (program) => starter.start({ ...program, entry }) },
  });
  try {
    expect(await computer.act(LOOK)).toMatchObject({ code: 'not_dispatched' });
    expect(await computer.act(LOOK)).toMatchObject({ code: 'not_dispatched' });
    const refused = await computer.act(LOOK);
    expect(refused).toMatchObject({ code: 'capture_wedged', data: { retry_in_ms: expect.any(Number) } });
  } finally {
    await computer.service.close();
  }
  await allGone(computer);
});
