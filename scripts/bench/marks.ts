import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openControls, startBrowser } from '../../test/support/accessibility/programs.ts';
import { HelperProcess } from '../../test/support/helper-process.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, type BenchRow, median } from './row.ts';

const WARM_UP = 3;
const ROUNDS = 15;
const BUTTONS = 120;
const MARKS = 100;

const PAGE = `<!doctype html><title>Marks</title><body style="margin:10px;font:15px sans-serif">${Array.from(
  { length: BUTTONS },
  (_, i) => `<button>Button ${i}</button>`,
).join(' ')}`;

interface Stand {
  name: string;
  limitMs: number;
  start(env: Record<string, string>): Promise<{ pid: number; stop(): Promise<void> }>;
}

async function openMany(kind: 'many_gtk3' | 'many_gtk4' | 'many_qt6', env: Record<string, string>) {
  const program = await openControls(kind, env, 'Marks', String(BUTTONS));
  return { pid: program.child.pid ?? 0, stop: () => program.stop() };
}

const STANDS: Stand[] = [
  { name: 'GTK 3', limitMs: 200, start: (env) => openMany('many_gtk3', env) },
  { name: 'GTK 4', limitMs: 200, start: (env) => openMany('many_gtk4', env) },
  { name: 'Qt 6', limitMs: 200, start: (env) => openMany('many_qt6', env) },
  { name: 'Chromium', limitMs: 150, start: async (env) => startBrowser(PAGE, env, '--start-maximized') },
];

/** The reference library walking the same tree and asking for the same facts, in a process that stays. */
function startReference(pid: number, env: NodeJS.ProcessEnv): { run(): Promise<number>; stop(): void } {
  const script = join(import.meta.dirname, 'marks', 'reference.py');
  const child = spawn('/usr/bin/python3', [script, String(pid)], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run() {
      child.stdin.write('go\n');
      const answer = await answers.next();
      if (answer.done) throw new Error('The reference library ended.');
      return (JSON.parse(answer.value) as { ms: number }).ms;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Milliseconds of a whole marked picture, and of the reading alone. */
async function marked(helper: HelperProcess): Promise<{ whole: number; reading: number }> {
  const start = performance.now();
  const { picture, receipt } = await helper.act({ action: { action: 'screenshot', marks: true }, annotate: true });
  const whole = performance.now() - start;
  const count = picture?.marks?.marks.length ?? 0;
  if (count < MARKS) throw new Error(`Only ${count} marks: ${picture?.marks?.note ?? 'no answer'}`);
  return { whole, reading: receipt.timingsMs.controls ?? Number.NaN };
}

async function ready(helper: HelperProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const isReady = await marked(helper).then(
      () => true,
      (error: unknown) => {
        if (attempt === 40) throw error;
        return false;
      },
    );
    if (isReady) return;
    await delay(250);
  }
}

/** One after the other in each round, so that a busy moment meets both alike. */
async function measure(stand: Stand): Promise<BenchRow[]> {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  const env = { ...process.env, ...display.env };
  const helper = await HelperProcess.start(display.env);
  // Programs publish their controls from their start only when somebody asked for it before.
  await helper.act({ action: { action: 'screenshot' } });
  const program = await stand.start(display.env);
  try {
    await ready(helper);
    const reference = startReference(program.pid, env);
    const times = { whole: [] as number[], reading: [] as number[], theirs: [] as number[] };
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [ours, theirs] = [await marked(helper), await reference.run()];
      if (round < 0) continue;
      times.whole.push(ours.whole);
      times.reading.push(ours.reading);
      times.theirs.push(theirs);
    }
    reference.stop();
    return rows(stand, median(times.whole), median(times.reading), median(times.theirs));
  } finally {
    await program.stop();
    await helper.stop();
    await display.stop();
  }
}

function rows({ name, limitMs }: Stand, whole: number, reading: number, theirs: number): BenchRow[] {
  const row = { name: 'marks', unit: 'ms' };
  const what = `${name}: ${MARKS} marks on a 1920x1080 picture`;
  const reference = `${name}: the reference library reads the same tree: ${theirs.toFixed(0)} ms`;
  return [
    {
      ...row,
      value: Math.round(whole),
      against: what,
      ratio: null,
      target: `at most ${limitMs} ms`,
      ok: whole <= limitMs,
    },
    {
      ...row,
      value: Math.round(reading),
      against: reference,
      ratio: theirs / reading,
      target: 'not slower',
      ok: reading <= theirs,
    },
  ];
}

/** Walk, filter, numbers and PNG, from the request to the answer in the app's hands. */
export const run: Bench = async () => {
  const all: BenchRow[] = [];
  for (const stand of STANDS) all.push(...(await measure(stand)));
  return all;
};
