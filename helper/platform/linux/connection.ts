import { bounded } from '../native/bounded.ts';
import { allocate, copyOf, type NativeMemory, type Pointer } from './native.ts';
import type { XLibrary } from './x-library.ts';

/** Bytes of the XEvent union on 64-bit systems (Xlib.h: `long pad[24]`). */
const EVENT_BYTES = 192;
const PROPERTY_CHUNK = 1 << 18;
/** For events that a request without `#pumpSoon` happened to read. */
const REST_MS = 250;

/** A window property as stored: `format` 8, 16 or 32; items of format 32 take 8 bytes in Xlib. */
export interface Property {
  type: number;
  format: number;
  data: Buffer;
}

let lastError: { code: number; request: number } | null = null;
let isHandlerInstalled = false;

/** Xlib's own handler ends the process on any error, also one of a library we did not write. Ours notes it. */
export function installErrorHandler(x: XLibrary): void {
  if (isHandlerInstalled) return;
  isHandlerInstalled = true;
  x.setErrorHandler((_display, event) => {
    const bytes = copyOf(x.koffi, event, 40);
    lastError = { code: bytes.readUInt8(32), request: bytes.readUInt8(33) };
    return 0;
  });
}

/** One connection to the X server with its atoms and its events. Not for use by two threads at once. */
export class Connection {
  readonly x: XLibrary;
  readonly display: Pointer;
  readonly root: number;
  readonly screen: number;
  readonly #atoms = new Map<string, number>();
  readonly #listeners: ((type: number, event: Buffer, address: Pointer) => void)[] = [];
  readonly #event: NativeMemory;
  #poll: { close(): void } | null = null;
  #rest: NodeJS.Timeout | null = null;
  #isPumpDue = false;
  #isOpen = true;

  private constructor(x: XLibrary, display: Pointer) {
    this.x = x;
    this.display = display;
    this.root = x.XDefaultRootWindow(display);
    this.screen = x.XDefaultScreen(display);
    this.#event = allocate(x.koffi, EVENT_BYTES);
  }

  /** Null when the server of `DISPLAY` cannot be reached. */
  static open(x: XLibrary): Connection | null {
    installErrorHandler(x);
    const display = x.XOpenDisplay(null);
    return display ? new Connection(x, display) : null;
  }

  /** The same on another thread: a server that is held up must not hold us up. */
  static async openBounded(x: XLibrary): Promise<Connection | null> {
    installErrorHandler(x);
    const display = await bounded<Pointer | null>((done) => x.XOpenDisplay.async(null, done));
    return display ? new Connection(x, display) : null;
  }

  atom(name: string): number {
    let atom = this.#atoms.get(name);
    if (atom === undefined) {
      atom = this.x.XInternAtom(this.display, name, 0);
      this.#atoms.set(name, atom);
    }
    return atom;
  }

  atomName(atom: number): string | null {
    const name = this.x.XGetAtomName(this.display, atom);
    this.#pumpSoon();
    if (!name) return null;
    const text: string = this.x.koffi.decode.string(name);
    this.x.XFree(name);
    return text;
  }

  /** Runs requests and says whether the server refused one. */
  refused(requests: () => void): boolean {
    this.sync();
    lastError = null;
    requests();
    this.sync();
    return lastError !== null;
  }

  /** Sends what is queued and waits until the server has done it. */
  sync(): void {
    this.x.XSync(this.display, 0);
    this.#pumpSoon();
  }

  /** Sends what is queued. */
  flush(): void {
    this.x.XFlush(this.display);
    this.#pumpSoon();
  }

  /** Events are handed out from the event loop and by `pump`; the buffer is reused for the next event. */
  onEvent(listener: (type: number, event: Buffer, address: Pointer) => void): void {
    this.#listeners.push(listener);
    if (this.#poll) return;
    const fd = this.x.XConnectionNumber(this.display);
    const poll = this.x.koffi.node.poll(fd, { readable: true }, () => this.pump());
    poll.unref();
    this.#poll = poll;
    this.#rest = setInterval(() => this.pump(), REST_MS);
    this.#rest.unref();
  }

  /** Hands out what has arrived, also what another request of this connection happened to read. */
  pump(): void {
    while (this.#isOpen && this.x.XPending(this.display) > 0) {
      this.x.XNextEvent(this.display, this.#event.address);
      const type = this.#event.bytes.readInt32LE(0);
      for (const listener of this.#listeners) listener(type, this.#event.bytes, this.#event.address);
    }
  }

  /**
   * Any request may read events that have arrived, XFlush too; then the socket is not readable any more although there
   * is something to hand out.
   */
  #pumpSoon(): void {
    if (this.#isPumpDue || !this.#poll) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.pump();
    });
  }

  /** A whole property, or null when it is absent or longer than `limit` bytes. */
  property(window: number, name: number, options: { remove?: boolean; limit?: number } = {}): Property | null {
    const { remove = false, limit = 1 << 20 } = options;
    const parts: Buffer[] = [];
    let offset = 0;
    let size = 0;
    for (;;) {
      const part = this.#propertyPart(window, name, offset, remove);
      this.#pumpSoon();
      if (!part || part.type === 0) return null;
      parts.push(part.data);
      size += part.data.length;
      if (part.after === 0) return { type: part.type, format: part.format, data: Buffer.concat(parts) };
      if (size > limit) return null;
      offset += PROPERTY_CHUNK;
    }
  }

  #propertyPart(window: number, name: number, offset: number, remove: boolean) {
    const type: [number] = [0];
    const format: [number] = [0];
    const count: [number] = [0];
    const after: [number] = [0];
    const data: [Pointer | null] = [null];
    const { x, display } = this;
    const flags = remove ? 1 : 0;
    const status = x.XGetWindowProperty(
      display,
      window,
      name,
      offset,
      PROPERTY_CHUNK,
      flags,
      0,
      type,
      format,
      count,
      after,
      data,
    );
    if (status !== 0) return null;
    const itemBytes = format[0] === 32 ? 8 : format[0] / 8;
    const bytes = data[0] ? copyOf(x.koffi, data[0], Number(count[0]) * itemBytes) : Buffer.alloc(0);
    if (data[0]) x.XFree(data[0]);
    return { type: Number(type[0]), format: format[0], data: bytes, after: Number(after[0]) };
  }

  /** The first item of a 32-bit property. */
  number(window: number, name: string): number | null {
    const property = this.property(window, this.atom(name));
    return property && property.format === 32 && property.data.length >= 8 ? property.data.readUInt32LE(0) : null;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#poll?.close();
    if (this.#rest) clearInterval(this.#rest);
    this.x.XCloseDisplay(this.display);
  }
}
