import type { ChangeWatch, DisplayFacts } from '../../desktop.ts';
import type { Connection } from './connection.ts';

const BOUNDING_BOX = 2;
/** Interval at which callers look themselves when the server has no damage extension. */
const FALLBACK_MS = 250;

/** Wakes on drawing inside a display, by XDamage on the root window. */
export class DamageWatches {
  readonly #connection: Connection;
  readonly #eventBase: number | null;
  readonly #watches = new Map<number, Watch>();
  readonly #ignored: () => Area | null;

  /** Drawing inside `ignored` alone is not news: the badge draws itself there. */
  constructor(connection: Connection, ignored: () => Area | null = () => null) {
    this.#connection = connection;
    this.#ignored = ignored;
    const event: [number] = [0];
    this.#eventBase = connection.x.XDamageQueryExtension(connection.display, event, [0]) ? event[0] : null;
    if (this.#eventBase !== null) connection.onEvent((type, bytes) => this.#handle(type, bytes));
  }

  open(display: DisplayFacts): ChangeWatch {
    if (this.#eventBase === null) return blindWatch();
    const { x, display: connection, root } = this.#connection;
    const id = x.XDamageCreate(connection, root, BOUNDING_BOX);
    // The whole screen counts as drawn when a watch begins; that event is not news.
    this.#connection.sync();
    this.#connection.pump();
    const watch = new Watch(display);
    this.#watches.set(id, watch);
    return {
      next: (ms, signal) => watch.next(ms, signal),
      close: () => {
        if (this.#watches.delete(id)) x.XDamageDestroy(connection, id);
      },
    };
  }

  /** XDamageNotifyEvent: damage 40, area 64 (x, y, width, height as 16-bit). */
  #handle(type: number, event: Buffer): void {
    if (type !== this.#eventBase) return;
    const id = event.readUInt32LE(40);
    // Also when nobody watches yet: what is not taken back is never reported again.
    this.#connection.x.XDamageSubtract(this.#connection.display, id, 0, 0);
    const watch = this.#watches.get(id);
    if (!watch) return;
    const area = {
      x: event.readInt16LE(64),
      y: event.readInt16LE(66),
      width: event.readUInt16LE(68),
      height: event.readUInt16LE(70),
    };
    const ignored = this.#ignored();
    if (!ignored || !isInside(area, ignored)) watch.drawn(area);
  }
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Remembers drawing that happened between two calls of `next`. */
class Watch {
  readonly #display: DisplayFacts;
  #isDrawn = false;
  #wake: (() => void) | null = null;

  constructor(display: DisplayFacts) {
    this.#display = display;
  }

  drawn(area: Area): void {
    const { x, y, width, height } = this.#display;
    if (area.x >= x + width || area.y >= y + height || area.x + area.width <= x || area.y + area.height <= y) return;
    this.#isDrawn = true;
    this.#wake?.();
  }

  async next(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isDrawn)
      await Promise.race([
        sleep(ms, signal),
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
      ]);
    const isDrawn = this.#isDrawn;
    this.#wake = null;
    this.#isDrawn = false;
    return isDrawn;
  }
}

/** Without the extension anything may have been drawn. */
function blindWatch(): ChangeWatch {
  const next = async (ms: number, signal: AbortSignal) => {
    await sleep(Math.min(ms, FALLBACK_MS), signal);
    return true;
  };
  return { next, close: () => undefined };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    timer.unref();
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish, { once: true });
  });
}
