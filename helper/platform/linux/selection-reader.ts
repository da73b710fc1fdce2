import type { Connection, Property } from './connection.ts';
import { EVENT, readPropertyNotify, readSelectionNotify } from './x-events.ts';

const STEP_MS = 3_000;
const PROPERTY_CHANGE_MASK = 1 << 22;

/** Reads selections of other programs, large ones in pieces (INCR). One read at a time. */
export class SelectionReader {
  readonly #connection: Connection;
  readonly #window: number;
  #onNotify: ((property: number) => void) | null = null;
  #onPiece: (() => void) | null = null;

  constructor(connection: Connection, window: number) {
    this.#connection = connection;
    this.#window = window;
    connection.x.XSelectInput(connection.display, window, PROPERTY_CHANGE_MASK);
    connection.onEvent((type, event) => {
      if (type === EVENT.selectionNotify) this.#onNotify?.(readSelectionNotify(event).property);
      if (type !== EVENT.propertyNotify) return;
      const { window: changed, atom, isDeleted } = readPropertyNotify(event);
      if (changed === window && atom === this.#slot && !isDeleted) this.#onPiece?.();
    });
  }

  get #slot(): number {
    return this.#connection.atom('FERMIX_SELECTION');
  }

  /**
   * One target of a selection, at most `limit` bytes; null when its owner does not give it within three seconds, or gives
   * more. `type` and `format` are those of the owner.
   */
  async read(selection: string, target: number, limit: number): Promise<Property | null> {
    const { x, display } = this.#connection;
    const answered = this.#next((done) => {
      this.#onNotify = done;
    });
    x.XDeleteProperty(display, this.#window, this.#slot);
    x.XConvertSelection(display, this.#connection.atom(selection), target, this.#slot, this.#window, 0);
    this.#connection.flush();
    const property = await answered;
    this.#onNotify = null;
    if (!property) return null;
    const isIncremental = this.#connection.atom('INCR');
    const whole = this.#connection.property(this.#window, this.#slot, { limit });
    if (whole?.type === isIncremental) return this.#pieces(limit);
    x.XDeleteProperty(display, this.#window, this.#slot);
    return whole;
  }

  /** Deleting the property asks for the next piece; an empty one ends it. */
  async #pieces(limit: number): Promise<Property | null> {
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for (;;) {
        const arrived = this.#next((done) => {
          this.#onPiece = () => done(1);
        });
        this.#connection.x.XDeleteProperty(this.#connection.display, this.#window, this.#slot);
        this.#connection.flush();
        if (!(await arrived)) return null;
        const piece = this.#connection.property(this.#window, this.#slot, { limit });
        if (!piece) return null;
        size += piece.data.length;
        if (piece.data.length === 0) return { ...piece, data: Buffer.concat(parts) };
        if (size > limit) return null;
        parts.push(piece.data);
      }
    } finally {
      this.#onPiece = null;
      this.#connection.x.XDeleteProperty(this.#connection.display, this.#window, this.#slot);
    }
  }

  /** The listener is in place before anything is asked, so an answer cannot be missed. */
  #next(listen: (done: (value: number) => void) => void): Promise<number | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), STEP_MS);
      listen((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
  }
}
