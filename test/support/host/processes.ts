import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
export const HOST_MAIN = path('./host-main.ts');
export const PRINT_STANDING = path('./print-standing.ts');
/** The built command: what a user runs. */
export const CLI_MAIN = path('../../../out/cli/index.js');

/** How long a test waits for a process to do what it must, in milliseconds. */
const PATIENCE_MS = 20_000;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StartOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Its whole standard input. */
  input?: string;
  /** Keeps standard input open for `type`. */
  typing?: boolean;
}

export interface Running {
  child: ChildProcess;
  pid: number;
  /** Types into its standard input; only for a process started with `typing`. */
  type(text: string): void;
  /** Resolves when stdout or stderr holds the text. */
  sees(text: string): Promise<void>;
  ended: Promise<Ended>;
}

/** Folders and processes of one test file; `dispose` ends and removes them all. */
export class Workshop {
  readonly #running = new Set<ChildProcess>();
  readonly #folders: string[] = [];

  folder(name = 'fermix-test-'): string {
    const folder = mkdtempSync(join(tmpdir(), name));
    this.#folders.push(folder);
    return folder;
  }

  /** Starts a program in a session of its own: it has no terminal, wherever the tests run. */
  start(command: readonly string[], options: StartOptions = {}): Running {
    const [file = '', ...args] = command;
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      detached: true,
      stdio: [options.input === undefined && !options.typing ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    if (options.input !== undefined) child.stdin?.end(options.input);
    const seen = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      seen.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      seen.stderr += text;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        this.#running.delete(child);
        resolve({ code, ...seen });
      });
    });
    ended.catch(() => undefined);
    const sees = (text: string) =>
      until(
        () => seen.stdout.includes(text) || seen.stderr.includes(text),
        () => `${command.join(' ')} did not print "${text}" but ${JSON.stringify(seen)}`,
      );
    return { child, pid: child.pid ?? 0, type: (text) => void child.stdin?.write(text), sees, ended };
  }

  async startHost(home: string, role: 'app' | 'cli' = 'app', env: NodeJS.ProcessEnv = {}): Promise<Running> {
    const host = this.start([process.execPath, HOST_MAIN, home, role], { env });
    await host.sees('ready');
    return host;
  }

  cli(home: string, args: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return this.start([process.execPath, CLI_MAIN, '--home', home, ...args], options).ended;
  }

  async dispose(): Promise<void> {
    for (const child of this.#running) {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    }
    await until(
      () => this.#running.size === 0,
      () => 'processes of the test did not end',
    );
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for a condition; fails with the words when it does not come true. */
export async function until(condition: () => boolean | Promise<boolean>, words: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(words());
    await delay(20);
  }
}

/** Wraps a command so that it runs on a terminal of its own. */
export function onTerminal(command: readonly string[]): string[] {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return ['script', '-qec', quoted, '/dev/null'];
}
