import type { Connection } from './connection.ts';
import { allocate, type NativeMemory, type Pointer } from './native.ts';
import { EVENT, readClientMessage, unpackIds, writeClientMessage } from './x-events.ts';

const ANSWER_MS = 1_500;
const MAX_DEPTH = 16;
const SUBSTRUCTURE_NOTIFY = 1 << 19;

/**
 * Asks the program with the focus for a sign of life (EWMH `_NET_WM_PING`). The question queues up behind the input
 * posted before it, so the answer says that this input was read.
 */
export class WindowPing {
  readonly #connection: Connection;
  readonly #event: NativeMemory;
  #counter = 0;
  #waiting: { number: number; done: (answered: boolean) => void } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#event = allocate(connection.x.koffi, 192);
    connection.x.XSelectInput(connection.display, connection.root, SUBSTRUCTURE_NOTIFY);
    connection.onEvent((type, event) => {
      if (type !== EVENT.clientMessage) return;
      const { data } = readClientMessage(event);
      if (data[0] === connection.atom('_NET_WM_PING') && data[1] === this.#waiting?.number) this.#waiting?.done(true);
    });
  }

  /** False when nothing has the focus, when its window knows no ping, or when no answer came in 1.5 s. */
  ask(): Promise<boolean> {
    const window = this.#pingable();
    if (window === null) return Promise.resolve(false);
    const { x, display } = this.#connection;
    this.#counter += 1;
    const number = this.#counter;
    const data = [this.#connection.atom('_NET_WM_PING'), number, window];
    writeClientMessage(this.#event.bytes, window, this.#connection.atom('WM_PROTOCOLS'), data);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_MS);
      const done = (answered: boolean) => {
        clearTimeout(timer);
        resolve(answered);
      };
      this.#waiting = { number, done };
      x.XSendEvent(display, window, 0, 0, this.#event.address);
      this.#connection.flush();
    });
  }

  /** The focused window or the nearest one above it that takes pings. */
  #pingable(): number | null {
    const { x, display, root } = this.#connection;
    const focus: [number] = [0];
    x.XGetInputFocus(display, focus, [0]);
    const ping = this.#connection.atom('_NET_WM_PING');
    let window = Number(focus[0]);
    for (let depth = 0; window > 1 && window !== root && depth < MAX_DEPTH; depth++) {
      const protocols = this.#connection.property(window, this.#connection.atom('WM_PROTOCOLS'));
      if (protocols && unpackIds(protocols.data).includes(ping)) return window;
      window = this.#parent(window);
    }
    return null;
  }

  #parent(window: number): number {
    const { x, display } = this.#connection;
    const parent: [number] = [0];
    const children: [Pointer | null] = [null];
    if (!x.XQueryTree(display, window, [0], parent, children, [0])) return 0;
    if (children[0]) x.XFree(children[0]);
    return Number(parent[0]);
  }
}
