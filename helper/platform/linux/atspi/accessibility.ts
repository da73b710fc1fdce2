import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import type { Clock } from '../../../clock.ts';
import type {
  AccessibilityPort,
  AccessibleControl,
  AccessibleReading,
  DesktopWindow,
  Point,
} from '../../../desktop.ts';
import { BusTimeout, type CallLimits, persistently } from './bus.ts';
import { type HandleReach, pressControl, refreshControl, writeControl } from './by-handle.ts';
import { focusedControl } from './focused.ts';
import { controlAt } from './hit-test.ts';
import { readWindow } from './read-window.ts';
import { AccessibilitySession } from './session-bus.ts';
import { WALK } from './strategies/tree-node.ts';
import { WAKE_MS, Waking } from './waking.ts';
import { addWords } from './words.ts';

/** Of one control: a few calls, and a program that may be busy drawing what came before. */
const ONE_MS = 1_500;
/** Asked before each key action: it must not be felt. */
const FOCUS_MS = 120;

/** Controls of other programs through AT-SPI2: D-Bus calls on the accessibility bus. */
export class AtspiAccessibility implements AccessibilityPort {
  readonly #windows: () => DesktopWindow[];
  readonly #waking: Waking;
  #session: Promise<AccessibilitySession> | null = null;

  constructor(windows: () => DesktopWindow[], clock: Clock) {
    this.#windows = windows;
    this.#waking = new Waking(clock);
  }

  /** Failures are told when something is read. */
  prepare(): void {
    this.#open().catch(() => undefined);
  }

  async read(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleReading> {
    const session = await this.#open();
    const woken = this.#waking.isDone(window) ? null : await this.#wake(session, window, signal);
    const reading = await this.#bounded(session, signal, WALK.ms, (reach) => readWindow(reach, window));
    if (woken) reading.notes.push(woken);
    if (reading.controls.length > 0 || reading.truncated) return reading;
    const note = session.wasEnabled
      ? 'If it was started before the agent began, starting it again may help.'
      : 'Programs were told to publish their controls only now; this one may do so after it is started again.';
    return { ...reading, notes: [...reading.notes, note] };
  }

  /** What goes wrong here shows in the reading that follows. */
  #wake(session: AccessibilitySession, window: DesktopWindow, signal: AbortSignal): Promise<string | null> {
    const woken = this.#bounded(session, signal, WAKE_MS, (reach) => this.#waking.wake(reach, window));
    return woken.catch(() => null);
  }

  async words(controls: readonly AccessibleControl[], signal: AbortSignal): Promise<AccessibleControl[]> {
    const session = await this.#open();
    return this.#bounded(session, signal, WALK.ms, (reach) => addWords(reach, controls));
  }

  async at(window: DesktopWindow, point: Point, signal: AbortSignal): Promise<AccessibleControl | null> {
    const session = await this.#open();
    const found = await this.#bounded(session, signal, WALK.ms, (reach) => controlAt(reach, window, point)).catch(
      (error: unknown) => {
        if (error instanceof BusTimeout) return null;
        throw error;
      },
    );
    return found && ((await this.words([found], signal))[0] ?? found);
  }

  async focused(window: DesktopWindow, signal: AbortSignal): Promise<AccessibleControl | null> {
    const session = await this.#open();
    const asked = this.#bounded(session, signal, FOCUS_MS, (reach) => focusedControl(reach, window));
    return asked.catch(() => null);
  }

  async refresh(handle: string, signal: AbortSignal): Promise<AccessibleControl | null> {
    const session = await this.#open();
    return this.#bounded(session, signal, ONE_MS, (reach) =>
      persistently(reach.limits, () => refreshControl(reach, handle)),
    ).catch((error: unknown) => {
      if (error instanceof RemoteError || signal.aborted) throw error;
      if (!(error instanceof BusTimeout)) return null;
      throw new RemoteError('accessibility_timeout', 'The program did not answer in time, so nothing was sent.');
    });
  }

  async press(handle: string, signal: AbortSignal): Promise<void> {
    const session = await this.#open();
    await this.#bounded(session, signal, ONE_MS, (reach) => pressControl(reach, handle));
  }

  async setValue(handle: string, value: string, signal: AbortSignal): Promise<void> {
    const session = await this.#open();
    await this.#bounded(session, signal, ONE_MS, (reach) => writeControl(reach, handle, value));
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    await session?.close();
  }

  /** A connection that was lost is made again; one that could not be made is tried again. */
  async #open(): Promise<AccessibilitySession> {
    const opened = await this.#session?.catch(() => null);
    if (opened?.isOpen) return opened;
    const opening = AccessibilitySession.open();
    this.#session = opening;
    return opening;
  }

  /** Ends a task after `ms`, whatever the program asked does. */
  async #bounded<T>(
    { applications }: AccessibilitySession,
    signal: AbortSignal,
    ms: number,
    task: (reach: HandleReach) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController();
    const stop = () => abort.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const limits: CallLimits = { signal: abort.signal };
    const timer = setTimeout(() => abort.abort(new BusTimeout('The reading took too long.')), ms);
    try {
      return await task({ applications, windows: this.#windows(), limits });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
}
