import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createComputer } from '../../main/computer/create-computer.ts';
import { readManifest } from '../../main/computer/helper-manifest.ts';
import type { ComputerInput } from '../../main/computer/input.ts';
import { openConfig } from '../../main/config/open-config.ts';
import { createSystemClock, createSystemIds } from '../../main/host/system-ports.ts';
import type { Caller } from '../../main/registry/policy.ts';
import { startVirtualDisplay } from '../lib/virtual-display.mjs';
import { type Bench, median } from './row.ts';

const HELPER = join(import.meta.dirname, '../../out/helper');
const WARM_UP = 5;
const RUNS = 30;
const LIMIT_MS = 200;
/** What the common computer-use demo sleeps after each action before it takes its picture, without the picture. */
const FIXED_WAIT_MS = 2_000;

const OWNER: Caller = {
  trust: 'operator',
  origin: 'interactive',
  depth: 0,
  channel: 'window',
  conversationId: 'bench',
  replyPort: true,
  approvalPort: true,
  requestDirectory: null,
  shared: false,
  selfStarted: false,
  scheduled: false,
};

/** Programs whose caret does not blink and that do not animate: nothing is drawn that the click did not cause. */
function stillPrograms(env: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  mkdirSync(join(home, 'gtk-3.0'));
  const still = '[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n';
  writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), still);
  return { ...env, XDG_CONFIG_HOME: home };
}

/** A dialog with a focused field and two buttons, which draws nothing by itself. */
async function showStillWindow(env: NodeJS.ProcessEnv): Promise<() => void> {
  const child = spawn('zenity', ['--entry', '--text=Still', '--width=900', '--height=600'], { env, stdio: 'ignore' });
  const find = ['search', '--sync', '--onlyvisible', '--class', 'zenity'];
  await promisify(execFile)('xdotool', find, { env, timeout: 20_000 });
  return () => void child.kill('SIGKILL');
}

/** The host side of computer use as the app has it, on the display of `env`, with the settings a new home has. */
function openComputer(env: NodeJS.ProcessEnv, home: string) {
  writeFileSync(join(home, 'config.toml'), '[computer_use]\nenabled = true\n');
  const clock = createSystemClock();
  const quiet = () => undefined;
  return createComputer({
    clock,
    ids: createSystemIds(clock),
    log: { info: quiet, warn: quiet, error: quiet },
    config: openConfig({ home, env }),
    home,
    helperDirectory: HELPER,
    helperInPlace: true,
    environment: env,
    platform: { os: process.platform, arch: process.arch },
    appVersion: '0',
    appPid: process.pid,
    manifest: readManifest(JSON.parse(readFileSync(join(HELPER, 'manifest.json'), 'utf8'))),
  }).service;
}

type Computer = ReturnType<typeof openComputer>;

/** Each click through all checks until the picture after it is in the host's hands. Milliseconds a click. */
async function measure(computer: Computer, prepare: () => Promise<ComputerInput>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const input = await prepare();
    const start = performance.now();
    const result = await computer.act(input, contextOf(run));
    const took = performance.now() - start;
    if (!result.ok || !result.pictures?.some((one) => one.role === 'after')) throw new Error(result.text);
    if (run >= WARM_UP) times.push(took);
  }
  return times;
}

/** A turn for each click: together they are more than one message may do. */
const contextOf = (run: number) => ({
  caller: OWNER,
  turnId: `bench-${run}`,
  signal: new AbortController().signal,
});

/** The number on the dialog's field, from a fresh picture: the one after a click has none. */
async function numberOfField(computer: Computer): Promise<ComputerInput> {
  const { text } = await computer.act({ action: 'screenshot', marks: true }, contextOf(-1));
  const mark = /^(\d+) field /m.exec(text)?.[1];
  if (mark === undefined) throw new Error(`The dialog's field has no number: ${text}`);
  computer.newOwnerMessage(OWNER.conversationId);
  return { action: 'left_click', mark: Number(mark) };
}

/** Click to the picture after it, on a still 1920x1080 screen, against the fixed wait of the common demo. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  const env = { ...process.env, ...display.env };
  const home = mkdtempSync(join(tmpdir(), 'fermix-bench-'));
  const computer = openComputer(env, home);
  try {
    const close = await showStillWindow(stillPrograms(env, home));
    await computer.act({ action: 'screenshot' }, contextOf(-1));
    const byPoint = median(await measure(computer, async () => ({ action: 'left_click', x: 683, y: 384 })));
    const byMark = median(await measure(computer, () => numberOfField(computer)));
    close();
    const ratio = FIXED_WAIT_MS / byPoint;
    return [
      {
        name: 'click',
        value: Math.round(byPoint),
        unit: 'ms',
        against: `fixed wait, ${FIXED_WAIT_MS} ms`,
        ratio,
        target: `at most ${LIMIT_MS} ms and at least 10 times faster`,
        ok: byPoint <= LIMIT_MS && ratio >= 10,
      },
      {
        name: 'click',
        value: Math.round(byMark),
        unit: 'ms by mark',
        against: null,
        ratio: null,
        target: `at most ${LIMIT_MS} ms`,
        ok: byMark <= LIMIT_MS,
      },
    ];
  } finally {
    await computer.close();
    await display.stop();
    rmSync(home, { recursive: true, force: true });
  }
};
