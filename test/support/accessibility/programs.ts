import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Element, MarksReading } from '../../../protocol/helper/accessibility.ts';
import type { Picture } from '../../../protocol/helper/act.ts';
import { fullCrop, type Point, regionCrop, toDevice } from '../../../protocol/helper/geometry.ts';
import type { HelperProcess } from '../helper-process.ts';
import { LineProgram } from '../x11/program.ts';

const PYTHON = '/usr/bin/python3';
const WAIT_MS = 25_000;

/** What the test windows of controls say. */
export interface ControlLine {
  ready?: boolean;
  clicked?: string;
  text?: string;
  value?: number;
  chosen?: string;
  done?: string;
  /** GTK 4: what is seen of each control on the window's surface, in units of the program: x, y, width, height. */
  places?: Record<string, [number, number, number, number]>;
}

/** One of the windows of controls in this folder, ready to be used. */
export async function openControls(
  kind: 'gtk3' | 'gtk4' | 'qt6' | 'many_gtk3' | 'many_gtk4' | 'many_qt6',
  env: Record<string, string>,
  title: string,
  ...rest: string[]
): Promise<LineProgram<ControlLine>> {
  const script = join(import.meta.dirname, `controls_${kind}.py`);
  const program = new LineProgram<ControlLine>(PYTHON, [script, title, ...rest], env);
  try {
    await program.until((line) => line.ready === true);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return program;
}

/** A program that is only looked at from outside; ends with all its children. */
export interface Started {
  pid: number;
  stop(): Promise<void>;
}

export function startProgram(command: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
  return { pid: child.pid ?? 0, stop: () => endGroup(child) };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => child.on('exit', resolve));
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
  await gone;
}

/** A browser window on a page of our own, which reads no settings of the machine's owner. */
export function startBrowser(page: string, env: Record<string, string>, ...switches: string[]): Started {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-browser-'));
  const fixed = ['--no-sandbox', '--test-type', '--no-first-run', '--password-store=basic', '--disable-gpu'];
  const address = `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
  const browser = startProgram(
    'chromium',
    [...fixed, `--user-data-dir=${folder}`, ...switches, `--app=${address}`],
    env,
  );
  const stop = async () => {
    await browser.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { pid: browser.pid, stop };
}

/** One object of the reference library's reading; places are root pixels as the program tells them. */
export interface OracleNode {
  role: string;
  name: string;
  states: string[];
  extents: [number, number, number, number] | null;
  actions: string[];
  scrollers: ([number, number, number, number] | null)[];
  parent: string;
  /** Something above it is not shown. */
  hidden: boolean;
}

/** The whole tree of a process, read by python3-pyatspi; empty while it publishes none. */
export async function readOracle(pid: number, env: Record<string, string>): Promise<OracleNode[]> {
  const script = join(import.meta.dirname, 'oracle.py');
  const options = { env: { ...process.env, ...env }, timeout: WAIT_MS, maxBuffer: 1 << 26 };
  const { stdout } = await promisify(execFile)(PYTHON, [script, String(pid)], options);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as OracleNode[];
}

/** Asks again until the answer is there. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, words: string): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${words}.`);
    await delay(100);
  }
}

/** The region that shows the window of this title, as the helper lists it. */
export async function regionOf(helper: HelperProcess, title: string) {
  const { reading } = await helper.act({ action: { action: 'windows' } });
  if (reading?.kind !== 'windows') throw new Error('No list of windows came back.');
  return reading.items.find((one) => one.title === title) ?? null;
}

/** A marked picture of one window. */
export async function markedPicture(
  helper: HelperProcess,
  title: string,
): Promise<{ picture: Picture; marks: MarksReading }> {
  const window = await eventually(() => regionOf(helper, title), `the window ${title}`);
  const { picture } = await helper.act({ action: { action: 'screenshot', marks: true }, region: window.region });
  if (!picture?.marks) throw new Error('No marks came back.');
  return { picture, marks: picture.marks };
}

/** The list of controls of one window. */
export async function listed(helper: HelperProcess, title: string) {
  const window = await eventually(() => regionOf(helper, title), `the window ${title}`);
  const { reading } = await helper.act({ action: { action: 'elements' }, region: window.region });
  if (reading?.kind !== 'elements') throw new Error('No list of controls came back.');
  return { reading, region: window.region };
}

/** Where a point of a picture is on the screen. */
export function onScreen({ region, facts }: Pick<Picture, 'region' | 'facts'>, at: Point): Point {
  const crop = region ? regionCrop(facts, region) : fullCrop(facts);
  if (!crop) throw new Error('The region is outside the display.');
  const device = toDevice(crop, at);
  return { x: facts.x + device.x, y: facts.y + device.y };
}

export const named = (items: readonly Element[], name: string): Element => {
  const found = items.find((one) => one.name === name);
  if (!found) throw new Error(`No control is called ${name}: ${items.map((one) => one.name).join(', ')}`);
  return found;
};
