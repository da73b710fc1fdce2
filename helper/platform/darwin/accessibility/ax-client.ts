import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { GlobalRectangle, Point } from '../../../desktop.ts';
import { within } from '../../native/bounded.ts';
import { WALK } from '../../native/walk-limits.ts';
import { type CfReader, type CfValue, newText } from '../cf-values.ts';
import type { CoreFoundation, Ref } from '../core-foundation.ts';
import type { HiServices } from '../hi-services.ts';

/** AXError codes that mean something of their own. */
export const AX_ERROR = {
  invalidElement: -25_202,
  cannotComplete: -25_204,
  attributeUnsupported: -25_205,
  actionUnsupported: -25_206,
  notImplemented: -25_208,
  apiDisabled: -25_211,
} as const;

const VALUE_TYPE = { point: 1, size: 2 } as const;
/** Longer than the system's own limit, which ends the call on its thread. */
const LATE_MS = WALK.callMs + 150;

export type AxCalls = HiServices & CoreFoundation;

/** The values of one element, by attribute. What it does not have is absent. */
export interface Attributes {
  values: Map<string, Ref>;
  /** Lets go of all values; references among them must be kept before. */
  release(): void;
}

/** Asks elements of other programs. Each call runs on another thread and ends within its limit. */
export class AxClient {
  readonly #calls: AxCalls;
  readonly #reader: CfReader;
  readonly #valueType: number;
  readonly #names = new Map<string, Ref>();

  constructor(calls: AxCalls, reader: CfReader) {
    this.#calls = calls;
    this.#reader = reader;
    this.#valueType = Number(calls.AXValueGetTypeID());
  }

  application(pid: number): Ref | null {
    const element = this.#calls.AXUIElementCreateApplication(pid);
    if (element) this.limit(element);
    return element;
  }

  /** Six seconds is what macOS gives a program that hangs. */
  limit(element: Ref): void {
    this.#calls.AXUIElementSetMessagingTimeout(element, WALK.callMs / 1_000);
  }

  /** Several attributes in one call; null when the element no longer answers. Throws when the program hangs. */
  async attributes(element: Ref, names: readonly string[]): Promise<Attributes | null> {
    const list = this.#calls.arrayOf(names.map((name) => this.name(name)));
    if (!list) return null;
    const out: [Ref | null] = [null];
    try {
      const result = await this.ask((done) =>
        this.#calls.AXUIElementCopyMultipleAttributeValues.async(element, list, 0, out, done),
      );
      this.refuseOff(result);
      const array = out[0];
      if (result !== 0 || !array) return null;
      const values = new Map<string, Ref>();
      for (const [i, value] of this.#reader.list(array).entries()) {
        const name = names[i];
        if (name !== undefined && !this.#isError(value)) values.set(name, value);
      }
      return { values, release: () => this.#calls.CFRelease(array) };
    } finally {
      this.#calls.CFRelease(list);
    }
  }

  /** Names of the actions that an element itself offers. */
  async actions(element: Ref): Promise<string[]> {
    const out: [Ref | null] = [null];
    const result = await this.ask((done) => this.#calls.AXUIElementCopyActionNames.async(element, out, done));
    if (result !== 0 || !out[0]) return [];
    const names = this.#reader.value(out[0]);
    this.#calls.CFRelease(out[0]);
    return Array.isArray(names) ? names.filter((one) => typeof one === 'string') : [];
  }

  async isSettable(element: Ref, attribute: string): Promise<boolean> {
    const out: [number] = [0];
    const name = this.name(attribute);
    const result = await this.ask((done) => this.#calls.AXUIElementIsAttributeSettable.async(element, name, out, done));
    return result === 0 && out[0] !== 0;
  }

  async elementAt(application: Ref, { x, y }: Point): Promise<Ref | null> {
    const out: [Ref | null] = [null];
    const result = await this.ask((done) =>
      this.#calls.AXUIElementCopyElementAtPosition.async(application, x, y, out, done),
    );
    this.refuseOff(result);
    return result === 0 ? out[0] : null;
  }

  perform(element: Ref, action: string): Promise<number> {
    return this.ask((done) => this.#calls.AXUIElementPerformAction.async(element, this.name(action), done));
  }

  set(element: Ref, attribute: string, value: Ref): Promise<number> {
    return this.ask((done) =>
      this.#calls.AXUIElementSetAttributeValue.async(element, this.name(attribute), value, done),
    );
  }

  value(ref: Ref | undefined): CfValue {
    return ref === undefined ? null : this.#reader.value(ref);
  }

  /** Members of an array value; no others have any. */
  members(ref: Ref | undefined): Ref[] {
    return ref !== undefined && this.#reader.isArray(ref) ? this.#reader.list(ref) : [];
  }

  /** Where an element is, in global points. */
  bounds(position: Ref | undefined, size: Ref | undefined): GlobalRectangle {
    const [x, y] = this.#pair(position, VALUE_TYPE.point);
    const [w, h] = this.#pair(size, VALUE_TYPE.size);
    return { x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) };
  }

  pid(element: Ref): number | null {
    const out: [number] = [0];
    return this.#calls.AXUIElementGetPid(element, out) === 0 ? out[0] : null;
  }

  keep(element: Ref): Ref {
    this.#calls.CFRetain(element);
    return element;
  }

  release(element: Ref): void {
    this.#calls.CFRelease(element);
  }

  text(value: string): Ref {
    return newText(this.#calls, value);
  }

  boolean(value: boolean): Ref {
    return this.#calls.boolean(value);
  }

  number(value: number): Ref | null {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value, 0);
    return this.#calls.CFNumberCreate(null, 13, bytes);
  }

  /** Attribute and action names, made once. */
  name(text: string): Ref {
    const known = this.#names.get(text) ?? newText(this.#calls, text);
    this.#names.set(text, known);
    return known;
  }

  ask(start: (done: (error: unknown, result: number) => void) => void): Promise<number> {
    const late = () => new RemoteError('accessibility_timeout', 'The program did not answer in time.');
    return within(LATE_MS, late, start).then((result) => {
      if (result === AX_ERROR.cannotComplete) throw late();
      return result;
    });
  }

  refuseOff(result: number): void {
    if (result !== AX_ERROR.apiDisabled) return;
    throw new RemoteError(
      'accessibility_unavailable',
      'macOS does not let Fermix read controls. Allow it in System Settings > Privacy & Security > Accessibility.',
      { cause: 'Accessibility' },
    );
  }

  /** An attribute that is not there comes back as an error wrapped in a value. */
  #isError(ref: Ref): boolean {
    if (Number(this.#calls.CFGetTypeID(ref)) !== this.#valueType) return false;
    const type = this.#calls.AXValueGetType(ref);
    return type !== VALUE_TYPE.point && type !== VALUE_TYPE.size;
  }

  #pair(ref: Ref | undefined, type: number): [number, number] {
    const bytes = Buffer.alloc(16);
    if (ref === undefined || Number(this.#calls.CFGetTypeID(ref)) !== this.#valueType) return [0, 0];
    if (!this.#calls.AXValueGetValue(ref, type, bytes)) return [0, 0];
    return [bytes.readDoubleLE(0), bytes.readDoubleLE(8)];
  }
}
