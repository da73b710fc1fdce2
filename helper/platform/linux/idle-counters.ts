import type { Connection } from './connection.ts';
import { listDevices } from './input-devices.ts';
import { allocate, copyOf, type NativeMemory } from './native.ts';

/** XSyncSystemCounter: name 0, counter 8, resolution 16; 24 bytes. XSyncValue: high 0, low 4. */
const COUNTER_BYTES = 24;

/**
 * Idle times kept by the server, one for each device. Our own input moves only the XTEST devices' counters, so the rest
 * say how long the person has been quiet, also before this process started.
 */
export class IdleCounters {
  readonly #connection: Connection;
  readonly #value: NativeMemory;
  readonly #isThere: boolean;
  #counters: { devices: number[]; whole: number | null } = { devices: [], whole: null };

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#value = allocate(connection.x.koffi, 8);
    this.#isThere = connection.x.XSyncInitialize(connection.display, [0], [0]) !== 0;
    this.rescan();
  }

  /** To be called when devices came or went. */
  rescan(): void {
    const named = this.#isThere ? this.#list() : new Map<string, number>();
    const devices = listDevices(this.#connection)
      .filter((device) => !device.isXTest)
      .map((device) => named.get(`DEVICEIDLETIME ${device.id}`))
      .filter((counter) => counter !== undefined);
    this.#counters = { devices, whole: named.get('IDLETIME') ?? null };
  }

  /** Milliseconds; `attributed` is false when synthetic input counts too. */
  read(): { idleMs: number | null; attributed: boolean } {
    const { devices, whole } = this.#counters;
    const times = devices.map((counter) => this.#query(counter)).filter((time) => time !== null);
    if (times.length > 0) return { idleMs: Math.min(...times), attributed: true };
    return { idleMs: whole === null ? null : this.#query(whole), attributed: false };
  }

  #list(): Map<string, number> {
    const { x, display } = this.#connection;
    const count: [number] = [0];
    const list = x.XSyncListSystemCounters(display, count);
    const named = new Map<string, number>();
    if (!list) return named;
    for (let i = 0; i < count[0]; i++) {
      const bytes = copyOf(x.koffi, list + BigInt(i * COUNTER_BYTES), COUNTER_BYTES);
      named.set(x.koffi.decode.string(bytes.readBigUInt64LE(0)), bytes.readUInt32LE(8));
    }
    x.XSyncFreeSystemCounterList(list);
    return named;
  }

  #query(counter: number): number | null {
    const { x, display } = this.#connection;
    if (!x.XSyncQueryCounter(display, counter, this.#value.address)) return null;
    return this.#value.bytes.readInt32LE(0) * 2 ** 32 + this.#value.bytes.readUInt32LE(4);
  }
}
