import type { EventEmitter } from 'node:events';
import type { MessageBus } from '@jellybrick/dbus-next';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';

/** A program that says nothing for so long is taken for hung; one that works through a queue keeps answering. */
export const CALL_MS = 250;
const CONNECT_MS = 1_000;

type Library = typeof import('@jellybrick/dbus-next');
let library: Library | null = null;

/** Loaded on first use: most starts of the helper never read a control. */
async function loadLibrary(): Promise<Library> {
  library ??= await import('@jellybrick/dbus-next');
  return library;
}

/** A method call; `signature` and `body` describe its arguments. */
export interface BusCall {
  bus: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: unknown[];
}

/** Bounds that all calls of one task share. */
export interface CallLimits {
  signal: AbortSignal;
  /** Of silence of the program asked; `CALL_MS` when absent. */
  silenceMs?: number;
}

/** No answer in time. The program may still do what it was asked. */
export class BusTimeout extends Error {
  constructor(words = 'The program did not answer its accessibility interface.') {
    super(words);
    this.name = 'BusTimeout';
  }
}

/** The connection itself has ended: nobody will answer any more. */
class BusGone extends BusTimeout {
  constructor() {
    super('The accessibility bus has gone.');
    this.name = 'BusGone';
  }
}

interface Waiting {
  reject(error: Error): void;
}

/** The library's socket. It sends each message by itself; gathered, hundreds of calls are a few system calls. */
interface Stream {
  cork(): void;
  uncork(): void;
}

/** One connection to a D-Bus bus; every call has a time limit. */
export class Bus {
  readonly #library: Library;
  readonly #bus: MessageBus;
  readonly #waiting = new Set<Waiting>();
  /** One listener for each signal, not for each of its calls. */
  readonly #bySignal = new WeakMap<AbortSignal, Set<Waiting>>();
  /** When a connection last answered anything, by its name. */
  readonly #heardAt = new Map<string, number>();
  #isOpen = true;
  #isGathering = false;

  private constructor(library: Library, bus: MessageBus) {
    this.#library = library;
    this.#bus = bus;
    eventsOf(bus).on('error', () => this.close());
  }

  /** Throws `accessibility_unavailable` when the bus cannot be reached. */
  static async open(address: string): Promise<Bus> {
    const library = await loadLibrary();
    const connection = library.sessionBus({ busAddress: address });
    const events = eventsOf(connection);
    await new Promise<void>((resolve, reject) => {
      const unavailable = () => reject(new RemoteError('accessibility_unavailable', `The bus cannot be reached.`));
      const timer = setTimeout(unavailable, CONNECT_MS);
      events.once('error', unavailable);
      events.once('connect', () => {
        clearTimeout(timer);
        resolve();
      });
    }).catch((error: unknown) => {
      // Later errors of a connection that was given up have no reader.
      events.on('error', () => undefined);
      connection.disconnect();
      throw error;
    });
    return new Bus(library, connection);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  variant(signature: string, value: unknown) {
    return new this.#library.Variant(signature, value);
  }

  /** The value of a variant that a call returned. */
  plain(value: unknown): unknown {
    return value instanceof this.#library.Variant ? this.plain(value.value) : value;
  }

  /** The values that the method returns. Throws BusTimeout, the signal's reason, or the program's own error. */
  call(call: BusCall, limits: CallLimits): Promise<unknown[]> {
    const { signal, silenceMs = CALL_MS } = limits;
    if (!this.#isOpen) return Promise.reject(new BusGone());
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    const { bus, ...rest } = call;
    const message = new this.#library.Message({ destination: bus, ...rest });
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const done = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        together.delete(waiting);
        finish();
      };
      const waiting: Waiting = { reject: (error) => done(() => reject(error)) };
      const check = () => {
        const quietSince = Math.max(startedAt, this.#heardAt.get(bus) ?? 0);
        const left = quietSince + silenceMs - performance.now();
        if (left > 1) timer = setTimeout(check, left);
        else setImmediate(giveUp);
      };
      // This process may have been the slow one: what has arrived meanwhile is read before the verdict.
      const giveUp = () => {
        if (!this.#waiting.has(waiting)) return;
        if ((this.#heardAt.get(bus) ?? 0) > performance.now() - silenceMs) check();
        else done(() => reject(new BusTimeout()));
      };
      let timer = setTimeout(check, silenceMs);
      const together = this.#callsOf(signal);
      together.add(waiting);
      this.#waiting.add(waiting);
      this.#gather();
      this.#bus.call(message).then(
        (reply) => {
          this.#heardAt.set(bus, performance.now());
          done(() => resolve(reply?.body ?? []));
        },
        (error: unknown) => {
          this.#heardAt.set(bus, performance.now());
          done(() => reject(asError(error)));
        },
      );
    });
  }

  /** The calls that end with a signal. */
  #callsOf(signal: AbortSignal): Set<Waiting> {
    const known = this.#bySignal.get(signal);
    if (known) return known;
    const calls = new Set<Waiting>();
    this.#bySignal.set(signal, calls);
    const stop = () => {
      for (const one of [...calls]) one.reject(asError(signal.reason));
    };
    signal.addEventListener('abort', stop, { once: true });
    return calls;
  }

  /** Sends what is asked in one go of the event loop together. */
  #gather(): void {
    const { stream } = (this.#bus as unknown as { _connection: { stream?: Stream } })._connection;
    if (this.#isGathering || !stream) return;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const one of [...this.#waiting]) one.reject(new BusGone());
    this.#bus.disconnect();
  }
}

/** The library's types of its events are empty in this version. */
const eventsOf = (bus: MessageBus): EventEmitter => bus as unknown as EventEmitter;

/**
 * Asks a program that was silent again, until the limits' own end: one that is busy drawing comes round, one that hangs
 * costs no more than the whole time anyway. `isEnough`: what there is already is not worth asking again for.
 */
export async function persistently<T>(
  { signal }: CallLimits,
  task: () => Promise<T>,
  isEnough: () => boolean = () => false,
): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      const mayComeRound = error instanceof BusTimeout && !(error instanceof BusGone);
      if (!mayComeRound || signal.aborted || isEnough()) throw error;
    }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
