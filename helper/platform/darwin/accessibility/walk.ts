import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { DesktopWindow, GlobalRectangle } from '../../../desktop.ts';
import type { WalkBudget } from '../../native/walk-limits.ts';
import type { Ref } from '../core-foundation.ts';
import type { AxClient } from './ax-client.ts';
import { type Looked, lookAt, type ReadControl, readControl } from './read-element.ts';

const PATH_NAMES = 3;
/** Points by which a window's two descriptions may differ. */
const SAME_WITHIN = 2;

interface OpenWindow {
  element: Ref;
  bounds: GlobalRectangle;
}

export interface FoundControl {
  /** Belongs to its parent's list: to be kept by whoever needs it longer. */
  element: Ref;
  subrole: string;
  parentRole: string;
  path: string[];
  control: ReadControl;
  /** Place of the window it belongs to; null for the menu bar. */
  root: GlobalRectangle | null;
}

/** One walk through a program: the window in view, its other windows, then its menu bar. */
export class AxWalk {
  readonly #client: AxClient;
  readonly #budget: WalkBudget;
  readonly #found: (control: FoundControl) => void;
  #root: GlobalRectangle | null = null;
  #count = 0;

  constructor(client: AxClient, budget: WalkBudget, found: (control: FoundControl) => void) {
    this.#client = client;
    this.#budget = budget;
    this.#found = found;
  }

  /** Throws `accessibility_unavailable`; a program that hangs ends the walk with what was read. */
  async application(application: Ref, window: DesktopWindow): Promise<void> {
    const read = await this.#client.attributes(application, ['AXWindows', 'AXMenuBar']);
    if (!read) return;
    try {
      const windows = await this.#inOrder(this.#client.members(read.values.get('AXWindows')), window.bounds);
      for (const { element, bounds } of windows) {
        this.#root = bounds;
        await this.#visit(element, 0, '', []);
      }
      this.#root = null;
      const menuBar = read.values.get('AXMenuBar');
      if (menuBar !== undefined) await this.#visit(menuBar, 0, '', []);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.code !== 'accessibility_timeout') throw error;
      this.#budget.hung();
    } finally {
      read.release();
    }
  }

  /** The interface has no window numbers: the one in view is found by its place. Minimised ones are left out. */
  async #inOrder(windows: readonly Ref[], bounds: GlobalRectangle): Promise<OpenWindow[]> {
    const first: OpenWindow[] = [];
    const others: OpenWindow[] = [];
    for (const one of windows) {
      this.#client.limit(one);
      const read = await this.#client.attributes(one, ['AXPosition', 'AXSize', 'AXMinimized']);
      if (!read) continue;
      const isMinimised = this.#client.value(read.values.get('AXMinimized')) === true;
      const at = this.#client.bounds(read.values.get('AXPosition'), read.values.get('AXSize'));
      read.release();
      if (!isMinimised) (isSame(at, bounds) ? first : others).push({ element: one, bounds: at });
    }
    return [...first, ...others];
  }

  async #visit(element: Ref, depth: number, parentRole: string, path: string[]): Promise<void> {
    if (!this.#budget.take(depth, this.#count)) return;
    const looked = await lookAt(this.#client, element);
    if (!looked) return;
    try {
      await this.#report(element, looked, parentRole, path);
      // The items of a closed menu are told as well, with places of nowhere.
      if (looked.role === 'AXMenu' && !(looked.bounds.w > 0 && looked.bounds.h > 0)) return;
      const inner = looked.name === '' ? path : [...path, looked.name].slice(-PATH_NAMES);
      for (const child of looked.children) await this.#visit(child, depth + 1, looked.role, inner);
    } finally {
      looked.release();
    }
  }

  async #report(element: Ref, looked: Looked, parentRole: string, path: string[]): Promise<void> {
    if (looked.bounds.w <= 0 || looked.bounds.h <= 0) return;
    const control = await readControl(this.#client, element, looked, { parentRole, detail: 'places' });
    if (!control) return;
    this.#count += 1;
    this.#found({ element, subrole: looked.subrole, parentRole, path, control, root: this.#root });
  }
}

export function isSame(a: GlobalRectangle, b: GlobalRectangle): boolean {
  return [a.x - b.x, a.y - b.y, a.w - b.w, a.h - b.h].every((one) => Math.abs(one) <= SAME_WITHIN);
}
