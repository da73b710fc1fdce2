import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComputerInput } from '../../../main/computer/input.ts';
import type { ToolResult } from '../../../main/registry/capability.ts';
import { startNestedDisplay, startVirtualDisplay } from '../../../scripts/lib/virtual-display.mjs';
import { openBuiltComputer } from '../../support/built-computer.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { LineProgram } from '../../support/x11/program.ts';

/** A raw event as `input-log.ts` prints it; `at` is the server's time in ms. */
interface LogLine {
  type: 'ready' | 'state' | 'keydown' | 'keyup' | 'down' | 'up' | 'move';
  at: number;
  detail: number;
  isSynthetic: boolean;
  keys?: number[];
  buttons?: number;
}

const RUNS = 200;
const LIMIT_MS = 100;
/** How long the person is quiet before the agent takes its turn; more than the limit, so that the two can be told apart. */
const QUIET_MS = 120;
/** F12, which no action of this test presses. */
const FOREIGN_KEY = 96;
/** A key and a wheel step that do nothing in the terminal that gets them. */
const PERSON_KEY = 67;

type Kind = keyof typeof ACTIONS;

const point = (random: Random) => ({ x: 40 + random.below(500), y: 40 + random.below(380) });
const ACTIONS = {
  mouse_move: (random: Random) => ({ ...point(random) }),
  left_click: (random: Random) => ({ ...point(random) }),
  right_click: (random: Random) => ({ ...point(random) }),
  double_click: (random: Random) => ({ ...point(random) }),
  left_click_drag: (random: Random) => ({ from: point(random), to: point(random) }),
  scroll: (random: Random) => ({ ...point(random), direction: 'down', amount: 20 + random.below(30) }),
  type: (random: Random) => ({ text: 'The quick brown Fox. '.repeat(4 + random.below(20)) }),
  paste: () => ({ text: 'pasted words' }),
  key: () => ({ chord: 'ctrl+shift+k' }),
} satisfies Record<string, (random: Random) => object>;
const KINDS = Object.keys(ACTIONS) as Kind[];
/** Own events of the longer actions after which the person may begin, so that they begin in the middle. */
const LATEST: Partial<Record<Kind, number>> = { left_click_drag: 9, scroll: 24, type: 60, double_click: 3 };

let outer: Awaited<ReturnType<typeof startVirtualDisplay>>;
let inner: Awaited<ReturnType<typeof startNestedDisplay>>;
let log: LineProgram<LogLine>;
let person: LineProgram<{ done: boolean }>;
let remote: LineProgram<{ done: boolean }>;
let computer: ReturnType<typeof openBuiltComputer>;

const support = (name: string, env: Record<string, string>) =>
  new LineProgram<never>(process.execPath, [join(import.meta.dirname, '../../support/x11', name)], env);

beforeAll(async () => {
  outer = await startVirtualDisplay({ width: 640, height: 480, windowManager: false, dbus: false });
  inner = await startNestedDisplay(outer, { width: 640, height: 480 });
  const env = { ...process.env, ...inner.env };
  // Swallows what is typed; without a window manager the window under the pointer gets the keys.
  spawn('xterm', ['-geometry', '110x40+0+0', '-e', 'stty -echo; exec cat > /dev/null'], { env, stdio: 'ignore' });
  log = support('input-log.ts', inner.env);
  person = support('person.ts', outer.env);
  remote = support('person.ts', inner.env);
  computer = openBuiltComputer(inner.env);
  Object.assign(computer.config.computerUse, { courtesy: 'yield', courtesyIdleMs: QUIET_MS, maxActions: 10_000 });
  computer.config.computerUse.screenshotAfter = false;
  await Promise.all([log.until((line) => line.type === 'ready'), person.until(() => true), remote.until(() => true)]);
  await tell(person, 'move 300 200');
});

afterAll(async () => {
  await computer?.service.close();
  await Promise.all([log, person, remote].map((program) => program?.stop()));
  await inner?.stop();
  await outer?.stop();
});

async function tell(who: LineProgram<{ done: boolean }>, line: string): Promise<void> {
  const from = who.lines.length;
  who.send(line);
  await who.until(() => true, from);
}

async function state(): Promise<{ keys: number[]; buttons: number }> {
  const from = log.lines.length;
  log.send('state');
  const { keys = [], buttons = 0 } = await log.until((line) => line.type === 'state', from);
  return { keys, buttons };
}

