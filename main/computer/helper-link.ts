import type { ActInput, ActOutput } from '../../protocol/helper/act.ts';
import {
  type Badge,
  HELPER_PROTOCOL_VERSION,
  type HeldItem,
  helperContract,
  type Probe,
} from '../../protocol/helper/operations.ts';
import { type Caller, createCaller } from '../../protocol/rpc/caller.ts';
import type { Input, OperationName, Output } from '../../protocol/rpc/contract.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Clock, Log } from '../agent/ports.ts';
import { clockTimers, within } from './clock-timers.ts';
import type { HelperExit, HelperProcess } from './helper-process.ts';
import { Refusal } from './refusal.ts';

type Contract = typeof helperContract;
type Hello = Output<Contract, 'hello'>;
type Control = Output<Contract, 'control'>;

const HANDSHAKE_MS = 10_000;
const CALL_MS = 30_000;
/** The helper stops an action a little before the app gives it up, so that its answer still arrives. */
const DEADLINE_MS = CALL_MS - 1_000;
const CONTROL_MS = 5_000;
const PROBE_MS = 10_000;
/** A person answers the system's questions. */
const ASK_MS = 120_000;
const IDLE_MS = 5_000;
/** Letting go of keys, giving the clipboard back and leaving by itself. */
const LEAVE_MS = 1_000;
/** A killed process must be gone by then. */
const GONE_MS = 2_000;

/** What an action needs besides what the link adds by itself. */
export type ActCall = Omit<ActInput, 'generation' | 'authority' | 'seq' | 'deadlineMs'>;

/** How a helper's life ended. */
export interface LinkEnd {
  exit: HelperExit | null;
  /** `asked`: by us, because it was no longer wanted. `crashed`: by itself. `killed`: by us, after a fault. */
  how: 'asked' | 'crashed' | 'killed';
}

/**
 * One started helper after its handshake. Errors are RemoteErrors; after `timeout`, `closed` or `protocol_error`
 * the caller is answered first and then the helper is ended: nothing it still says could be trusted.
 */
export interface HelperLink {
  readonly hello: Hello;
  readonly pid: number;
  /** `disturbs` makes it a numbered action that the helper admits once. */
  act(call: ActCall, disturbs: boolean, signal: AbortSignal): Promise<ActOutput>;
  probe(): Promise<Probe>;
  /** Has the system show its questions; answers when the owner has dealt with them. */
  requestPermissions(): Promise<Probe>;
  idle(): Promise<Output<Contract, 'idle'>>;
  encode(input: Input<Contract, 'encode'>, signal: AbortSignal): Promise<Output<Contract, 'encode'>>;
  control(verb: Input<Contract, 'control'>['verb'], items?: HeldItem[]): Promise<Control>;
  /** The sign on the screen; null takes it away. False where there is none. */
  badge(badge: Badge | null): Promise<boolean>;
  /** What the helper last said it holds down. */
  held(): readonly HeldItem[];
  /** Lets the helper release everything and leave, one second; then kills it. Resolves when it is gone. */
  end(): Promise<LinkEnd>;
  /** At once. Resolves when it is gone. `asked` when that is the owner's wish and not the end of a fault. */
  kill(reason: string, how?: 'killed' | 'asked'): Promise<LinkEnd>;
  /** Resolves as soon as it said something senseless: nothing more may be asked of it, also before it is gone. */
  readonly broken: Promise<void>;
  /** Resolves when the process is gone, however that came. */
  readonly ended: Promise<LinkEnd>;
}

export interface LinkPorts {
  clock: Clock;
  log: Log;
  appVersion: string;
  appPid: number;
}

/** How long a helper that closed its pipe may take to be gone by itself. */
const CLOSING_MS = 500;

/**
 * Shakes hands. Throws a Refusal `helper_incompatible` or `helper_fault`, or the signal's reason when it is aborted
 * meanwhile; then the process is gone.
 */
