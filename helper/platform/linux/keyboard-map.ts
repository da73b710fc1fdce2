import type { HeldItem, Stroke } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { keysymsOf } from './keysyms.ts';
import { allocate, copyOf, type NativeMemory } from './native.ts';

const CORE_KEYBOARD = 0x100;
/** XkbStateRec: group 0, locked_group 1, base_group 2, latched_group 4, mods 6, base_mods 7, latched 8, locked 9. */
const STATE_BYTES = 24;
const LEVEL_SHIFT = 1;
const LEVEL_ALTGR = 2;

export interface KeyboardState {
  /** Active layout group, from 0. */
  group: number;
  /** Core modifier bits of keys that are physically or by XTEST down. */
  baseModifiers: number;
  lockedModifiers: number;
}

/** What the keys of the active layout produce. Read anew for each action, since the person may switch layouts. */
export interface KeyboardMap {
  /** The stroke for one character; null when the layout lacks it. */
  character(codePoint: number): Stroke | null;
  /** The key that has this keysym without modifiers where possible. */
  named(keysym: number): Stroke | null;
  /** Codes of keys with no symbol at all or with one of our own bindings, with that binding. */
  spare: { code: number; bound: number }[];
}

interface Place {
  code: number;
  level: number;
}

export class KeyboardReader {
  readonly #connection: Connection;
  readonly #state: NativeMemory;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#state = allocate(connection.x.koffi, STATE_BYTES);
  }

  state(): KeyboardState {
    const { x, display } = this.#connection;
    x.XkbGetState(display, CORE_KEYBOARD, this.#state.address);
    const { bytes } = this.#state;
    return { group: bytes.readUInt8(0), baseModifiers: bytes.readUInt8(7), lockedModifiers: bytes.readUInt8(9) };
  }

  keysym(name: string): number {
    return this.#connection.x.XStringToKeysym(name);
  }

  /** The lowest key code that carries the keysym at any level of the group. */
  keyOf(keysym: number): number | null {
    return this.#places(this.state().group).get(keysym)?.code ?? null;
  }

  read(isOwn: (code: number, keysyms: readonly number[]) => boolean): KeyboardMap {
    // Our connection learns of mapping changes while it reads; XSync makes it read.
    this.#connection.sync();
    const spare = this.#spare(isOwn);
    // Keys on loan may change at any time: they do not belong to the layout.
    const places = this.#places(this.state().group, new Set(spare.map((one) => one.code)));
    const shift = this.#held(places, 'Shift_L');
    const altGr = this.#held(places, 'ISO_Level3_Shift');
    const stroke = (place: Place | undefined): Stroke | null => {
      if (!place) return null;
      const modifiers: HeldItem[] = [];
      if (place.level & LEVEL_ALTGR) {
        if (!altGr) return null;
        modifiers.push(altGr);
      }
      if (place.level & LEVEL_SHIFT) {
        if (!shift) return null;
        modifiers.push(shift);
      }
      return { key: { kind: 'key', code: place.code, name: `key ${place.code}` }, modifiers };
    };
    return {
      character(codePoint) {
        for (const keysym of keysymsOf(codePoint)) {
          const found = stroke(places.get(keysym));
          if (found) return found;
        }
        return null;
      },
      named: (keysym) => stroke(places.get(keysym)),
      spare,
    };
  }

  #held(places: Map<number, Place>, name: string): HeldItem | null {
    const place = places.get(this.keysym(name));
    return place ? { kind: 'key', code: place.code, name } : null;
  }

  /** Where each keysym is in the group; a key without symbols there falls back to the first group, as X does. */
  #places(group: number, except: ReadonlySet<number> = new Set()): Map<number, Place> {
    const { x, display } = this.#connection;
    const [min, max] = this.#range();
    const places = new Map<number, Place>();
    const at = (code: number, level: number) => {
      const inGroup = x.XkbKeycodeToKeysym(display, code, group, level);
      return inGroup || group === 0 ? inGroup : x.XkbKeycodeToKeysym(display, code, 0, level);
    };
    for (let level = 0; level < 4; level++) {
      for (let code = min; code <= max; code++) {
        const keysym = except.has(code) ? 0 : at(code, level);
        if (keysym && !places.has(keysym)) places.set(keysym, { code, level });
      }
    }
    return places;
  }

  #range(): [number, number] {
    const min: [number] = [8];
    const max: [number] = [255];
    this.#connection.x.XDisplayKeycodes(this.#connection.display, min, max);
    return [min[0], max[0]];
  }

  #spare(isOwn: (code: number, keysyms: readonly number[]) => boolean): { code: number; bound: number }[] {
    const { x, display } = this.#connection;
    const [min, max] = this.#range();
    const count = max - min + 1;
    const per: [number] = [0];
    const list = x.XGetKeyboardMapping(display, min, count, per);
    if (!list) return [];
    const bytes = copyOf(x.koffi, list, count * per[0] * 8);
    x.XFree(list);
    const found: { code: number; bound: number }[] = [];
    for (let i = 0; i < count; i++) {
      const keysyms = Array.from({ length: per[0] }, (_, k) => bytes.readUInt32LE((i * per[0] + k) * 8));
      if (keysyms.every((one) => one === 0)) found.push({ code: min + i, bound: 0 });
      else if (isOwn(min + i, keysyms)) found.push({ code: min + i, bound: keysyms[0] ?? 0 });
    }
    return found;
  }
}
