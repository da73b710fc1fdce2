import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Kernel32 } from './kernel32.ts';
import { processName } from './process-name.ts';

const QUERY_LIMITED = 0x1000;
const TOKEN_QUERY = 8;
const INTEGRITY_LEVEL = 25;
/** When a process cannot even be asked, it has more rights than we do. */
const UNREADABLE = Number.POSITIVE_INFINITY;
/** TOKEN_MANDATORY_LABEL: pointer to the SID 0. A SID: count of parts 1, parts from 8. */
const LABEL_BYTES = 64;
const FRESH_MS = 1_000;

type Calls = Pick<
  Kernel32,
  | 'OpenProcess'
  | 'OpenProcessToken'
  | 'GetTokenInformation'
  | 'CloseHandle'
  | 'read'
  | 'GetCurrentProcessId'
  | 'QueryFullProcessImageNameW'
>;

/** Knows which processes run with more rights than ours: Windows drops input to them without saying so. */
export class IntegrityLevels {
  readonly #calls: Calls;
  readonly #now: () => number;
  readonly #known = new Map<number, { level: number; at: number }>();
  readonly #own: number;

  constructor(calls: Calls, now: () => number) {
    this.#calls = calls;
    this.#now = now;
    this.#own = this.#read(calls.GetCurrentProcessId());
  }

  /** Throws `target_elevated` when the process would not get our input. */
  refuseElevated(pid: number): void {
    if (this.#level(pid) <= this.#own) return;
    const name = processName(this.#calls, pid) ?? `process ${pid}`;
    throw new RemoteError(
      'target_elevated',
      `${name} runs with administrator rights, so Windows keeps input of other programs from it.`,
      { process: name },
    );
  }

  #level(pid: number): number {
    const known = this.#known.get(pid);
    if (known && this.#now() - known.at < FRESH_MS) return known.level;
    const level = this.#read(pid);
    this.#known.clear();
    this.#known.set(pid, { level, at: this.#now() });
    return level;
  }

  #read(pid: number): number {
    const calls = this.#calls;
    const process = calls.OpenProcess(QUERY_LIMITED, 0, pid);
    if (!process) return UNREADABLE;
    const token: [bigint | null] = [null];
    const isOpen = calls.OpenProcessToken(process, TOKEN_QUERY, token) !== 0;
    const level = isOpen && token[0] ? this.#levelOf(token[0]) : UNREADABLE;
    if (token[0]) calls.CloseHandle(token[0]);
    calls.CloseHandle(process);
    return level;
  }

  /** The last part of the label's SID is the level: 0x2000 medium, 0x3000 high, 0x4000 system. */
  #levelOf(token: bigint): number {
    const label = Buffer.alloc(LABEL_BYTES);
    if (!this.#calls.GetTokenInformation(token, INTEGRITY_LEVEL, label, label.length, Buffer.alloc(4)))
      return UNREADABLE;
    const sid = label.readBigUInt64LE(0);
    const parts = this.#calls.read(sid, 8).readUInt8(1);
    return this.#calls.read(sid, 8 + parts * 4).readUInt32LE(8 + (parts - 1) * 4);
  }
}
