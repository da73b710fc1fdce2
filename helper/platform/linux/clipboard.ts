import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import type { ClipboardContent, ClipboardPort, PasteOffer } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { SelectionOwner, type Targets } from './selection-owner.ts';
import { SelectionReader } from './selection-reader.ts';
import { unpackIds } from './x-events.ts';

const KEPT_BYTES = 32 * 1024 * 1024;
/** For all formats together: a slow owner must not hold up the paste for ever. */
const SAVE_MS = 8_000;
const CLIPBOARD = 'CLIPBOARD';
const PRIMARY = 'PRIMARY';
/** Targets that are not content: answered by whoever owns the selection, or orders to the owner. */
const NOT_CONTENT = new Set([
  'TARGETS',
  'MULTIPLE',
  'TIMESTAMP',
  'SAVE_TARGETS',
  'DELETE',
  'INSERT_PROPERTY',
  'INSERT_SELECTION',
  'ATOM_PAIR',
]);
const TEXT_TARGETS = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'STRING', 'TEXT'];

/** Saved selections; null targets mean that nobody owned it. */
interface Saved extends ClipboardContent {
  clipboard: Targets | null;
  primary: Targets | null;
}

/** The clipboard of an X session. Content lives in its owner, so giving it back means becoming the owner of a copy. */
export class XClipboard implements ClipboardPort {
  readonly #connection: Connection;
  readonly #reader: SelectionReader;
  readonly owner: SelectionOwner;
  readonly window: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.window = connection.x.XCreateSimpleWindow(connection.display, connection.root, -10, -10, 1, 1, 0, 0, 0);
    this.#reader = new SelectionReader(connection, this.window);
    this.owner = new SelectionOwner(connection, this.window);
  }

  async save(primaryToo: boolean): Promise<ClipboardContent> {
    const lost: string[] = [];
    const clipboard = await this.#copy(CLIPBOARD, lost);
    const primary = primaryToo ? await this.#copy(PRIMARY, []) : null;
    const saved: Saved = { lost, size: sizeOf(clipboard), clipboard, primary };
    return saved;
  }

  async offer(text: string, primary: boolean): Promise<PasteOffer> {
    let isArmed = false;
    let servedAt: number | null = null;
    const onContent = () => {
      if (isArmed) servedAt = performance.now();
    };
    const targets = this.#textTargets(text);
    const names = primary ? [CLIPBOARD, PRIMARY] : [CLIPBOARD];
    const owned = names.map((name) => ({ name, token: this.owner.own(name, targets, onContent) }));
    if (owned[0]?.token === null)
      throw new RemoteError('clipboard_unavailable', 'Another program does not let go of the clipboard.');
    return {
      arm: () => {
        isArmed = true;
      },
      servedSince: () => (servedAt === null ? null : performance.now() - servedAt),
      restore: async (content) => {
        const saved = content as Saved;
        let taken = false;
        for (const { name, token } of owned) {
          if (token === null || this.owner.current(name) !== token) taken ||= name === CLIPBOARD;
          else this.#giveBack(name, name === PRIMARY ? saved.primary : saved.clipboard);
        }
        if (taken) return 'Something else was copied meanwhile, so the clipboard was left as it is.';
        return saved.lost.length > 0 ? `The clipboard came back without ${saved.lost.join(', ')}.` : null;
      },
    };
  }

  #giveBack(name: string, targets: Targets | null): void {
    if (targets) this.owner.own(name, targets);
    else this.owner.clear(name);
  }

  /** A copy of everything a selection offers; null when nobody owns it. */
  async #copy(name: string, lost: string[]): Promise<Targets | null> {
    const { x, display } = this.#connection;
    const ours = this.owner.current(name);
    if (ours) return ours.targets;
    if (!x.XGetSelectionOwner(display, this.#connection.atom(name))) return null;
    const list = await this.#reader.read(name, this.#connection.atom('TARGETS'), KEPT_BYTES);
    // Without the list nothing can be kept, and pasting over it would lose it.
    if (!list) throw new RemoteError('clipboard_unavailable', 'The program that owns the clipboard does not answer.');
    const targets: Targets = new Map();
    let size = 0;
    const deadline = performance.now() + SAVE_MS;
    for (const target of new Set(unpackIds(list.data))) {
      const format = this.#connection.atomName(target);
      if (!format || NOT_CONTENT.has(format)) continue;
      const inTime = performance.now() < deadline;
      const content = inTime ? await this.#reader.read(name, target, KEPT_BYTES - size) : null;
      if (content) {
        size += content.data.length;
        targets.set(target, content);
      } else lost.push(format);
    }
    return targets;
  }

  #textTargets(text: string): Targets {
    const bytes = Buffer.from(text, 'utf8');
    const utf8 = this.#connection.atom('UTF8_STRING');
    const targets: Targets = new Map();
    for (const name of TEXT_TARGETS) {
      const isText = name === 'TEXT';
      const type = isText ? utf8 : this.#connection.atom(name);
      const isLatin1 = name === 'STRING';
      if (isLatin1 && !/^[\n\t\x20-\x7e\xa0-\xff]*$/.test(text)) continue;
      const data = isLatin1 ? Buffer.from(text, 'latin1') : bytes;
      targets.set(this.#connection.atom(name), { type, format: 8, data });
    }
    // Clipboard managers that know this target keep no history of what we paste.
    const hint = this.#connection.atom('x-kde-passwordManagerHint');
    targets.set(hint, { type: hint, format: 8, data: Buffer.from('secret') });
    return targets;
  }
}

function sizeOf(targets: Targets | null): number {
  return [...(targets?.values() ?? [])].reduce((sum, one) => sum + one.data.length, 0);
}
