import type { Com } from '../../../helper/platform/win32/uia/com.ts';
import { guid } from '../../../helper/platform/win32/uia/com.ts';

type Value = bigint | number | Buffer | [bigint | null] | null;

/** An element as a program would tell it. Properties by their UIA_…PropertyId. */
export interface FakeElement {
  properties: Record<number, string | number | boolean>;
  rect: [number, number, number, number];
  children?: FakeElement[];
  /** Patterns by id, with what their first methods do; the number is the HRESULT. */
  patterns?: Record<number, (slot: number, value: Value | undefined) => number>;
  hangs?: true;
  gone?: boolean;
}

const UNAVAILABLE = -2_147_220_991;
const NOT_FOUND = -2_147_467_262;

/** UI Automation's objects by their method tables, as UIAutomationClient.idl orders them; counts what is not released. */
export class FakeAutomation implements Com {
  readonly windows = new Map<bigint, FakeElement>();
  focus: FakeElement | null = null;
  atPoint: FakeElement | null = null;
  /** Calls by slot on other threads. */
  readonly started: number[] = [];
  readonly set: string[] = [];
  readonly #objects = new Map<bigint, (slot: number, values: Value[]) => number>();
  readonly #elements = new Map<bigint, FakeElement>();
  readonly #texts = new Map<bigint, string>();
  #next = 100n;

  /** Objects that nobody has let go of, besides the client's own three. */
  get held(): number {
    return this.#objects.size - 3;
  }

  create(classId: string): bigint | null {
    return classId.startsWith('e22ad333') ? this.#add(this.#automation) : null;
  }

  call(object: bigint, slot: number, _parts: string, ...values: Value[]): number {
    if (slot === 2) return this.#objects.delete(object) ? 0 : this.#fail(object);
    return (this.#objects.get(object) ?? this.#fail(object))(slot, values);
  }

  start(
    object: bigint,
    slot: number,
    parts: string,
    values: Value[],
    done: (e: unknown, result: number) => void,
  ): void {
    this.started.push(slot);
    if (this.#elements.get(object)?.hangs) return;
    setImmediate(() => done(null, this.call(object, slot, parts, ...values)));
  }

  newText(text: string): bigint {
    this.#texts.set(++this.#next, text);
    return this.#next;
  }

  freeText(text: bigint): void {
    this.#texts.delete(text);
  }

  take(variant: Buffer): string | number | boolean | null {
    const type = variant.readUInt16LE(0);
    if (type === 11) return variant.readInt16LE(8) !== 0;
    if (type === 3) return variant.readInt32LE(8);
    if (type === 5) return variant.readDoubleLE(8);
    return type === 8 ? (this.#texts.get(variant.readBigUInt64LE(8)) ?? null) : null;
  }

  textAt(address: bigint): string | undefined {
    return this.#texts.get(address);
  }

  #automation = (slot: number, values: Value[]): number => {
    if (slot === 0) {
      const wanted = values[0] as Buffer;
      if (!wanted.equals(guid('34723aff-0c9d-49d0-9896-7ab52df8cd8a'))) return NOT_FOUND;
      return this.#give(values[1], this.#add(this.#automation));
    }
    if (slot === 61 || slot === 63) {
      this.set.push(`timeout ${slot} ${values[0]}`);
      return 0;
    }
    if (slot === 18 || slot === 20) return this.#give(values[0], this.#add(this.#cacheRequest));
    if (slot === 10) return this.#giveElement(values[2], this.windows.get(values[0] as bigint) ?? null);
    if (slot === 11) return this.#giveElement(values[2], this.atPoint);
    if (slot === 12) return this.#giveElement(values[1], this.focus);
    return this.#fail(slot);
  };

  #cacheRequest = (slot: number, values: Value[]): number => {
    if (slot === 3) this.set.push(`property ${values[0]}`);
    else if (slot === 7) this.set.push(`scope ${values[0]}`);
    else this.#fail(slot);
    return 0;
  };

  #element(element: FakeElement) {
    return (slot: number, values: Value[]): number => {
      if (element.gone && slot !== 12 && slot !== 75) return UNAVAILABLE;
      if (slot === 8) return values[0] === 2 ? this.#give(values[3], this.#array(element.children ?? [])) : NOT_FOUND;
      if (slot === 9) return this.#giveElement(values[1], element);
      if (slot === 12) return this.#property(element.properties[values[0] as number], values[1] as Buffer);
      if (slot === 14) return this.#pattern(element, values);
      if (slot === 75) {
        for (const [i, value] of element.rect.entries()) (values[0] as Buffer).writeInt32LE(value, i * 4);
        return 0;
      }
      return this.#fail(slot);
    };
  }

  #pattern(element: FakeElement, [id, , out]: Value[]): number {
    const act = element.patterns?.[id as number];
    if (!act) return this.#give(out, null);
    return this.#give(
      out,
      this.#add((slot, [value]) => act(slot, typeof value === 'bigint' ? (this.#textOf(value) as never) : value)),
    );
  }

  #textOf(address: bigint): string | undefined {
    return this.#texts.get(address);
  }

  #property(value: string | number | boolean | undefined, variant: Buffer): number {
    if (typeof value === 'string') {
      variant.writeUInt16LE(8, 0);
      variant.writeBigUInt64LE(this.newText(value), 8);
    } else if (typeof value === 'boolean') {
      variant.writeUInt16LE(11, 0);
      variant.writeInt16LE(value ? -1 : 0, 8);
    } else if (typeof value === 'number') {
      variant.writeUInt16LE(3, 0);
      variant.writeInt32LE(value, 8);
    }
    return 0;
  }

  #array(elements: FakeElement[]): bigint {
    return this.#add((slot, values) => {
      if (slot === 3) (values[0] as Buffer).writeInt32LE(elements.length, 0);
      else if (slot === 4) return this.#giveElement(values[1], elements[values[0] as number] ?? null);
      return 0;
    });
  }

  #giveElement(out: Value | undefined, element: FakeElement | null): number {
    if (!element) return UNAVAILABLE;
    const pointer = this.#add(this.#element(element));
    this.#elements.set(pointer, element);
    return this.#give(out, pointer);
  }

  #give(out: Value | undefined, pointer: bigint | null): number {
    if (!Array.isArray(out)) throw new Error('no place for the pointer');
    out[0] = pointer;
    return 0;
  }

  #add(object: (slot: number, values: Value[]) => number): bigint {
    this.#objects.set(++this.#next, object);
    return this.#next;
  }

  #fail(what: bigint | number): never {
    throw new Error(`no such object or method: ${what}`);
  }
}
