import { type Bus, BusTimeout, type CallLimits } from './bus.ts';
import { ACCESSIBLE, REGISTRY } from './names.ts';
import { asReference, Program } from './program.ts';

const MOST_PROGRAMS = 200;
const DBUS = { bus: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** Finds programs on the accessibility bus. A connection's process never changes, so it is asked once. */
export class Applications {
  readonly #bus: Bus;
  readonly #pids = new Map<string, number | null>();
  readonly #toolkits = new Map<string, string>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Names of all connections that publish a tree. */
  async names(limits: CallLimits): Promise<string[]> {
    const call = { ...REGISTRY, interface: ACCESSIBLE, member: 'GetChildren' };
    const [list] = await this.#bus.call(call, limits);
    if (!Array.isArray(list)) return [];
    return list.slice(0, MOST_PROGRAMS).flatMap((one) => asReference(one)?.bus ?? []);
  }

  async pidOf(name: string, limits: CallLimits): Promise<number | null> {
    const known = this.#pids.get(name);
    if (known !== undefined) return known;
    const call = { ...DBUS, member: 'GetConnectionUnixProcessID', signature: 's', body: [name] };
    const pid = await this.#bus.call(call, limits).then(
      ([value]) => (typeof value === 'number' ? value : null),
      (error: unknown) => {
        if (error instanceof BusTimeout || limits.signal.aborted) throw error;
        return null;
      },
    );
    if (this.#pids.size > 1_000) this.#pids.clear();
    this.#pids.set(name, pid);
    return pid;
  }

  /** Asks a program what it is made with, once for each of its connections. */
  async #known(name: string, limits: CallLimits): Promise<Program> {
    const program = new Program(this.#bus, name, limits);
    program.toolkit = this.#toolkits.get(name) ?? (await program.askToolkit());
    if (this.#toolkits.size > 1_000) this.#toolkits.clear();
    this.#toolkits.set(name, program.toolkit);
    return program;
  }

  /** One program by its connection. Throws the bus's error when it has gone. */
  program(name: string, limits: CallLimits): Promise<Program> {
    return this.#known(name, limits);
  }

  /** The programs of this process; most have one connection, some none. */
  async ofProcess(pid: number, limits: CallLimits): Promise<Program[]> {
    const names = await this.names(limits);
    const pids = await Promise.all(names.map((name) => this.pidOf(name, limits)));
    return Promise.all(names.filter((_, i) => pids[i] === pid).map((name) => this.#known(name, limits)));
  }

  /**
   * Programs whose process is not told or not the window's, as in a sandbox: all that answer. One that hangs is left out;
   * it costs its silence once, beside the others.
   */
  async all(limits: CallLimits): Promise<Program[]> {
    const asked = (await this.names(limits)).map((name) => this.#known(name, limits).catch(() => null));
    return (await Promise.all(asked)).filter((one) => one !== null);
  }
}
