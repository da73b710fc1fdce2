import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createStdioTransport } from '../../helper/stdio-transport.ts';
import { HELPER_PROTOCOL_VERSION, helperContract, REPLY_LINE_LIMIT } from '../../protocol/helper/operations.ts';
import { createCaller } from '../../protocol/rpc/caller.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type BenchRow, median } from './row.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HELPER = join(ROOT, 'out', 'helper');
const WARM_UP = 3;
const ROUNDS = 15;
const CALL = { timeoutMs: 30_000 };

/** What each contender is compared to, and by how much the helper must beat it; the ideal may be 1.3 times faster. */
const TARGETS = [
  { contender: 'screenshot-desktop', against: 'screenshot-desktop png, same resize and encode', times: 10 },
  { contender: 'ImageMagick', against: 'ImageMagick import and convert', times: 8 },
  { contender: 'nut-js', against: 'nut-js grab, same resize and encode', times: 1 },
] as const;
const IDEAL_LIMIT = 1.3;

/** A desktop with text in colours, as people have it: two terminals and an editor. */
function openPrograms(env: NodeJS.ProcessEnv): () => void {
  const start = (command: string, ...args: string[]) => spawn(command, args, { env, stdio: 'ignore', cwd: ROOT });
  const wait = '; sleep 600';
  const children = [
    start('xterm', '-geometry', '120x40+20+20', '-e', 'sh', '-c', `ls -la --color=always /usr/bin | head -400${wait}`),
    start('mousepad', join(ROOT, 'package-lock.json')),
    start('xterm', '-geometry', '150x50+900+200', '-e', 'sh', '-c', `cat protocol/rpc/*.ts${wait}`),
  ];
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}

/** The built helper; each run gives the milliseconds it measured itself from the grab to the encoded picture. */
async function startHelper(env: NodeJS.ProcessEnv): Promise<{ run(): Promise<number>; stop(): void }> {
  const child = spawn(join(HELPER, 'node'), [join(HELPER, 'index.mjs')], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const transport = createStdioTransport(child.stdout, child.stdin, REPLY_LINE_LIMIT);
  const caller = createCaller(helperContract, transport, {
    set: (run, ms) => setTimeout(run, ms),
    clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
  });
  const greeting = { protocolVersion: HELPER_PROTOCOL_VERSION, appVersion: 'bench', appPid: process.pid };
  const { generation } = await caller.call('hello', greeting, CALL);
  const order = { generation, authority: 1, deadlineMs: 25_000, display: 0, region: null, check: null, annotate: true };
  return {
    async run() {
      const { receipt } = await caller.call('act', { ...order, action: { action: 'screenshot' } }, CALL);
      return receipt.timingsMs.capture + receipt.timingsMs.encode;
    },
    stop: () => void child.kill('SIGTERM'),
  };
}

function startContenders(env: NodeJS.ProcessEnv): { run(name: string): Promise<number>; stop(): void } {
  const script = join(import.meta.dirname, 'screenshot', 'contender.ts');
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'], cwd: ROOT });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(name) {
      child.stdin.write(`${name}\n`);
      const answer = await answers.next();
      if (answer.done) throw new Error(`The process of ${name} ended.`);
      return (JSON.parse(answer.value) as { ms: number }).ms;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Measures one after the other in each round, so that a busy moment meets all of them alike. */
async function measure(env: NodeJS.ProcessEnv): Promise<Record<string, number>> {
  const helper = await startHelper(env);
  const contenders = startContenders(env);
  const names = ['ideal', ...TARGETS.map((one) => one.contender)];
  const times: Record<string, number[]> = { helper: [] };
  for (const name of names) times[name] = [];
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const ours = await helper.run();
      if (round >= 0) times['helper']?.push(ours);
      for (const name of names) {
        const theirs = await contenders.run(name);
        if (round >= 0) times[name]?.push(theirs);
      }
    }
  } finally {
    helper.stop();
    contenders.stop();
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

function rowsOf(medians: Record<string, number>): BenchRow[] {
  const value = medians['helper'] ?? Number.NaN;
  const row = { name: 'screenshot', value, unit: 'ms' };
  const faster = TARGETS.map(({ contender, against, times }) => {
    const theirs = medians[contender] ?? Number.NaN;
    const ratio = theirs / value;
    const target = times === 1 ? 'faster' : `at least ${times} times faster`;
    return { ...row, against: `${against}: ${theirs.toFixed(1)} ms`, ratio, target, ok: ratio >= times };
  });
  const ideal = medians['ideal'] ?? Number.NaN;
  const ratio = value / ideal;
  const against = `shared-memory grab, resize and encode of ready RGB: ${ideal.toFixed(1)} ms`;
  return [...faster, { ...row, against, ratio, target: `at most ${IDEAL_LIMIT} times`, ok: ratio <= IDEAL_LIMIT }];
}

/** A 1920x1080 X11 screen to a model-ready PNG, timed inside the helper. */
export async function run(): Promise<BenchRow[]> {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  const env = { ...process.env, ...display.env };
  const close = openPrograms(env);
  try {
    await delay(3_000);
    return rowsOf(await measure(env));
  } finally {
    close();
    await display.stop();
  }
}
