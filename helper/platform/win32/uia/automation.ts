import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { GlobalRectangle, Point } from '../../../desktop.ts';
import { within } from '../../native/bounded.ts';
import type { Pointer } from '../../native/koffi.ts';
import { WALK } from '../../native/walk-limits.ts';
import type { Com } from './com.ts';
import { guid } from './com.ts';
import type { ElementFacts } from './describe-element.ts';
import { ARRAY, AUTOMATION, CACHE_REQUEST, CLASS, ELEMENT, INTERFACE, PROPERTY, SCOPE, UNKNOWN } from './ids.ts';

type Slot = [Pointer | null];

/** UI Automation's client: elements with all wanted properties fetched in one call each. Every call has a deadline. */
export class Automation {
  readonly #com: Com;
  readonly #automation: Pointer;
  readonly #cache: Pointer;
  readonly #controlView: Pointer;

  private constructor(com: Com, automation: Pointer, cache: Pointer, controlView: Pointer) {
    this.#com = com;
    this.#automation = automation;
    this.#cache = cache;
    this.#controlView = controlView;
  }

  /** Null where UI Automation is not there. */
  static open(com: Com): Automation | null {
    const automation =
      com.create(CLASS.automation8, INTERFACE.automation) ?? com.create(CLASS.automation, INTERFACE.automation);
    if (!automation) return null;
    limitCalls(com, automation);
    const cache = outOf(com, automation, AUTOMATION.createCacheRequest);
    const controlView = outOf(com, automation, AUTOMATION.controlViewCondition);
    if (!cache || !controlView) return null;
    for (const property of Object.values(PROPERTY)) com.call(cache, CACHE_REQUEST.addProperty, 'i', property);
    com.call(cache, CACHE_REQUEST.addProperty, 'i', 30_001);
    com.call(cache, CACHE_REQUEST.putTreeScope, 'i', SCOPE.element);
    return new Automation(com, automation, cache, controlView);
  }

  fromWindow(window: Pointer): Promise<Pointer | null> {
    return this.#ask(this.#automation, AUTOMATION.elementFromHandleBuildCache, 'ppo', [window, this.#cache]);
  }

  fromPoint({ x, y }: Point): Promise<Pointer | null> {
    const packed = BigInt.asIntN(64, (BigInt.asUintN(32, BigInt(y)) << 32n) | BigInt.asUintN(32, BigInt(x)));
    return this.#ask(this.#automation, AUTOMATION.elementFromPointBuildCache, 'lpo', [packed, this.#cache]);
  }

  /** What has the keyboard, in whatever program. */
  focused(): Promise<Pointer | null> {
    return this.#ask(this.#automation, AUTOMATION.focusedElementBuildCache, 'po', [this.#cache]);
  }

  /** The children in the control view; they are to be released. */
  async children(element: Pointer): Promise<Pointer[]> {
    const parts = [SCOPE.children, this.#controlView, this.#cache];
    const array = await this.#ask(element, ELEMENT.findAllBuildCache, 'ippo', parts);
    if (!array) return [];
    const length = Buffer.alloc(4);
    this.#com.call(array, ARRAY.length, 'b', length);
    const all = Array.from({ length: Math.min(length.readInt32LE(0), WALK.nodes) }, (_, i) => {
      const out: Slot = [null];
      return this.#com.call(array, ARRAY.element, 'io', i, out) < 0 ? null : out[0];
    });
    this.release(array);
    return all.filter((one) => one !== null);
  }

  /** The element as it is now; null when it no longer answers. */
  updated(element: Pointer): Promise<Pointer | null> {
    return this.#ask(element, ELEMENT.buildUpdatedCache, 'po', [this.#cache]);
  }

  facts(element: Pointer): ElementFacts {
    const entries = Object.entries(PROPERTY).map(([name, id]) => {
      const variant = Buffer.alloc(24);
      const result = this.#com.call(element, ELEMENT.cachedPropertyValue, 'ib', id, variant);
      return [name, result < 0 ? null : this.#com.take(variant)];
    });
    return Object.fromEntries(entries);
  }

  bounds(element: Pointer): GlobalRectangle {
    const bytes = Buffer.alloc(16);
    if (this.#com.call(element, ELEMENT.cachedBoundingRectangle, 'b', bytes) < 0) return { x: 0, y: 0, w: 0, h: 0 };
    const [x, y] = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
    return { x, y, w: bytes.readInt32LE(8) - x, h: bytes.readInt32LE(12) - y };
  }

  /** A point that the element itself says may be clicked; null when it says none. */
  async clickablePoint(element: Pointer): Promise<Point | null> {
    const point = Buffer.alloc(8);
    const isThere = Buffer.alloc(4);
    const result = await this.perform(element, ELEMENT.clickablePoint, 'bb', [point, isThere]).catch(() => -1);
    return result >= 0 && isThere.readInt32LE(0) !== 0 ? { x: point.readInt32LE(0), y: point.readInt32LE(4) } : null;
  }

  /** The element's interface for a pattern; null when it does not have it. */
  pattern(element: Pointer, pattern: number, interfaceId: string): Promise<Pointer | null> {
    return this.#ask(element, ELEMENT.currentPatternAs, 'ibo', [pattern, guid(interfaceId)]);
  }

  /** Calls a method on another thread; throws `accessibility_timeout` when the program does not answer. */
  perform(
    object: Pointer,
    slot: number,
    parts: string,
    values: (Pointer | number | Buffer | Slot)[],
    ms: number = WALK.callMs,
  ): Promise<number> {
    const late = () => new RemoteError('accessibility_timeout', 'The program did not answer in time.');
    return within<number>(ms, late, (done) => this.#com.start(object, slot, parts, values, done));
  }

  withText<T>(text: string, task: (address: Pointer) => Promise<T>): Promise<T> {
    const address = this.#com.newText(text);
    return task(address).finally(() => this.#com.freeText(address));
  }

  release(object: Pointer): void {
    this.#com.call(object, UNKNOWN.release, '');
  }

  close(): void {
    for (const object of [this.#controlView, this.#cache, this.#automation]) this.release(object);
  }

  async #ask(
    object: Pointer,
    slot: number,
    parts: string,
    values: (Pointer | number | Buffer)[],
  ): Promise<Pointer | null> {
    const out: Slot = [null];
    const result = await this.perform(object, slot, parts, [...values, out]);
    return result < 0 ? null : out[0];
  }
}

/** Windows itself gives a provider 20 s; a program that hangs must not cost more than one call may. */
function limitCalls(com: Com, automation: Pointer): void {
  const out: Slot = [null];
  const isThere = com.call(automation, UNKNOWN.queryInterface, 'bo', guid(INTERFACE.automation2), out) >= 0;
  if (!isThere || !out[0]) return;
  com.call(out[0], AUTOMATION.putConnectionTimeout, 'i', WALK.callMs);
  com.call(out[0], AUTOMATION.putTransactionTimeout, 'i', WALK.ms);
  com.call(out[0], UNKNOWN.release, '');
}

function outOf(com: Com, object: Pointer, slot: number): Pointer | null {
  const out: Slot = [null];
  return com.call(object, slot, 'o', out) < 0 ? null : out[0];
}
