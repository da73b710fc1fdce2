import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const ROOT = path('../../..');
/** The built command: what a user runs. */
export const CLI_MAIN = path('../../../out/cli/index.js');

/** How long a test waits for a process to do what it must, in milliseconds. */
const PATIENCE_MS = 30_000;

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
  #built: Promise<string> | null = null;

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
      env: { ...process.env, FERMIX_HELPER_IN_PLACE: '1', ...options.env },
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

  /** Starts the test's host; bundled first, since a process from sources needs seconds to read them. */
  async hostCommand(home: string, role: 'app' | 'cli' = 'app'): Promise<string[]> {
    return [process.execPath, join(await this.#programs(), 'host-main.js'), home, role, join(ROOT, 'out', 'helper')];
  }

  async standingCommand(home: string): Promise<string[]> {
    return [process.execPath, join(await this.#programs(), 'print-standing.js'), home];
  }

  async rawClientCommand(socket: string): Promise<string[]> {
    return [process.execPath, join(await this.#programs(), 'raw-client.js'), socket];
  }

  #programs(): Promise<string> {
    this.#built ??= this.#bundle();
    return this.#built;
  }

  /** Inside the checkout, so that the packages that are not bundled are found. */
  async #bundle(): Promise<string> {
    const outdir = join(ROOT, 'out', 'test', String(process.pid));
    this.#folders.push(outdir);
    await build({
      absWorkingDir: ROOT,
      entryPoints: ['host-main', 'print-standing', 'raw-client'].map((name) => path(`./${name}.ts`)),
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: ['better-sqlite3', '@photostructure/sqlite'],
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
      logLevel: 'warning',
    });
    return outdir;
  }

  async startHost(home: string, role: 'app' | 'cli' = 'app', env: NodeJS.ProcessEnv = {}): Promise<Running> {
    const host = this.start(await this.hostCommand(home, role), { env });
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
