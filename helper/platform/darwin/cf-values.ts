import type { CoreFoundation, Ref } from './core-foundation.ts';

const DOUBLE = 13;

/** What a CoreFoundation object holds; null for kinds that are read elsewhere. */
export type CfValue = string | number | boolean | null | CfValue[] | { [key: string]: CfValue };

export type CfCalls = Pick<
  CoreFoundation,
  | 'CFRelease'
  | 'CFGetTypeID'
  | 'CFStringGetTypeID'
  | 'CFNumberGetTypeID'
  | 'CFBooleanGetTypeID'
  | 'CFArrayGetTypeID'
  | 'CFDictionaryGetTypeID'
  | 'CFStringCreateWithCharacters'
  | 'CFStringGetLength'
  | 'CFStringGetCharacters'
  | 'CFNumberGetValue'
  | 'CFBooleanGetValue'
  | 'CFArrayGetCount'
  | 'CFArrayGetValueAtIndex'
  | 'CFDictionaryGetCount'
  | 'CFDictionaryGetKeysAndValues'
>;

/** Reads CoreFoundation objects into plain values. It owns nothing: whoever got a reference releases it. */
export class CfReader {
  readonly #cf: CfCalls;
  readonly #types: { string: number; number: number; boolean: number; array: number; dictionary: number };

  constructor(cf: CfCalls) {
    this.#cf = cf;
    this.#types = {
      string: Number(cf.CFStringGetTypeID()),
      number: Number(cf.CFNumberGetTypeID()),
      boolean: Number(cf.CFBooleanGetTypeID()),
      array: Number(cf.CFArrayGetTypeID()),
      dictionary: Number(cf.CFDictionaryGetTypeID()),
    };
  }

  value(ref: Ref | null): CfValue {
    if (ref === null) return null;
    const type = Number(this.#cf.CFGetTypeID(ref));
    if (type === this.#types.string) return this.text(ref);
    if (type === this.#types.number) return this.#number(ref);
    if (type === this.#types.boolean) return this.#cf.CFBooleanGetValue(ref) !== 0;
    if (type === this.#types.array) return this.list(ref).map((one) => this.value(one));
    if (type === this.#types.dictionary) return this.#dictionary(ref);
    return null;
  }

  isArray(ref: Ref): boolean {
    return Number(this.#cf.CFGetTypeID(ref)) === this.#types.array;
  }

  text(ref: Ref): string {
    const length = Number(this.#cf.CFStringGetLength(ref));
    const units = Buffer.alloc(length * 2);
    if (length > 0) this.#cf.CFStringGetCharacters(ref, { location: 0, length }, units);
    return units.toString('utf16le');
  }

  /** The members of an array, as long as the array lives. */
  list(array: Ref): Ref[] {
    const count = Number(this.#cf.CFArrayGetCount(array));
    return Array.from({ length: count }, (_, i) => this.#cf.CFArrayGetValueAtIndex(array, i)).filter(
      (one) => one !== null,
    );
  }

  /** Runs the task with a new string, which is released afterwards. */
  withText<T>(text: string, task: (ref: Ref) => T): T {
    const ref = newText(this.#cf, text);
    try {
      return task(ref);
    } finally {
      this.#cf.CFRelease(ref);
    }
  }

  #number(ref: Ref): number {
    const bytes = Buffer.alloc(8);
    this.#cf.CFNumberGetValue(ref, DOUBLE, bytes);
    return bytes.readDoubleLE(0);
  }

  #dictionary(ref: Ref): { [key: string]: CfValue } {
    const count = Number(this.#cf.CFDictionaryGetCount(ref));
    const keys = new BigUint64Array(count);
    const values = new BigUint64Array(count);
    this.#cf.CFDictionaryGetKeysAndValues(ref, keys, values);
    const entries = Array.from(keys, (key, i) => [this.text(key), this.value(values[i] ?? null)] as const);
    return Object.fromEntries(entries);
  }
}

/** A new string; the caller releases it. */
export function newText(cf: Pick<CoreFoundation, 'CFStringCreateWithCharacters'>, text: string): Ref {
  const ref = cf.CFStringCreateWithCharacters(null, Buffer.from(text, 'utf16le'), text.length);
  if (ref === null) throw new Error('macOS has no memory left for a string.');
  return ref;
}
