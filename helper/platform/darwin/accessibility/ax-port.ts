import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { Clock } from '../../../clock.ts';
import type {
  AccessibilityPort,
  AccessibleControl,
  AccessibleReading,
  DesktopWindow,
  GlobalRectangle,
  Point,
} from '../../../desktop.ts';
import { ControlHandles } from '../../native/control-handles.ts';
import { soon, WALK, WalkBudget } from '../../native/walk-limits.ts';
import type { Ref } from '../core-foundation.ts';
import { Activation } from './activation.ts';
import { AX_ERROR, type AxClient } from './ax-client.ts';
import { describe, lookAt, readControl } from './read-element.ts';
import { isFrameButton, roleOf } from './roles.ts';
import { AxWalk, isSame } from './walk.ts';

const AGAIN_MS = 300;
const AGAIN_TIMES = 5;

interface Order {
  window: DesktopWindow;
  signal: AbortSignal;
}

interface Kept {
  element: Ref;
  pid: number;
  /** When its process began: the pid may belong to another one by now. */
  processStart: string;
  parentRole: string;
  window: string;
  path: string[];
}

export interface AxSystem {
  processStart(pid: number): string;
  /** Front to back. */
  windowsOf(pid: number): DesktopWindow[];
  clock: Clock;
}

/** The controls of other programs through macOS's accessibility interface. */
export class AxPort implements AccessibilityPort {
  readonly #client: AxClient;
  readonly #activation: Activation;
  readonly #processStart: (pid: number) => string;
  readonly #windowsOf: (pid: number) => DesktopWindow[];
  readonly #clock: Clock;
  readonly #handles: ControlHandles<Kept>;

  constructor(client: AxClient, system: AxSystem) {
    this.#client = client;
    this.#activation = new Activation(client);
    this.#processStart = (pid) => system.processStart(pid);
    this.#windowsOf = (pid) => system.windowsOf(pid);
    this.#clock = system.clock;
    this.#handles = new ControlHandles((kept) => client.release(kept.element));
  }

  /** Programs that need waking are woken when they are read. */
  prepare(): void {}

