import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { Clock } from '../../clock.ts';
import type { ClipboardContent, ClipboardPort, PasteOffer } from '../../desktop.ts';
import { type CfReader, newText } from './cf-values.ts';
import type { CoreFoundation, Ref } from './core-foundation.ts';
import type { ObjectiveC } from './objective-c.ts';

const KEPT_BYTES = 32 * 1024 * 1024;
const TEXT = 'public.utf8-plain-text';
/** Pasteboard histories that follow the convention keep nothing that carries these. */
const EXCLUDING = ['org.nspasteboard.TransientType', 'org.nspasteboard.ConcealedType'];
/** Files that do not exist yet: only the program that promised them can make them. */
const PROMISED = /promise/i;
const PROVIDER = 'FermixPasteProvider';

/** One item with its content by type. */
type SavedItem = Map<string, Buffer>;
interface Saved extends ClipboardContent {
  items: SavedItem[];
}

type Calls = Pick<
  CoreFoundation,
  | 'CFStringCreateWithCharacters'
  | 'CFRelease'
  | 'CFDataCreate'
  | 'CFDataGetLength'
  | 'CFDataGetBytePtr'
  | 'arrayOf'
  | 'read'
>;

/** The general pasteboard, every item and type of it. Our text is handed out when it is asked for, which tells of a paste. */
export class Pasteboard implements ClipboardPort {
  readonly #objc: ObjectiveC;
  readonly #calls: Calls;
  readonly #reader: CfReader;
  readonly #clock: Clock;
  /** Lets requests of other programs in. */
  readonly #turn: () => void;
  #provider: Ref | null | undefined;
  #offered = '';
  #onServed: () => void = () => undefined;

  constructor(objc: ObjectiveC, calls: Calls, reader: CfReader, system: { clock: Clock; turn(): void }) {
    this.#objc = objc;
    this.#calls = calls;
    this.#reader = reader;
    this.#clock = system.clock;
    this.#turn = () => system.turn();
  }

  async save(): Promise<ClipboardContent> {
    return this.#objc.inPool(() => {
      const saved: Saved = { lost: [], size: 0, items: [] };
      const items = this.#objc.send(this.#board(), 'pasteboardItems');
      for (const item of items ? this.#reader.list(items) : []) saved.items.push(this.#copy(item, saved));
      return saved;
    });
  }

  async offer(text: string): Promise<PasteOffer> {
    let isArmed = false;
    let servedAt: number | null = null;
    this.#offered = text;
    this.#onServed = () => {
      if (isArmed) servedAt = this.#clock.now();
    };
    const change = this.#objc.inPool(() => this.#publish(text));
    return {
      arm: () => {
        isArmed = true;
      },
      servedSince: () => {
        this.#turn();
        return servedAt === null ? null : this.#clock.now() - servedAt;
      },
      restore: async (content) => this.#objc.inPool(() => this.#restore(content as Saved, change)),
    };
  }

  #board(): Ref {
    const kind = this.#objc.classNamed('NSPasteboard');
    const board = kind && this.#objc.send(kind, 'generalPasteboard');
    if (!board) throw unavailable();
    return board;
  }

  #copy(item: Ref, saved: Saved): SavedItem {
    const copy: SavedItem = new Map();
    const types = this.#objc.send(item, 'types');
    for (const type of types ? this.#reader.list(types) : []) {
      const name = this.#reader.text(type);
      const data = PROMISED.test(name) ? null : this.#objc.send(item, 'dataForType:', type);
      const size = data ? Number(this.#calls.CFDataGetLength(data)) : -1;
      if (!data || size > KEPT_BYTES - saved.size) {
        saved.lost.push(name);
        continue;
      }
      const address = this.#calls.CFDataGetBytePtr(data);
      copy.set(name, address && size > 0 ? this.#calls.read(address, size) : Buffer.alloc(0));
      saved.size += Math.max(0, size);
    }
    return copy;
  }

  /** The change count that says that the pasteboard is still ours. */
  #publish(text: string): number {
    const item = this.#newItem();
    for (const type of EXCLUDING) this.#setData(item, type, Buffer.alloc(0));
    const provider = this.#openProvider();
    const isLazy = provider !== null && this.#provide(item, provider);
    if (!isLazy) this.#setData(item, TEXT, Buffer.from(text, 'utf8'));
    this.#write([item]);
    return this.#objc.sendForNumber(this.#board(), 'changeCount');
  }

  #restore(saved: Saved, change: number): string | null {
    const board = this.#board();
    if (this.#objc.sendForNumber(board, 'changeCount') !== change)
      return 'Something else was copied meanwhile, so the clipboard was left as it is.';
    const items = saved.items.map((copy) => {
      const item = this.#newItem();
      for (const [type, bytes] of copy) this.#setData(item, type, bytes);
      return item;
    });
    this.#write(items);
    return saved.lost.length > 0 ? `The clipboard came back without ${saved.lost.join(', ')}.` : null;
  }

  #write(items: readonly Ref[]): void {
    const board = this.#board();
    this.#objc.send(board, 'clearContents');
    const array = items.length > 0 ? this.#calls.arrayOf(items) : null;
    if (array) {
      const isWritten = this.#objc.sendForTruth(board, 'writeObjects:', array);
      this.#calls.CFRelease(array);
      if (!isWritten) throw unavailable();
    }
    for (const item of items) this.#objc.send(item, 'release');
  }

  #newItem(): Ref {
    const kind = this.#objc.classNamed('NSPasteboardItem');
    const raw = kind && this.#objc.send(kind, 'alloc');
    const item = raw && this.#objc.send(raw, 'init');
    if (!item) throw unavailable();
    return item;
  }

  #setData(item: Ref, type: string, bytes: Buffer): void {
    const data = this.#calls.CFDataCreate(null, bytes, bytes.length);
    if (!data) return;
    const name = newText(this.#calls, type);
    this.#objc.sendForTruth(item, 'setData:forType:', data, name);
    this.#calls.CFRelease(name);
    this.#calls.CFRelease(data);
  }

  #provide(item: Ref, provider: Ref): boolean {
    const name = newText(this.#calls, TEXT);
    const types = this.#calls.arrayOf([name]);
    const isTaken = types !== null && this.#objc.sendForTruth(item, 'setDataProvider:forTypes:', provider, types);
    if (types) this.#calls.CFRelease(types);
    this.#calls.CFRelease(name);
    return isTaken;
  }

  /** The object that is asked for our text; made once, null where it could not be. */
  #openProvider(): Ref | null {
    if (this.#provider !== undefined) return this.#provider;
    const kind = this.#objc.newProvider(
      PROVIDER,
      'NSPasteboardItemDataProvider',
      'pasteboard:item:provideDataForType:',
      (_self, _selector, _board, item) => {
        // An error must not travel through the system's call.
        try {
          if (item) this.#setData(item, TEXT, Buffer.from(this.#offered, 'utf8'));
          this.#onServed();
        } catch {
          return;
        }
      },
    );
    const raw = kind && this.#objc.send(kind, 'alloc');
    this.#provider = raw && this.#objc.send(raw, 'init');
    return this.#provider;
  }
}

function unavailable(): RemoteError {
  return new RemoteError('clipboard_unavailable', 'macOS does not give the clipboard.');
}
