import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../main/agent/ports.ts';
import { helperEnvironment } from '../../../main/computer/helper-environment.ts';
import { createHelperStarter } from '../../../main/computer/helper-process.ts';
import { createSystemClock } from '../../../main/host/system-ports.ts';
import { openBuiltComputer } from '../built-computer.ts';
import { isRunning } from '../relayed-helper.ts';
import type { Fault, FaultPlan } from './fault-plan.ts';

/** Only a deadline ends these: the others must be noticed by what was said, or by the end of the process. */
const QUIET: readonly Fault[] = ['stop', 'late'];
/** How much of a helper's silence is waited for, instead of the five to thirty seconds of the product. */
const SILENCE_MS = 500;
/** How long an ended helper may take to be gone, on a machine that does much else. */
const GONE_MS = 8_000;
/** The deadlines for answers; sleeps outside these bounds are not about silence. */
const DEADLINES = { from: 5_000, to: 30_000 };

/** Computer use whose helpers stand behind one that spoils a message on demand. */
export interface FaultyComputer extends ReturnType<typeof openBuiltComputer> {
  /** The next message of this name is spoiled, once. Where that is silence, deadlines that run then end soon after. */
  arm(plan: FaultPlan): void;
  /** The planned message was sent. */
  hasStruck(): boolean;
  /** Fails when a helper still runs. */
  allGone(): Promise<void>;
  close(): Promise<void>;
}

export function openFaultyComputer(env: Record<string, string>): FaultyComputer {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-faults-'));
  const planFile = join(folder, 'plan.json');
  const entry = join(import.meta.dirname, 'faulty-helper.ts');
  const starter = createHelperStarter({
    ...helperEnvironment({ ...process.env, ...env }, process.platform),
    FAULT_PLAN: planFile,
  });
  let silence: Promise<void> | null = null;
  const hasStruck = () => !existsSync(planFile);
  const computer = openBuiltComputer(env, {
    clock: hurriedClock(() => (silence && !hasStruck() ? silence : null)),
    starter: { start: (program) => starter.start({ ...program, entry }) },
  });
  computer.config.computerUse.maxActions = 10_000;

  async function struck(): Promise<void> {
    while (!hasStruck()) await delay(20, undefined, { ref: false });
    await delay(SILENCE_MS);
  }

  async function allGone(): Promise<void> {
    const started = computer.lines.filter(({ event }) => event === 'computer.helper_started');
    const pids = started.map(({ fields }) => Number(fields['pid']));
    const deadline = Date.now() + GONE_MS;
    while (pids.some(isRunning) && Date.now() < deadline) await delay(20);
    const left = pids.filter(isRunning);
    if (left.length > 0) throw new Error(`Helpers still run: ${left.join(', ')}.`);
  }

  return {
    ...computer,
    arm(plan) {
      writeFileSync(planFile, JSON.stringify(plan));
      silence = QUIET.includes(plan.fault) ? struck() : null;
    },
    hasStruck,
    allGone,
    async close() {
      await computer.service.close();
      await allGone();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The system's clock, but a deadline that begins while a fault is planned ends when that fault was silent for long enough. */
function hurriedClock(silence: () => Promise<void> | null): Clock {
  const clock = createSystemClock();
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      const planned = silence();
      if (!planned || ms < DEADLINES.from || ms > DEADLINES.to) return clock.sleep(ms, signal);
      const over = new AbortController();
      void planned.then(() => over.abort());
      try {
        await clock.sleep(ms, AbortSignal.any([over.signal, ...(signal ? [signal] : [])]));
      } catch (error) {
        if (signal?.aborted || !over.signal.aborted) throw error;
      }
    },
  };
}
