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

  async toolkitOf(program: Program): Promise<string> {
    const known = this.#toolkits.get(program.name);
    if (known !== undefined) return known;
    const toolkit = await program.toolkit();
    if (this.#toolkits.size > 1_000) this.#toolkits.clear();
    this.#toolkits.set(program.name, toolkit);
    return toolkit;
  }

  /** The programs of this process; most have one connection, some none. */
  async ofProcess(pid: number, limits: CallLimits): Promise<Program[]> {
    const names = await this.names(limits);
    const pids = await Promise.all(names.map((name) => this.pidOf(name, limits)));
    return names.filter((_, i) => pids[i] === pid).map((name) => new Program(this.#bus, name, limits));
  }

  /** Every program; for windows whose process is not the one on the bus, as in a sandbox. */
  async all(limits: CallLimits): Promise<Program[]> {
    return (await this.names(limits)).map((name) => new Program(this.#bus, name, limits));
  }
}
