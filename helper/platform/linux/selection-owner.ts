import type { Connection, Property } from './connection.ts';
import { allocate, type NativeMemory } from './native.ts';
import {
  EVENT,
  packIds,
  readPropertyNotify,
  readSelectionClear,
  readSelectionRequest,
  type SelectionRequest,
  unpackIds,
  writeSelectionNotify,
} from './x-events.ts';

/** Larger data goes out in pieces, since a request has a size limit. */
const PIECE_BYTES = 1 << 17;
const PROPERTY_CHANGE_MASK = 1 << 22;
const REPLACE = 0;
const XA_ATOM = 4;
const XA_INTEGER = 19;

/** What a selection gives: the answer for each target's atom. */
export type Targets = Map<number, Property>;

interface Owned {
  targets: Targets;
  time: number;
  onContent(): void;
}

interface Transfer {
  requestor: number;
  property: number;
  content: Property;
  offset: number;
}

/** Owns selections for this process and answers every request while the event loop runs. */
export class SelectionOwner {
  readonly #connection: Connection;
  readonly #window: number;
  readonly #owned = new Map<number, Owned>();
  readonly #event: NativeMemory;
  #transfers: Transfer[] = [];
  onLost: (selection: number) => void = () => undefined;

  constructor(connection: Connection, window: number) {
    this.#connection = connection;
    this.#window = window;
    this.#event = allocate(connection.x.koffi, 192);
    connection.onEvent((type, event) => {
      if (type === EVENT.selectionRequest) this.#answer(readSelectionRequest(event));
      if (type === EVENT.selectionClear) this.#lost(readSelectionClear(event).selection);
      if (type === EVENT.propertyNotify) this.#continue(event);
    });
  }

  /** Becomes the owner; `onContent` is told of each request for data itself. Null when somebody else stays owner. */
  own(selection: string, targets: Targets, onContent: () => void = () => undefined): Owned | null {
    const { x, display } = this.#connection;
    const atom = this.#connection.atom(selection);
    const owned = { targets, time: 0, onContent };
    this.#owned.set(atom, owned);
    x.XSetSelectionOwner(display, atom, this.#window, 0);
    if (x.XGetSelectionOwner(display, atom) === this.#window) return owned;
    this.#owned.delete(atom);
    return null;
  }

  /** What we own under this name now. */
  current(selection: string): Owned | null {
    this.#connection.pump();
    const atom = this.#connection.atom(selection);
    const isOurs = this.#connection.x.XGetSelectionOwner(this.#connection.display, atom) === this.#window;
    return isOurs ? (this.#owned.get(atom) ?? null) : null;
  }

  /** Nobody owns it afterwards. */
  clear(selection: string): void {
    const atom = this.#connection.atom(selection);
    this.#owned.delete(atom);
    this.#connection.x.XSetSelectionOwner(this.#connection.display, atom, 0, 0);
    this.#connection.sync();
  }

  #lost(selection: number): void {
    this.#owned.delete(selection);
    this.onLost(selection);
  }

  #answer(request: SelectionRequest): void {
    const owned = this.#owned.get(request.selection);
    const property = request.property || request.target;
    const given = owned !== undefined && this.#give(owned, request, request.target, property);
    const { x, display } = this.#connection;
    writeSelectionNotify(this.#event.bytes, request, given ? property : 0);
    x.XSendEvent(display, request.requestor, 0, 0, this.#event.address);
    this.#connection.flush();
  }

  #give(owned: Owned, request: SelectionRequest, target: number, property: number): boolean {
    const connection = this.#connection;
    if (target === connection.atom('MULTIPLE')) return this.#giveMany(owned, request, property);
    if (target === connection.atom('TARGETS')) {
      const list = [
        ...owned.targets.keys(),
        ...['TARGETS', 'MULTIPLE', 'TIMESTAMP'].map((name) => connection.atom(name)),
      ];
      this.#write(request.requestor, property, { type: XA_ATOM, format: 32, data: packIds(list) });
      return true;
    }
    if (target === connection.atom('TIMESTAMP')) {
      this.#write(request.requestor, property, { type: XA_INTEGER, format: 32, data: packIds([owned.time]) });
      return true;
    }
    const content = owned.targets.get(target);
    if (!content) return false;
    owned.onContent();
    this.#writeContent(request.requestor, property, content);
    return true;
  }

  /** ICCCM 2.6.2: pairs of target and property; a target that cannot be given loses its property. */
  #giveMany(owned: Owned, request: SelectionRequest, property: number): boolean {
    const wanted = this.#connection.property(request.requestor, property);
    if (!wanted) return false;
    const ids = unpackIds(wanted.data);
    const multiple = this.#connection.atom('MULTIPLE');
    for (let i = 0; i + 1 < ids.length; i += 2) {
      const [target = 0, place = 0] = [ids[i], ids[i + 1]];
      if (target === multiple || !this.#give(owned, request, target, place)) ids[i + 1] = 0;
    }
    this.#write(request.requestor, property, { type: wanted.type, format: 32, data: packIds(ids) });
    return true;
  }

  #writeContent(requestor: number, property: number, content: Property): void {
    if (content.data.length <= PIECE_BYTES) {
      this.#write(requestor, property, content);
      return;
    }
    this.#connection.x.XSelectInput(this.#connection.display, requestor, PROPERTY_CHANGE_MASK);
    this.#transfers.push({ requestor, property, content, offset: 0 });
    const incr = this.#connection.atom('INCR');
    this.#write(requestor, property, { type: incr, format: 32, data: packIds([content.data.length]) });
  }

  /** The requestor deleted a piece: it wants the next one; the one after the last is empty. */
  #continue(event: Buffer): void {
    const { window, atom, isDeleted } = readPropertyNotify(event);
    if (!isDeleted) return;
    const transfer = this.#transfers.find((one) => one.requestor === window && one.property === atom);
    if (!transfer) return;
    const piece = transfer.content.data.subarray(transfer.offset, transfer.offset + PIECE_BYTES);
    transfer.offset += piece.length;
    this.#write(window, atom, { ...transfer.content, data: piece });
    this.#connection.flush();
    if (piece.length === 0) this.#transfers = this.#transfers.filter((one) => one !== transfer);
  }

  #write(window: number, property: number, content: Property): void {
    const { type, format, data } = content;
    const count = data.length / (format === 32 ? 8 : format / 8);
    this.#connection.x.XChangeProperty(this.#connection.display, window, property, type, format, REPLACE, data, count);
  }
}
