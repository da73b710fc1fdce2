import { readFileSync } from 'node:fs';
import type { ActInput } from '../../protocol/helper/act.ts';
import { HELPER_PROTOCOL_VERSION } from '../../protocol/helper/operations.ts';
import { LineProgram } from './x11/program.ts';

const OUT = new URL('../../out/helper/', import.meta.url).pathname;
/** Starts the helper as the app does, all three pipes included, and passes lines on both ways. */
const RELAY = `
  const { spawn } = require('node:child_process');
  const [node, entry] = process.argv.slice(1);
  const child = spawn(node, [entry], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stderr.resume();
  process.stdin.pipe(child.stdin);
  console.log(JSON.stringify({ pid: child.pid }));
  child.stdout.pipe(process.stdout);`;

type Line = { pid?: number; id?: string; method?: string; result?: { generation?: string } };

/** A built helper whose parent is a process of its own, which can be killed. */
export class RelayedHelper {
  readonly parent: LineProgram<Line>;
  pid = 0;
  #generation = '';

  private constructor(env: Record<string, string>) {
    this.parent = new LineProgram(process.execPath, ['-e', RELAY, `${OUT}node`, `${OUT}index.mjs`], env);
  }

  static async start(env: Record<string, string>): Promise<RelayedHelper> {
    const helper = new RelayedHelper(env);
    helper.pid = (await helper.parent.until((line) => line.pid !== undefined)).pid ?? 0;
    helper.send('hello', { protocolVersion: HELPER_PROTOCOL_VERSION, appVersion: 'test', appPid: process.pid });
    const greeted = await helper.parent.until((line) => line.id === 'hello');
    helper.#generation = greeted.result?.generation ?? '';
    return helper;
  }

  /** Sends a request whose id is its method. */
  send(method: string, params: object): void {
    this.parent.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }));
  }

  act(action: ActInput['action']): void {
    const order = { display: 0, region: null, check: null, annotate: false, seq: 1, authority: 1, deadlineMs: 25_000 };
    this.send('act', { ...order, generation: this.#generation, action });
  }

  isRunning(): boolean {
    return isRunning(this.pid);
  }

  async stop(): Promise<void> {
    await this.parent.stop();
    if (this.isRunning()) process.kill(this.pid, 'SIGKILL');
  }
}

/** False for a process that has ended, also when nobody has asked for its status yet. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