interface Run {
  kind: Kind;
  result: ToolResult;
  /** Milliseconds that own events went on after the person's first one. */
  over: number;
}

let lastInput = 0;

/** The person has been quiet long enough for the agent to begin at once. */
const quiet = () => expect.poll(() => performance.now() - lastInput > QUIET_MS, { interval: 5 }).toBe(true);

/** One action with a person who begins at a seeded moment of it. */
async function runOnce(random: Random, kind: Kind): Promise<Run> {
  const screen = await computer.act({ action: 'screenshot' });
  if (!screen.ok) throw new Error(screen.text);
  await quiet();
  const from = log.lines.length;
  let isOver = false;
  const acting = computer.act({ action: kind, ...ACTIONS[kind](random) } as ComputerInput).finally(() => {
    isOver = true;
  });
  const seen = random.below((LATEST[kind] ?? 1) + 1);
  // The short actions have no events to go by between the call and their few strokes.
  if (!LATEST[kind]) await delay(random.below(80));
  const own = () => log.lines.slice(from).filter((line) => line.isSynthetic).length;
  await expect.poll(() => isOver || own() >= seen, { interval: 1, timeout: 20_000 }).toBe(true);
  const isRemote = random.below(5) === 0;
  if (isRemote) await tell(remote, `key ${FOREIGN_KEY}`);
  else await tell(person, personsEvent(random));
  const first = await log.until((line) => line.type !== 'state' && isPersons(line), from);
  lastInput = performance.now();
  const result = await acting;
  await state();
  const events = log.lines.slice(from).filter((line) => line.type !== 'state');
  const gaps = events.filter((line) => !isPersons(line)).map((line) => line.at - first.at);
  // The person came before the action had begun: it waited for its turn, which is the other half of courtesy.
  if (result.text.includes('It waited until the owner had stopped')) {
    expect(Math.min(...gaps), result.text).toBeGreaterThanOrEqual(QUIET_MS);
    return { kind, result, over: 0 };
  }
  return { kind, result, over: Math.max(0, ...gaps) };
}

function isPersons({ isSynthetic, type, detail }: LogLine): boolean {
  return !isSynthetic || (type.startsWith('key') && detail === FOREIGN_KEY);
}

function personsEvent(random: Random): string {
  const { x, y } = point(random);
  return [`key ${PERSON_KEY}`, `move ${x} ${y}`, 'button 1', 'button 4'][random.below(4)] ?? '';
}

describe('a person who begins to use mouse or keyboard during an action', () => {
  test(`${RUNS} seeded runs: nothing goes on for more than ${LIMIT_MS} ms, nothing stays down, and it says that it stepped aside`, async () => {
    const random = createRandom(20_261_130);
    const runs: Run[] = [];
    for (let i = 0; i < RUNS; i++) {
      const kind = KINDS[i % KINDS.length] ?? 'key';
      const run = await runOnce(random, kind);
      runs.push(run);
      const what = `run ${i}, ${kind}: ${JSON.stringify({ over: run.over, text: run.result.text.slice(0, 200) })}`;
      expect(run.over, what).toBeLessThanOrEqual(LIMIT_MS);
      expect(await state(), what).toEqual({ keys: [], buttons: 0 });
      if (run.result.ok) continue;
      // What the person did before the first event can have changed the target, which is said in its own words.
      if (run.result.code === 'target_changed' && run.over === 0) continue;
      expect(['interrupted', 'user_active'], what).toContain(run.result.code);
      expect(run.result.text, what).toContain('stepped aside');
    }
    // The long actions are met in the middle every time, or nothing of the above says much.
    for (const kind of ['left_click_drag', 'scroll', 'type'] as const) {
      const met = runs.filter((run) => run.kind === kind && !run.result.ok);
      expect(met.length, kind).toBeGreaterThan(runs.filter((run) => run.kind === kind).length / 2);
    }
    if (process.env['FERMIX_TEST_FACTS']) process.stderr.write(`${summary(runs)}\n`);
  }, 170_000);
});

function summary(runs: readonly Run[]): string {
  return KINDS.map((kind) => {
    const mine = runs.filter((run) => run.kind === kind);
    const count = (test: (run: Run) => boolean) => mine.filter(test).length;
    const code = (name: string) => count((run) => !run.result.ok && run.result.code === name);
    const worst = Math.max(...mine.map((run) => run.over));
    return `${kind}: ${mine.length} runs, ${code('interrupted')} interrupted, ${code('user_active')} stepped aside before, worst ${worst} ms`;
  }).join('\n');
}
