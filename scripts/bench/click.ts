import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createComputer } from '../../main/computer/create-computer.ts';
import { readManifest } from '../../main/computer/helper-manifest.ts';
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

/** A dialog that draws nothing by itself: no caret, no animation. */
async function showStillWindow(env: NodeJS.ProcessEnv): Promise<() => void> {
  const child = spawn('zenity', ['--info', '--text=Still', '--width=900', '--height=600'], { env, stdio: 'ignore' });
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
    helperDirectory: HELPER,
    environment: env,
    platform: { os: process.platform, arch: process.arch },
    appVersion: '0',
    appPid: process.pid,
    manifest: readManifest(JSON.parse(readFileSync(join(HELPER, 'manifest.json'), 'utf8'))),
  }).service;
}

/** One click through all checks until the picture after it is in the host's hands. Milliseconds a click. */
async function measure(computer: ReturnType<typeof openComputer>): Promise<number[]> {
  const context = { caller: OWNER, turnId: 'bench', signal: new AbortController().signal };
  await computer.act({ action: 'screenshot' }, context);
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const start = performance.now();
    const result = await computer.act({ action: 'left_click', x: 683, y: 384 }, context);
    const took = performance.now() - start;
    if (!result.ok || !result.pictures?.some((one) => one.role === 'after')) throw new Error(result.text);
    if (run >= WARM_UP) times.push(took);
  }
  return times;
}

/** Click to the picture after it, on a still 1920x1080 screen, against the fixed wait of the common demo. */
export const run: Bench = async () => {
  const display = await startVirtualDisplay({ width: 1920, height: 1080 });
  const env = { ...process.env, ...display.env };
  const home = mkdtempSync(join(tmpdir(), 'fermix-bench-'));
  const computer = openComputer(env, home);
  try {
    const close = await showStillWindow(env);
    const value = median(await measure(computer));
    close();
    const ratio = FIXED_WAIT_MS / value;
    return {
      name: 'click',
      value: Math.round(value),
      unit: 'ms',
      against: `fixed wait, ${FIXED_WAIT_MS} ms`,
      ratio,
      target: `at most ${LIMIT_MS} ms and at least 10 times faster`,
      ok: value <= LIMIT_MS && ratio >= 10,
    };
  } finally {
    await computer.close();
    await display.stop();
    rmSync(home, { recursive: true, force: true });
  }
};
