import type { Connection } from './connection.ts';
import { listDevices } from './input-devices.ts';
import { allocate, copyOf, type Pointer } from './native.ts';
import type { PostedInput, RawKind } from './posted-input.ts';
import { EVENT } from './x-events.ts';

const XI_HIERARCHY_CHANGED = 11;
/** Touches come from devices alone: no XTEST request makes one. */
const RAW_KINDS: Record<number, RawKind | 'touch'> = {
  13: 'key',
  14: 'key',
  15: 'button',
  16: 'button',
  17: 'motion',
  22: 'touch',
  23: 'touch',
  24: 'touch',
};
const TOUCH_SINCE_MINOR = 2;
const ALL_DEVICES = 0;
const ALL_MASTERS = 1;
/** XIEventMask: device 0, length 4, address 8. */
const MASK_BYTES = 16;

/**
 * Raw input of all devices, whoever has the focus or a grab. An event of an XTEST device that we did not post is a
 * person too: remote-desktop servers inject theirs that way.
 */
export class InputWatch {
  readonly #connection: Connection;
  readonly #posted: PostedInput;
  readonly #hooks: { human(at: number): void; devices(): void };
  #xtest = new Set<number>();
  #foreignAt: number | null = null;

  constructor(connection: Connection, posted: PostedInput, hooks: { human(at: number): void; devices(): void }) {
    this.#connection = connection;
    this.#posted = posted;
    this.#hooks = hooks;
    const { x, display } = connection;
    const opcode: [number] = [0];
    if (!x.XQueryExtension(display, 'XInputExtension', opcode, [0], [0])) return;
    const minor: [number] = [TOUCH_SINCE_MINOR];
    x.XIQueryVersion(display, [2], minor);
    this.#scan();
    this.#select(ALL_MASTERS, [13, 14, 15, 16, 17, ...(minor[0] >= TOUCH_SINCE_MINOR ? [22, 23, 24] : [])]);
    this.#select(ALL_DEVICES, [XI_HIERARCHY_CHANGED]);
    connection.onEvent((type, event, address) => {
      if (type === EVENT.generic && event.readInt32LE(32) === opcode[0]) this.#handle(event, address);
    });
  }

  /** When another synthetic client last posted something, ms since 1970; null for never. */
  get foreignAt(): number | null {
    return this.#foreignAt;
  }

  #scan(): void {
    this.#xtest = new Set(
      listDevices(this.#connection)
        .filter((one) => one.isXTest)
        .map((one) => one.id),
    );
  }

  #select(device: number, types: number[]): void {
    const { x, display, root } = this.#connection;
    const memory = allocate(x.koffi, MASK_BYTES + 8);
    memory.bytes.fill(0);
    memory.bytes.writeInt32LE(device, 0);
    memory.bytes.writeInt32LE(4, 4);
    memory.bytes.writeBigUInt64LE(memory.address + BigInt(MASK_BYTES), 8);
    memory.bytes.writeUInt32LE(
      types.reduce((bits, type) => bits | (1 << type), 0),
      MASK_BYTES,
    );
    x.XISelectEvents(display, root, memory.address, 1);
  }

  #handle(event: Buffer, address: Pointer): void {
    const { x, display } = this.#connection;
    const kind = RAW_KINDS[event.readInt32LE(36)];
    if (!kind) {
      this.#scan();
      this.#hooks.devices();
      return;
    }
    if (!x.XGetEventData(display, address)) return;
    // XIRawEvent: source device 52, detail 56.
    const raw = copyOf(x.koffi, event.readBigUInt64LE(48), 60);
    x.XFreeEventData(display, address);
    const now = Date.now();
    const isXTest = this.#xtest.has(raw.readInt32LE(52));
    const detail = kind === 'motion' ? 0 : raw.readInt32LE(56);
    if (isXTest && kind !== 'touch' && this.#posted.take(kind, detail)) return;
    if (isXTest) this.#foreignAt = now;
    this.#hooks.human(now);
  }
}
