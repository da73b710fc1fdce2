import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type {
  AccessibilityPort,
  AccessibleControl,
  AccessibleReading,
  DesktopWindow,
  Point,
} from '../../../desktop.ts';
import { ControlHandles } from '../../native/control-handles.ts';
import type { Pointer } from '../../native/koffi.ts';
import { soon, WALK, WalkBudget } from '../../native/walk-limits.ts';
import { handleOf } from '../window-list.ts';
import type { Automation } from './automation.ts';
import { describeElement, type ElementFacts, roleOf } from './describe-element.ts';
import { INTERFACE, PATTERN, PATTERN_ID, RESULT } from './ids.ts';

const PATH_NAMES = 3;
const ACTION_MS = 2_000;
const EXPANDED = 1;

interface Kept {
  element: Pointer;
  pid: number;
  /** When its process began: the pid may belong to another one by now. */
  processStart: string;
  window: string;
  path: string[];
}

type Place = Pick<Kept, 'window' | 'path'>;

interface Walk {
  budget: WalkBudget;
  controls: AccessibleControl[];
  /** Whose tree is walked now. */
  window: string;
}

/** The controls of other programs through UI Automation's control view. */
export class UiaPort implements AccessibilityPort {
  readonly #automation: Automation;
  readonly #windowsOf: (pid: number) => DesktopWindow[];
  readonly #processStart: (pid: number) => string;
  readonly #now: () => number;
  readonly #handles: ControlHandles<Kept>;

  constructor(
    automation: Automation,
    system: { windowsOf(pid: number): DesktopWindow[]; processStart(pid: number): string; now(): number },
  ) {
    this.#automation = automation;
    this.#windowsOf = (pid) => system.windowsOf(pid);
    this.#processStart = (pid) => system.processStart(pid);
    this.#now = () => system.now();
    this.#handles = new ControlHandles((kept) => automation.release(kept.element));
  }

  /** Programs answer UI Automation whenever they are asked. */
  prepare(): void {}

