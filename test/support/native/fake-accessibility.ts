import type { AxCalls } from '../../../helper/platform/darwin/accessibility/ax-client.ts';
import type { Ref } from '../../../helper/platform/darwin/core-foundation.ts';
import { FakeCoreFoundation } from './fake-core-foundation.ts';

/** An element as a program tells it. `at` is its place: x, y, width, height in points. */
export interface FakeAx {
  role: string;
  subrole?: string;
  title?: string;
  at?: [number, number, number, number];
  attributes?: Record<string, string | number | boolean>;
  actions?: string[];
  settable?: string[];
  children?: FakeAx[];
  hangs?: true;
  gone?: boolean;
  results?: Record<string, number>;
}

const UNSUPPORTED = -25_205;
const INVALID = -25_202;
const CANNOT_COMPLETE = -25_204;

/** HIServices' accessibility functions over programs in memory. */
export class FakeAccessibility {
  readonly cf = new FakeCoreFoundation();
  /** Application elements by process: their windows are the children. */
  readonly applications = new Map<number, FakeAx>();
  atPoint: FakeAx | null = null;
  focus: FakeAx | null = null;
  isAllowed = true;
  readonly log: string[] = [];
  /** Called for each attribute that is set. */
  onSet: (element: FakeAx, name: string, value: unknown) => number = () => 0;
  readonly #elements = new Map<Ref, FakeAx>();

  #lend(element: FakeAx): Ref {
    const ref = this.cf.lend({ kind: 'element' });
    this.#elements.set(ref, element);
    return ref;
  }

  #of(ref: Ref): FakeAx {
    const element = this.#elements.get(ref);
    if (!element) throw new Error(`no element ${ref}`);
    return element;
  }

  #attribute(element: FakeAx, name: string): Ref {
    const own = element.attributes?.[name];
    const value = { AXRole: element.role, AXSubrole: element.subrole, AXTitle: element.title }[name] ?? own;
    if (value !== undefined) return this.cf.lend(value);
    const [x, y, w, h] = element.at ?? [0, 0, 0, 0];
    if (element.at && name === 'AXPosition') return this.cf.lend({ kind: 'ax', type: 1, pair: [x, y] });
    if (element.at && name === 'AXSize') return this.cf.lend({ kind: 'ax', type: 2, pair: [w, h] });
    const isList = name === 'AXChildren' || (name === 'AXWindows' && element.role === 'AXApplication');
    if (isList && element.children) return this.cf.arrayOfRefs(element.children.map((one) => this.#lend(one)));
    if (name === 'AXFocusedUIElement' && this.focus) return this.#lend(this.focus);
    return this.cf.lend({ kind: 'ax', type: 5 });
  }

  #answer<T extends unknown[]>(run: (...parts: T) => number) {
    const async = (...parts: unknown[]) => {
      const done = parts.pop() as (error: unknown, result: number) => void;
      const element = this.#elements.get(parts[0] as Ref);
      if (element?.hangs) return void setImmediate(() => done(null, CANNOT_COMPLETE));
      const result = !this.isAllowed ? -25_211 : element?.gone ? INVALID : run(...(parts as T));
      setImmediate(() => done(null, result));
    };
    return Object.assign(run, { async });
  }

  get calls(): AxCalls {
    const { cf } = this;
    return {
      ...cf.calls,
      AXIsProcessTrusted: () => 1,
      AXIsProcessTrustedWithOptions: () => 1,
      AXUIElementCreateApplication: (pid) => {
        const application = this.applications.get(pid);
        if (!application) return null;
        const ref = cf.make({ kind: 'element' });
        this.#elements.set(ref, application);
        return ref;
      },
      AXUIElementSetMessagingTimeout: (_element, seconds) => this.log.push(`timeout ${seconds}`),
      AXUIElementCopyMultipleAttributeValues: this.#answer(
        (ref: Ref, names: Ref, options: number, out: [Ref | null]) => {
          if (options !== 0) return UNSUPPORTED;
          const wanted = cf.members(names).map((one) => cf.get(one) as string);
          this.log.push(
            `read ${wanted.includes('AXValue') ? 'value ' : ''}${this.#of(ref).title ?? this.#of(ref).role}`,
          );
          out[0] = cf.arrayOfRefs(wanted.map((name) => this.#attribute(this.#of(ref), name)));
          return 0;
        },
      ) as AxCalls['AXUIElementCopyMultipleAttributeValues'],
      AXUIElementCopyActionNames: this.#answer((ref: Ref, out: [Ref | null]) => {
        out[0] = cf.make([...(this.#of(ref).actions ?? [])]);
        return 0;
      }) as AxCalls['AXUIElementCopyActionNames'],
      AXUIElementCopyElementAtPosition: this.#answer((_ref: Ref, _x: number, _y: number, out: [Ref | null]) => {
        if (!this.atPoint) return -25_212;
        const ref = cf.make({ kind: 'element' });
        this.#elements.set(ref, this.atPoint);
        out[0] = ref;
        return 0;
      }) as AxCalls['AXUIElementCopyElementAtPosition'],
      AXUIElementIsAttributeSettable: this.#answer((ref: Ref, name: Ref, out: [number]) => {
        out[0] = this.#of(ref).settable?.includes(cf.get(name) as string) ? 1 : 0;
        return 0;
      }) as AxCalls['AXUIElementIsAttributeSettable'],
      AXUIElementPerformAction: this.#answer((ref: Ref, action: Ref) => {
        const name = cf.get(action) as string;
        this.log.push(`perform ${name} ${this.#of(ref).title}`);
        return this.#of(ref).results?.[name] ?? 0;
      }) as AxCalls['AXUIElementPerformAction'],
      AXUIElementSetAttributeValue: this.#answer((ref: Ref, name: Ref, value: Ref) => {
        this.log.push(`set ${cf.get(name)} ${cf.get(value)}`);
        return this.onSet(this.#of(ref), cf.get(name) as string, cf.get(value));
      }) as AxCalls['AXUIElementSetAttributeValue'],
      AXUIElementGetPid: (ref, out) => {
        out[0] = Number(this.#of(ref).attributes?.['pid'] ?? 10);
        return 0;
      },
      AXValueGetTypeID: () => 8,
      AXValueGetType: (ref) => (cf.get(ref) as unknown as { type: number }).type,
      AXValueGetValue: (ref, type, bytes) => {
        const value = cf.get(ref) as unknown as { type: number; pair: [number, number] };
        if (value.type !== type) return 0;
        bytes.writeDoubleLE(value.pair[0], 0);
        bytes.writeDoubleLE(value.pair[1], 8);
        return 1;
      },
    };
  }
}
