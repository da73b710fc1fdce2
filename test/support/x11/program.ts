import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLineSplitter } from '../../../protocol/rpc/json-lines.ts';

/** Debian's own Python: the one that has the GTK bindings. */
const PYTHON = '/usr/bin/python3';

/** A test program that speaks JSON lines on stdout. */
export class LineProgram<T> {
  readonly lines: T[] = [];
  readonly child: ChildProcess;

  constructor(command: string, args: string[], env: Record<string, string>) {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    const splitter = createLineSplitter({
      limit: 1 << 26,
      onLine: (line) => this.lines.push(JSON.parse(line) as T),
      onOverflow: () => child.kill(),
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => splitter.push(text));
    child.stdin.on('error', () => undefined);
  }

  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** The first line from `from` on that fits; fails after twenty seconds. */
  async until(fits: (line: T) => boolean, from = 0): Promise<T> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = this.lines.slice(from).find(fits);
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`Waited in vain. Last lines: ${JSON.stringify(this.lines.slice(-5))}`);
      await delay(5);
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.on('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

export interface PointerEvent {
  type: 'ready' | 'down' | 'up' | 'move' | 'keydown' | 'keyup';
  x: number;
  y: number;
  state: number;
  detail: number;
  keysym?: number;
}

/** A window over the whole screen with a square each `step` device pixels; says what input it gets. */
export async function startRecorder(
  env: Record<string, string>,
  width: number,
  height: number,
  step: number,
): Promise<LineProgram<PointerEvent>> {
  const script = join(import.meta.dirname, 'recorder.ts');
  const parts = [script, String(width), String(height), String(step)];
  const recorder = new LineProgram<PointerEvent>(process.execPath, parts, env);
  await recorder.until((line) => line.type === 'ready');
  return recorder;
}

export interface EntryLine {
  text?: string;
  focused?: boolean;
  cleared?: boolean;
}

/** A focused GTK text entry that says its text. */
export async function startEntry(
  env: Record<string, string>,
  title: string,
  options: { manyLines?: boolean } = {},
): Promise<LineProgram<EntryLine>> {
  const script = join(import.meta.dirname, 'entry.py');
  const entry = new LineProgram<EntryLine>(
    PYTHON,
    [script, title, ...(options.manyLines ? ['--many-lines'] : [])],
    env,
  );
  try {
    await entry.until((line) => line.focused === true);
  } catch (error) {
    await entry.stop();
    throw error;
  }
  return entry;
}

/** Another program's clipboard, through GTK. */
export class ClipboardProgram {
  readonly #program: LineProgram<Record<string, unknown>>;

  constructor(env: Record<string, string>) {
    this.#program = new LineProgram(PYTHON, [join(import.meta.dirname, 'clipboard.py')], env);
  }

  async #ask(command: object): Promise<Record<string, unknown>> {
    await this.#program.until((line) => line['ready'] === true);
    const from = this.#program.lines.length;
    this.#program.send(JSON.stringify(command));
    return this.#program.until(() => true, from);
  }

  async own(formats: Record<string, Buffer>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'fermix-clipboard-'));
    const paths: Record<string, string> = {};
    for (const [i, [name, data]] of Object.entries(formats).entries()) {
      paths[name] = join(folder, String(i));
      await writeFile(paths[name], data);
    }
    await this.#ask({ own: paths });
    await rm(folder, { recursive: true });
  }

  async read(format: string): Promise<Buffer | null> {
    const { data } = await this.#ask({ read: format });
    return typeof data === 'string' ? Buffer.from(data, 'base64') : null;
  }

  async formats(): Promise<string[]> {
    return ((await this.#ask({ formats: true }))['formats'] as string[]).sort();
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
