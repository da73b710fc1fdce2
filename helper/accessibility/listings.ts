import type { ElementTarget } from '../../protocol/helper/accessibility.ts';
import type { AccessibleControl, DesktopWindow, Point } from '../desktop.ts';

const KEPT = 8;

/** A listed control as it was when it was listed. */
export interface ListedControl {
  /** Null for a shape seen in the picture, which nobody can be asked about. */
  handle: string | null;
  /** Of a shape: the window it was seen in. */
  window?: DesktopWindow;
  role: AccessibleControl['role'];
  name: string;
  /** Where it was to be clicked, in global input units. */
  centre: Point;
}

/** The last few lists of controls: what their references stand for. */
export class Listings {
  readonly #prefix: string;
  readonly #kept = new Map<string, Map<string, ListedControl>>();
  #count = 0;

  /** `prefix` differs between helpers, so that a list of one that died is never taken for one of another. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Keeps a list; its controls are `e1`, `e2` … in their order. */
  add(controls: readonly ListedControl[]): string {
    this.#count += 1;
    const id = `${this.#prefix}-${this.#count}`;
    this.#kept.set(id, new Map(controls.map((one, i) => [refOf(i), one])));
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** Null when the list is no longer kept or has no such control. */
  find({ listing, ref }: ElementTarget): ListedControl | null {
    return this.#kept.get(listing)?.get(ref) ?? null;
  }
}

/** The reference of the control at an index, from 0. */
export const refOf = (index: number) => `e${index + 1}`;