  async read(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleReading> {
    if (window.pid === null) return { controls: [], truncated: null, notes: ['The window does not name its program.'] };
    const application = this.#client.application(window.pid);
    if (!application) return { controls: [], truncated: null, notes: ['The program offers no accessibility.'] };
    try {
      return await this.#readAndWake(application, window.pid, { window, signal });
    } finally {
      this.#client.release(application);
    }
  }

  /** Within the time of one walk; what does not answer any more stays as it was read. */
  async words(controls: readonly AccessibleControl[], signal: AbortSignal): Promise<AccessibleControl[]> {
    const budget = new WalkBudget(() => this.#clock.now(), signal);
    const worded: AccessibleControl[] = [];
    for (const one of controls) {
      const fresh = budget.take(0, 0) ? await this.refresh(one.handle).catch(() => null) : null;
      worded.push(fresh ?? one);
    }
    return worded;
  }

  async at(window: DesktopWindow, point: Point): Promise<AccessibleControl | null> {
    const application = window.pid === null ? null : this.#client.application(window.pid);
    if (!application || window.pid === null) return null;
    try {
      const element = await this.#client.elementAt(application, point);
      return element === null ? null : await this.#describeAt(element, window.pid, window.id);
    } finally {
      this.#client.release(application);
    }
  }

  focused(window: DesktopWindow): Promise<AccessibleControl | null> {
    return soon(this.#focused(window), WALK.focusMs);
  }

  async refresh(handle: string): Promise<AccessibleControl | null> {
    const kept = this.#handles.get(handle);
    if (!kept || this.#processStart(kept.pid) !== kept.processStart) return null;
    const looked = await lookAt(this.#client, kept.element).catch(() => null);
    if (!looked || looked.role === '') return null;
    const read = await readControl(this.#client, kept.element, looked, {
      parentRole: kept.parentRole,
      detail: 'words',
    });
    looked.release();
    return read && { ...read, handle, window: kept.window, path: kept.path };
  }

  async press(handle: string): Promise<void> {
    const { element } = this.#require(handle);
    const offered = await this.#client.actions(element);
    const action = ['AXPress', 'AXPick', 'AXOpen'].find((one) => offered.includes(one));
    if (!action) throw unsupported('cannot be pressed');
    refuseFailure(await this.#client.perform(element, action));
  }

  async setValue(handle: string, value: string): Promise<void> {
    const { element } = this.#require(handle);
    if (!(await this.#client.isSettable(element, 'AXValue'))) throw unsupported('cannot be written');
    const read = await this.#client.attributes(element, ['AXRole']);
    const isNumber = this.#client.value(read?.values.get('AXRole')) === 'AXSlider';
    read?.release();
    const ref = isNumber ? this.#client.number(Number(value)) : this.#client.text(value);
    if (!ref || (isNumber && (value.trim() === '' || Number.isNaN(Number(value)))))
      throw unsupported('takes a number alone');
    try {
      refuseFailure(await this.#client.set(element, 'AXValue', ref));
    } finally {
      this.#client.release(ref);
    }
  }

  async close(): Promise<void> {
    this.#handles.clear();
    await this.#activation.undo();
  }

  /** A program whose windows tell no control at all is woken once, then looked at again until its tree is there. */
  async #readAndWake(application: Ref, pid: number, order: Order): Promise<AccessibleReading> {
    const start = this.#clock.now();
    const notes: string[] = [];
    let reading = await this.#walk(application, pid, order);
    if (reading.isEmpty && reading.truncated === null) {
      notes.push(await this.#activation.wake(application));
      for (let i = 0; i < AGAIN_TIMES && reading.isEmpty && !order.signal.aborted; i++) {
        await this.#clock.sleep(AGAIN_MS, order.signal);
        reading = await this.#walk(application, pid, order);
      }
      if (reading.isEmpty) notes.push('The program still tells no controls.');
    }
    notes.push(`The tree took ${Math.round(this.#clock.now() - start)} ms.`);
    return { controls: reading.controls, truncated: reading.truncated, notes };
  }

  async #walk(application: Ref, pid: number, { window, signal }: Order) {
    const budget = new WalkBudget(() => this.#clock.now(), signal);
    const processStart = this.#processStart(pid);
    const windows = this.#windowsOf(pid);
    const controls: AccessibleControl[] = [];
    let isEmpty = true;
    const walk = new AxWalk(this.#client, budget, (found) => {
      const { element, parentRole, path, subrole, control } = found;
      const shown = shownIn(windows, found.root, control.bounds) ?? window.id;
      const kept = { element: this.#client.keep(element), pid, processStart, parentRole, window: shown, path };
      controls.push({ ...control, handle: this.#handles.keep(kept), window: shown, path });
      isEmpty &&= isFrameButton(subrole) || control.nativeRole === 'AXMenuBarItem';
    });
    await walk.application(application, window);
    return { controls, truncated: budget.truncated, isEmpty };
  }

  async #focused(window: DesktopWindow): Promise<AccessibleControl | null> {
    const application = window.pid === null ? null : this.#client.application(window.pid);
    if (!application || window.pid === null) return null;
    const read = await this.#client.attributes(application, ['AXFocusedUIElement']).finally(() => {
      this.#client.release(application);
    });
    const element = read?.values.get('AXFocusedUIElement');
    if (element === undefined) return null;
    const kept = this.#client.keep(element);
    read?.release();
    return this.#describeAt(kept, window.pid, window.id);
  }

  async #describeAt(element: Ref, pid: number, window: string): Promise<AccessibleControl | null> {
    const looked = await lookAt(this.#client, element);
    if (!looked || this.#client.pid(element) !== pid) {
      looked?.release();
      this.#client.release(element);
      return null;
    }
    const offered = await this.#client.actions(element);
    const role = roleOf(looked.role, looked.subrole, '') ?? 'other';
    const read = await describe(this.#client, element, looked, {
      role,
      canPress: offered.includes('AXPress'),
      detail: 'words',
    });
    looked.release();
    const kept = { element, pid, processStart: this.#processStart(pid), parentRole: '', window, path: [] };
    return { ...read, handle: this.#handles.keep(kept), window, path: [] };
  }

  #require(handle: string): Kept {
    const kept = this.#handles.get(handle);
    if (kept && this.#processStart(kept.pid) === kept.processStart) return kept;
    throw new RemoteError('accessibility_failed', 'The control is not there any more.');
  }
}

/** The window of the list that shows a control: the one with its own window's place, else the front one around it. */
function shownIn(
  windows: readonly DesktopWindow[],
  root: GlobalRectangle | null,
  { x, y, w, h }: GlobalRectangle,
): string | null {
  const own = root && windows.find((one) => isSame(one.bounds, root));
  if (own) return own.id;
  const around = ({ bounds }: DesktopWindow) =>
    x + w / 2 >= bounds.x &&
    y + h / 2 >= bounds.y &&
    x + w / 2 < bounds.x + bounds.w &&
    y + h / 2 < bounds.y + bounds.h;
  return windows.find(around)?.id ?? null;
}

function refuseFailure(result: number): void {
  if (result === 0) return;
  if (result === AX_ERROR.actionUnsupported) throw unsupported('does not know that action');
  const why = result === AX_ERROR.invalidElement ? 'is gone' : 'refused';
  throw new RemoteError('accessibility_failed', `The control ${why}.`, { result });
}

function unsupported(why: string): RemoteError {
  return new RemoteError('element_action_unsupported', `The control itself ${why}.`);
}
