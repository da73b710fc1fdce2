import { setTimeout as delay } from 'node:timers/promises';
import type { Stroke } from '../../desktop.ts';
import type { Connection } from './connection.ts';
import { isOwnBinding, unicodeKeysym } from './keysyms.ts';

/** From binding a key to using it: 15 ms lost characters in xterm, 30 ms never did. */
const SETTLE_MS = 30;
/** A program translates a key when it reads the event: a key just struck keeps its meaning this long at least. */
const REUSE_MS = 400;
/** Strokes of one action come within this time. */
const TOGETHER_MS = 150;
/** Bindings are given back after this long without use. Each change costs some window managers 50 ms. */
const QUIET_MS = 10_000;

interface Binding {
  code: number;
  keysym: number;
  usedAt: number;
}

/**
 * Keys without symbols, bound to characters that the layout lacks. Bindings stay for later actions, least recently used
 * first to go. They survive a crash; the next helper finds them by their form and reuses them.
 */
export class SpareKeys {
  readonly #connection: Connection;
  /** True once the program with the focus has read everything sent so far; false when it does not say. */
  readonly #hasRead: () => Promise<boolean>;
  /** Least recently used first. */
  #bindings: Binding[] = [];
  #quiet: NodeJS.Timeout | null = null;

  constructor(connection: Connection, hasRead: () => Promise<boolean>) {
    this.#connection = connection;
    this.#hasRead = hasRead;
  }

  /** Takes over what the keyboard has now; keys that got symbols from elsewhere drop out. */
  adopt(spare: readonly { code: number; bound: number }[]): void {
    const known = new Map(this.#bindings.map((one) => [one.code, one.usedAt]));
    this.#bindings = spare
      .map(({ code, bound }) => ({ code, keysym: bound, usedAt: known.get(code) ?? 0 }))
      .sort((a, b) => a.usedAt - b.usedAt);
  }

  /** True for a key that carries nothing but a binding of ours or of an earlier helper. */
  owns(code: number, keysyms: readonly number[]): boolean {
    const known = this.#bindings.find((one) => one.code === code);
    const isAsBound = known !== undefined && keysyms.every((one) => one === 0 || one === known.keysym);
    return isAsBound || isOwnBinding(keysyms);
  }

  get size(): number {
    return this.#bindings.length;
  }

  /** Strokes for the code points; null where there is no keysym or no key left. Waits until programs know them. */
  async bind(codePoints: readonly number[]): Promise<Map<number, Stroke | null>> {
    const strokes = new Map<number, Stroke | null>();
    const missing: { codePoint: number; keysym: number }[] = [];
    for (const codePoint of new Set(codePoints)) {
      const keysym = unicodeKeysym(codePoint);
      const bound = keysym === null ? null : this.#bindings.find((one) => one.keysym === keysym);
      if (bound) strokes.set(codePoint, this.#use(bound));
      else if (keysym === null) strokes.set(codePoint, null);
      else missing.push({ codePoint, keysym });
    }
    if (missing.length === 0) return strokes;
    const victims = this.#bindings.slice(0, missing.length);
    await this.#waitUntilRead(victims);
    for (const { codePoint, keysym } of missing) {
      const victim = victims.shift();
      if (victim) this.#change(victim, keysym);
      strokes.set(codePoint, victim ? this.#use(victim) : null);
    }
    this.#connection.sync();
    await delay(SETTLE_MS);
    this.#giveBackLater();
    return strokes;
  }

  /** Notes that keys were struck just now. */
  touch(): void {
    const newest = this.#bindings.at(-1)?.usedAt ?? 0;
    const now = Date.now();
    for (const one of this.#bindings) if (one.usedAt > 0 && one.usedAt >= newest - TOGETHER_MS) one.usedAt = now;
  }

  /** Removes all bindings of ours. Keys struck a moment ago are first given time to be read. */
  async giveBack(): Promise<void> {
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = null;
    const bound = this.#bindings.filter((one) => one.keysym !== 0);
    if (bound.length === 0) return;
    await this.#waitUntilRead(bound);
    for (const one of bound) this.#change(one, 0);
    this.#connection.sync();
  }

  #giveBackLater(): void {
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.giveBack(), QUIET_MS);
    this.#quiet.unref();
  }

  async #waitUntilRead(bindings: readonly Binding[]): Promise<void> {
    const last = Math.max(0, ...bindings.map((one) => one.usedAt));
    const wait = last + REUSE_MS - Date.now();
    if (last > 0 && (await this.#hasRead())) return;
    if (wait > 0) await delay(wait);
  }

  #use(binding: Binding): Stroke {
    binding.usedAt = Date.now();
    this.#bindings = [...this.#bindings.filter((one) => one !== binding), binding];
    return { key: { kind: 'key', code: binding.code, name: `key ${binding.code}` }, modifiers: [] };
  }

  /** The same keysym with and without Shift, so that a held Shift changes nothing. */
  #change(binding: Binding, keysym: number): void {
    const keysyms = Buffer.alloc(16);
    keysyms.writeUInt32LE(keysym, 0);
    keysyms.writeUInt32LE(keysym, 8);
    this.#connection.x.XChangeKeyboardMapping(this.#connection.display, binding.code, 2, keysyms, 1);
    binding.keysym = keysym;
  }
}