  async read(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleReading> {
    const walk: Walk = { budget: new WalkBudget(this.#now, signal), controls: [], window: window.id };
    const others = window.pid === null ? [] : this.#windowsOf(window.pid).filter((one) => one.id !== window.id);
    const notes: string[] = [];
    for (const one of [window, ...others]) {
      const problem = await this.#readWindow(one, walk);
      if (problem) notes.push(problem);
      // A program that hangs in one window hangs in all of them.
      if (problem) break;
    }
    const { controls, budget } = walk;
    if (controls.length === 0 && notes.length === 0) notes.push('The program offers no controls to UI Automation.');
    notes.push(`UI Automation answered in ${budget.elapsedMs} ms.`);
    return { controls, truncated: budget.truncated, notes };
  }

  /** Elements come with all their properties at once. */
  async words(controls: readonly AccessibleControl[]): Promise<AccessibleControl[]> {
    return [...controls];
  }

  async at(window: DesktopWindow, point: Point): Promise<AccessibleControl | null> {
    return this.#ofWindow(window, await this.#automation.fromPoint(point));
  }

  focused(window: DesktopWindow): Promise<AccessibleControl | null> {
    const found = this.#automation.focused().then((element) => this.#ofWindow(window, element));
    return soon(found, WALK.focusMs);
  }

  async refresh(handle: string): Promise<AccessibleControl | null> {
    const kept = this.#handles.get(handle);
    if (!kept || this.#processStart(kept.pid) !== kept.processStart) return null;
    const element = await this.#automation.updated(kept.element).catch(() => null);
    if (!element) return null;
    const facts = this.#automation.facts(element);
    if (Number(facts.processId) !== kept.pid) {
      this.#automation.release(element);
      return null;
    }
    this.#handles.replace(handle, { ...kept, element });
    return this.#describe(handle, element, facts, kept);
  }

  /** By the first pattern it has: Invoke, Toggle, SelectionItem, ExpandCollapse. */
  async press(handle: string): Promise<void> {
    const { element } = this.#require(handle);
    const { hasExpandCollapse, expandCollapseState } = this.#automation.facts(element);
    const isOpen = hasExpandCollapse === true && expandCollapseState === EXPANDED;
    const ways = [
      ['invoke', PATTERN.first],
      ['toggle', PATTERN.first],
      ['selectionItem', PATTERN.first],
      ['expandCollapse', isOpen ? PATTERN.collapse : PATTERN.first],
    ] as const;
    for (const [name, slot] of ways) if (await this.#usePattern(element, name, slot, '', [])) return;
    throw unsupported('cannot be pressed');
  }

  async setValue(handle: string, value: string): Promise<void> {
    const { element } = this.#require(handle);
    const isText = await this.#automation.withText(value, (text) =>
      this.#usePattern(element, 'value', PATTERN.first, 'p', [text]),
    );
    if (isText) return;
    const number = Number(value);
    if (Number.isNaN(number) || value.trim() === '') throw unsupported('takes a number alone');
    if (!(await this.#usePattern(element, 'rangeValue', PATTERN.first, 'd', [number])))
      throw unsupported('cannot be written');
  }

  async close(): Promise<void> {
    this.#handles.clear();
    this.#automation.close();
  }

  #ofWindow(window: DesktopWindow, element: Pointer | null): AccessibleControl | null {
    if (!element) return null;
    const facts = this.#automation.facts(element);
    if (Number(facts.processId) === window.pid) return this.#keep(element, facts, { window: window.id, path: [] });
    this.#automation.release(element);
    return null;
  }

  /** Words for what kept it from being read to its end; null when nothing did. */
  async #readWindow(window: DesktopWindow, walk: Walk): Promise<string | null> {
    try {
      const root = await this.#automation.fromWindow(handleOf(window.id));
      walk.window = window.id;
      if (root) await this.#visit(root, walk, 0, []);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Keeps controls and lets go of everything else. */
  async #visit(element: Pointer, walk: Walk, depth: number, path: string[]): Promise<void> {
    if (!walk.budget.take(depth, walk.controls.length)) {
      this.#automation.release(element);
      return;
    }
    const facts = this.#automation.facts(element);
    const isHidden = facts.isOffscreen === true && depth > 0;
    const control = isHidden ? null : this.#keepControl(element, facts, { window: walk.window, path });
    if (control) walk.controls.push(control);
    const name = typeof facts.name === 'string' ? facts.name : '';
    const inner = name === '' ? path : [...path, name].slice(-PATH_NAMES);
    try {
      if (isHidden) return;
      await this.#visitAll(await this.#automation.children(element), walk, depth + 1, inner);
    } finally {
      if (!control) this.#automation.release(element);
    }
  }

  /** After an error the rest is let go of unread. */
  async #visitAll(children: Pointer[], walk: Walk, depth: number, path: string[]): Promise<void> {
    let visited = 0;
    try {
      for (const child of children) {
        visited += 1;
        await this.#visit(child, walk, depth, path);
      }
    } finally {
      for (const child of children.slice(visited)) this.#automation.release(child);
    }
  }

  #keepControl(element: Pointer, facts: ElementFacts, place: Place): AccessibleControl | null {
    const { w, h } = this.#automation.bounds(element);
    return roleOf(facts) === null || w <= 0 || h <= 0 ? null : this.#keep(element, facts, place);
  }

  #keep(element: Pointer, facts: ElementFacts, place: Place): AccessibleControl {
    const pid = Number(facts.processId);
    const handle = this.#handles.keep({ element, pid, processStart: this.#processStart(pid), ...place });
    return this.#describe(handle, element, facts, place);
  }

  #describe(handle: string, element: Pointer, facts: ElementFacts, { window, path }: Place): AccessibleControl {
    const bounds = this.#automation.bounds(element);
    return describeElement(facts, { handle, window, bounds, path, role: roleOf(facts) ?? 'other' });
  }

  #require(handle: string): Kept {
    const kept = this.#handles.get(handle);
    if (kept && this.#processStart(kept.pid) === kept.processStart) return kept;
    throw new RemoteError('accessibility_failed', 'The control is not there any more.');
  }

  /** False when the element does not have the pattern. */
  async #usePattern(
    element: Pointer,
    name: keyof typeof PATTERN_ID,
    slot: number,
    parts: string,
    values: (Pointer | number)[],
  ): Promise<boolean> {
    const pattern = await this.#automation.pattern(element, PATTERN_ID[name], INTERFACE[name]);
    if (!pattern) return false;
    try {
      refuseFailure(await this.#automation.perform(pattern, slot, parts, values, ACTION_MS));
      return true;
    } finally {
      this.#automation.release(pattern);
    }
  }
}

function refuseFailure(result: number): void {
  if (result >= 0) return;
  const code = result >>> 0;
  if (code === RESULT.timeout) throw new RemoteError('accessibility_timeout', 'The program did not answer in time.');
  const why = code === RESULT.notEnabled ? 'is disabled' : code === RESULT.notAvailable ? 'is gone' : 'refused';
  throw new RemoteError('accessibility_failed', `The control ${why}.`, { result: code });
}

function unsupported(why: string): RemoteError {
  return new RemoteError('element_action_unsupported', `The control itself ${why}.`);
}