export async function connectHelper(
  process: HelperProcess,
  ports: LinkPorts,
  signal?: AbortSignal,
): Promise<HelperLink> {
  const { clock, log } = ports;
  let how: LinkEnd['how'] = 'crashed';
  let held: readonly HeldItem[] = [];
  let poisoned: string | null = null;
  let reportBroken: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => {
    reportBroken = resolve;
  });
  const caller: Caller<Contract> = createCaller(helperContract, process.transport, clockTimers(clock), (reason) => {
    poisoned = reason;
    reportBroken();
    void kill(reason);
  });
  caller.onNotification('held', (payload) => {
    held = payload.items;
  });
  const ended = process.exited.then((exit): LinkEnd => ({ exit, how }));

  async function kill(reason: string, as: 'killed' | 'asked' = 'killed'): Promise<LinkEnd> {
    if (how === 'crashed') how = as;
    log.warn('computer.helper_killed', { pid: process.pid, reason });
    process.kill();
    const end = await within(clock, GONE_MS, ended, null);
    if (!end) log.error('computer.helper_not_gone', { pid: process.pid });
    caller.close(reason);
    return end ?? { exit: null, how };
  }

  const finishClosing = (end: LinkEnd | null) => (end ? end : kill('closed its pipe without leaving'));

  async function call<N extends OperationName<Contract>>(
    name: N,
    input: Input<Contract, N>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Output<Contract, N>> {
    try {
      return await caller.call(name, input, { timeoutMs, ...(signal ? { signal } : {}) });
    } catch (error) {
      const code = error instanceof RemoteError ? error.code : 'internal';
      if (code === 'timeout' && how === 'crashed') setImmediate(() => void kill(`${name}: ${code}`));
      if (code === 'closed') setImmediate(() => void within(clock, CLOSING_MS, ended, null).then(finishClosing));
      throw poisoned ? new RemoteError('protocol_error', poisoned) : error;
    }
  }

  const hello = await shakeHands(call, ports, signal).catch(async (error: unknown) => {
    const end = await kill('handshake');
    signal?.throwIfAborted();
    throw handshakeRefusal(error, end, process.complaint());
  });
  let authority = 1;
  let sequence = 0;
  return {
    hello,
    pid: process.pid,
    act(input, disturbs, signal) {
      const seq = disturbs ? { seq: ++sequence } : {};
      const call_ = { ...input, ...seq, generation: hello.generation, authority, deadlineMs: DEADLINE_MS };
      return call('act', call_, CALL_MS, signal);
    },
    probe: () => call('probe', {}, PROBE_MS),
    requestPermissions: () => call('requestPermissions', {}, ASK_MS),
    idle: () => call('idle', {}, IDLE_MS),
    encode: (input, signal) => call('encode', input, CALL_MS, signal),
    async control(verb, items) {
      const answer = await call(
        'control',
        { generation: hello.generation, verb, ...(items ? { items } : {}) },
        CONTROL_MS,
      );
      authority = answer.authority;
      return answer;
    },
    badge: async (badge) => (await call('badge', { badge }, CALL_MS)).shown,
    held: () => held,
    async end() {
      how = 'asked';
      const leaving = leave(caller, hello.generation).then(() => ended);
      const end = await within(clock, LEAVE_MS, leaving, null);
      if (end) return end;
      return kill('did not leave in time');
    },
    kill,
    broken,
    ended,
  };
}

/** The barrier first, so that a running action stops between two events; then everything is given back. */
async function leave(caller: Caller<Contract>, generation: string): Promise<void> {
  try {
    await caller.call('control', { generation, verb: 'release' }, { timeoutMs: LEAVE_MS });
    await caller.call('shutdown', {}, { timeoutMs: LEAVE_MS });
  } catch {
    // The time limit around this call decides; a helper that cannot answer is killed.
  }
}

type Call = <N extends OperationName<Contract>>(
  name: N,
  input: Input<Contract, N>,
  timeoutMs: number,
  signal?: AbortSignal,
) => Promise<Output<Contract, N>>;

async function shakeHands(call: Call, ports: LinkPorts, signal?: AbortSignal): Promise<Hello> {
  const { appVersion, appPid } = ports;
  const input = { protocolVersion: HELPER_PROTOCOL_VERSION, appVersion, appPid };
  const hello = await call('hello', input, HANDSHAKE_MS, signal);
  if (hello.protocolVersion !== HELPER_PROTOCOL_VERSION)
    throw new RemoteError('helper_incompatible', '', { helper: hello.protocolVersion });
  return hello;
}

function handshakeRefusal(error: unknown, end: LinkEnd, complaint: string): Refusal {
  const code = error instanceof RemoteError ? error.code : 'internal';
  if (code === 'helper_incompatible') {
    const helper = error instanceof RemoteError ? (error.data['helper'] ?? null) : null;
    const words = `The app speaks helper protocol ${HELPER_PROTOCOL_VERSION}, the helper ${helper ?? 'another one'}.`;
    return new Refusal('helper_incompatible', words, { app: HELPER_PROTOCOL_VERSION, helper });
  }
  const exit = end.exit;
  const status = exit && (exit.code !== null ? `exit status ${exit.code}` : `signal ${exit.signal}`);
  const why = code === 'timeout' ? 'it did not answer in 10 s' : `it ended before it was ready (${status ?? code})`;
  const firstLine = complaint.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  return new Refusal('helper_fault', `The helper could not be started: ${why}.`, { exit: status ?? null, firstLine });
}
