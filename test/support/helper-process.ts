import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStdioTransport } from '../../helper/stdio-transport.ts';
import { helperCommand } from '../../main/computer/helper-command.ts';
import type { ActInput, ActOutput } from '../../protocol/helper/act.ts';
import {
  HELPER_PROTOCOL_VERSION,
  type HeldItem,
  type HelperContract,
  helperContract,
  REPLY_LINE_LIMIT,
} from '../../protocol/helper/operations.ts';
import { type Caller, createCaller } from '../../protocol/rpc/caller.ts';

const OUT = join(import.meta.dirname, '..', '..', 'out', 'helper');
const CALL = { timeoutMs: 30_000 };

type Changeable = Pick<ActInput, 'action'> & Partial<ActInput>;

/** The built helper over its pipes, greeted and ready. */
export class HelperProcess {
  readonly child: ChildProcess;
  readonly caller: Caller<HelperContract>;
  readonly held: HeldItem[][] = [];
  readonly humanInput: number[] = [];
  readonly exited: Promise<number | string | null>;
  generation = '';
  authority = 1;
  #seq = 0;
  log = '';

  private constructor(env: Record<string, string>) {
    const program = join(OUT, process.platform === 'win32' ? 'node.exe' : 'node');
    if (!existsSync(program)) throw new Error('out/helper is missing: run node scripts/build-helper.mjs first.');
    const command = helperCommand({ node: program, entry: join(OUT, 'index.mjs') }, env, false);
    const child = spawn(command.file, command.args, { env: command.env, stdio: ['pipe', 'pipe', 'pipe'], cwd: OUT });
    this.child = child;
    this.exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    const transport = createStdioTransport(child.stdout, child.stdin, REPLY_LINE_LIMIT);
    this.caller = createCaller(helperContract, transport, {
      set: (run, ms) => setTimeout(run, ms),
      clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
    });
    this.caller.onNotification('held', ({ items }) => this.held.push(items));
    this.caller.onNotification('humanInput', ({ at }) => this.humanInput.push(at));
  }

  /** `env` goes on top of the few variables that the app hands on too. */
  static async start(env: Record<string, string> = {}, appPid = process.pid): Promise<HelperProcess> {
    const inherited = ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const helper = new HelperProcess({ ...Object.fromEntries(inherited), ...env });
    const input = { protocolVersion: HELPER_PROTOCOL_VERSION, appVersion: 'test', appPid };
    helper.generation = (await helper.caller.call('hello', input, CALL)).generation;
    return helper;
  }

  /** The next number of an action that posts input. */
  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  request(order: Changeable): ActInput {
    return {
      generation: this.generation,
      authority: this.authority,
      seq: this.nextSeq(),
      deadlineMs: 25_000,
      display: 0,
      region: null,
      check: null,
      annotate: false,
      ...order,
    };
  }

  act(order: Changeable): Promise<ActOutput> {
    return this.caller.call('act', this.request(order), CALL);
  }

  async control(verb: 'pause' | 'resume' | 'release', items?: HeldItem[]) {
    const answer = await this.caller.call(
      'control',
      { generation: this.generation, verb, ...(items && { items }) },
      CALL,
    );
    this.authority = answer.authority;
    return answer;
  }

  /** Ends it as the app does and waits until the process is gone. */
  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await this.caller.call('shutdown', {}, CALL).catch(() => this.child.kill('SIGKILL'));
    await this.exited;
  }
}
