import type { CoreFoundation, Ref } from '../../../helper/platform/darwin/core-foundation.ts';

/** What a reference stands for: plain values, data, and kinds that other frameworks bring. */
export type FakeValue =
  | string
  | number
  | boolean
  | Buffer
  | FakeValue[]
  | Map<string, FakeValue>
  | { kind: string; [key: string]: unknown };

const TYPES = { string: 1, number: 2, boolean: 3, array: 4, dictionary: 5, data: 6, other: 7, axValue: 8 } as const;

/** CoreFoundation's objects in memory, with their reference counts: what is made and never released shows up. */
export class FakeCoreFoundation {
  readonly #values = new Map<Ref, FakeValue>();
  readonly #members = new Map<Ref, Ref[]>();
  readonly #counts = new Map<Ref, number>();
  #next = 1_000n;

  /** References that somebody owns and has not released. */
  get owned(): number {
    return [...this.#counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** A reference that the caller owns. */
  make(value: FakeValue): Ref {
    const ref = this.lend(value);
    this.#counts.set(ref, 1);
    return ref;
  }

  /** A reference that belongs to somebody else. */
  lend(value: FakeValue): Ref {
    const ref = ++this.#next;
    this.#values.set(ref, value);
    if (Array.isArray(value))
      this.#members.set(
        ref,
        value.map((one) => this.lend(one)),
      );
    return ref;
  }

  arrayOfRefs(refs: readonly Ref[]): Ref {
    const ref = this.make([]);
    this.#members.set(ref, [...refs]);
    return ref;
  }

  get(ref: Ref): FakeValue {
    const value = this.#values.get(ref);
    if (value === undefined) throw new Error(`no object ${ref}`);
    return value;
  }

  members(ref: Ref): Ref[] {
    return this.#members.get(ref) ?? [];
  }

  #typeOf(ref: Ref): number {
    const value = this.get(ref);
    if (Array.isArray(value)) return TYPES.array;
    if (Buffer.isBuffer(value)) return TYPES.data;
    if (value instanceof Map) return TYPES.dictionary;
    if (typeof value === 'object') return value.kind === 'ax' ? TYPES.axValue : TYPES.other;
    return TYPES[typeof value as 'string' | 'number' | 'boolean'];
  }

  readonly calls: CoreFoundation = {
    CFRetain: (ref) => {
      this.#counts.set(ref, (this.#counts.get(ref) ?? 0) + 1);
      return ref;
    },
    CFRelease: (ref) => {
      const count = this.#counts.get(ref) ?? 0;
      if (count === 0) throw new Error(`released once too often: ${ref}`);
      this.#counts.set(ref, count - 1);
    },
    CFGetTypeID: (ref) => this.#typeOf(ref),
    CFStringGetTypeID: () => TYPES.string,
    CFNumberGetTypeID: () => TYPES.number,
    CFBooleanGetTypeID: () => TYPES.boolean,
    CFArrayGetTypeID: () => TYPES.array,
    CFDictionaryGetTypeID: () => TYPES.dictionary,
    CFStringCreateWithCharacters: (_a, units, count) => this.make(units.toString('utf16le', 0, count * 2)),
    CFStringGetLength: (ref) => (this.get(ref) as string).length,
    CFStringGetCharacters: (ref, { location, length }, units) => {
      units.write((this.get(ref) as string).slice(location, location + length), 'utf16le');
    },
    CFNumberGetValue: (ref, type, bytes) => {
      if (type !== 13) return 0;
      bytes.writeDoubleLE(this.get(ref) as number, 0);
      return 1;
    },
    CFNumberCreate: (_a, _type, bytes) => this.make(bytes.readDoubleLE(0)),
    CFBooleanGetValue: (ref) => (this.get(ref) ? 1 : 0),
    boolean: (value) => this.lend(value),
    CFArrayGetCount: (ref) => this.members(ref).length,
    CFArrayGetValueAtIndex: (ref, index) => this.members(ref)[index] ?? null,
    arrayOf: (refs) => this.arrayOfRefs(refs),
    CFDictionaryGetCount: (ref) => (this.get(ref) as Map<string, FakeValue>).size,
    CFDictionaryGetKeysAndValues: (ref, keys, values) => {
      for (const [i, [key, value]] of [...(this.get(ref) as Map<string, FakeValue>)].entries()) {
        keys[i] = this.lend(key);
        values[i] = this.lend(value);
      }
    },
    dictionaryOf: (entries) =>
      this.make(new Map(entries.map(([key, value]) => [this.get(key) as string, this.get(value)]))),
    CFDataCreate: (_a, bytes, length) => this.make(Buffer.from(bytes.subarray(0, length))),
    CFDataGetLength: (ref) => (this.get(ref) as Buffer).length,
    CFDataGetBytePtr: (ref) => ref,
    CFMachPortCreateRunLoopSource: () => this.make({ kind: 'source' }),
    CFMachPortInvalidate: () => undefined,
    CFRunLoopGetCurrent: () => 1n,
    CFRunLoopAddSource: () => undefined,
    CFRunLoopRunInMode: () => 1,
    read: (address, size) => Buffer.from((this.get(address) as Buffer).subarray(0, size)),
  };
}

/** A dictionary as the systems give it. */
export const dictionary = (entries: Record<string, FakeValue>): Map<string, FakeValue> =>
  new Map(Object.entries(entries));
