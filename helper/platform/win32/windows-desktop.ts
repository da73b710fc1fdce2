import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import { systemClock } from '../../clock.ts';
import type { ChangeWatch, Desktop, DesktopEvents, DisplayFacts, Frame, Probe } from '../../desktop.ts';
import { arrangementOf } from '../native/display-facts.ts';
import { MeasuredDisplays } from '../native/display-measure.ts';
import { HumanInput } from '../native/human-input.ts';
import { polledWatch } from '../native/polled-watch.ts';
import { pumpEvery } from '../native/pump.ts';
import { Win32Clipboard } from './clipboard.ts';
import { becomeDpiAware } from './dpi.ts';
import { GdiGrab } from './gdi-grab.ts';
import { systemIdle } from './idle-counter.ts';
import { IntegrityLevels } from './integrity.ts';
import { loadWin32, type Win32 } from './library.ts';
import { MessageWindow } from './message-window.ts';
import { listMonitors } from './monitors.ts';
import { describeWindows } from './probe.ts';
import { processStart } from './process-name.ts';
import { watchRawInput } from './raw-input.ts';
import { SendInputPort } from './send-input.ts';
import { isSessionLocked, refuseUndrivable } from './session-state.ts';
import { Automation } from './uia/automation.ts';
import { UiaPort } from './uia/uia-port.ts';
import { Win32Windows } from './window-list.ts';

const LOOK_AT_DISPLAYS_MS = 1_000;

/** Windows 10 and 11, through user32, gdi32, dwmapi and UI Automation. Not yet run on hardware. */
export async function openWindowsDesktop(events: DesktopEvents): Promise<Desktop> {
  const calls = await loadWin32();
  becomeDpiAware(calls);
  return new WindowsDesktop(calls, events);
}

export class WindowsDesktop implements Desktop {
  readonly displayServer = 'windows';
  readonly input: SendInputPort;
  readonly clipboard: Win32Clipboard;
  readonly windows: Win32Windows;
  readonly accessibility: UiaPort | null;
  /** The app shows a window of its own that is protected from capture. */
  readonly badge = null;
  readonly #calls: Win32;
  readonly #grabber: GdiGrab;
  readonly #displays: MeasuredDisplays;
  readonly #human: HumanInput;
  readonly #window: MessageWindow;
  readonly #stop: (() => void)[];
  #arrangement: string;

  constructor(calls: Win32, events: DesktopEvents) {
    this.#calls = calls;
    this.#grabber = new GdiGrab(calls.gdi, calls);
    this.#displays = new MeasuredDisplays(
      () => listMonitors(calls),
      (display) => this.#grabber.grab(display),
    );
    this.#human = new HumanInput(
      Date.now,
      () => systemIdle(calls),
      (at) => events.humanInput(at),
    );
    this.#window = MessageWindow.open(calls);
    watchRawInput(calls, this.#window, this.#human);
    this.windows = new Win32Windows(calls);
    this.clipboard = new Win32Clipboard(calls, this.#window, systemClock);
    this.input = this.#openInput();
    this.accessibility = this.#openAccessibility();
    this.#arrangement = arrangementOf(listMonitors(calls));
    this.#stop = [
      pumpEvery(() => this.#window.pump()),
      pumpEvery(() => this.#lookAtDisplays(events), LOOK_AT_DISPLAYS_MS),
    ];
  }

  displays(): DisplayFacts[] {
    refuseUndrivable(this.#calls);
    return this.#displays.displays();
  }

  /** Measures displays that are new; a protected screen has nothing to measure and is told by `displays`. */
  async responsive(): Promise<void> {
    if (undrivableReason(this.#calls) === null) await this.#displays.measure();
  }

  async grab(display: DisplayFacts): Promise<Frame> {
    refuseUndrivable(this.#calls);
    return this.#grabber.grab(this.#displays.require(display));
  }

  watchChanges(): ChangeWatch {
    return polledWatch();
  }

  hearPerson(): void {
    this.#window.pump();
  }

  idle(): { idleMs: number | null; attributed: boolean } {
    this.#window.pump();
    return this.#human.read();
  }

  async isLocked(): Promise<boolean | null> {
    return isSessionLocked(this.#calls);
  }

  async probe(): Promise<Probe> {
    const undrivable = undrivableReason(this.#calls);
    const captureError = undrivable ?? (await this.#captureError());
    return describeWindows({
      displays: this.#displays.displays(),
      captureError,
      undrivable,
      hasAutomation: this.accessibility !== null,
      ...this.idle(),
      locked: isSessionLocked(this.#calls),
    });
  }

  /** Windows knows no grants to ask for. */
  requestPermissions(): Promise<Probe> {
    return this.probe();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.accessibility?.close();
    this.#grabber.close();
    this.#window.close();
  }

  #openInput(): SendInputPort {
    const levels = new IntegrityLevels(this.#calls, Date.now);
    const refuseElevated = (pid: number | null | undefined) => {
      if (pid) levels.refuseElevated(pid);
    };
    return new SendInputPort(this.#calls, {
      pointer: (at) => {
        this.#displays.requireAt(at);
        refuseElevated(this.windows.at(at)?.pid);
      },
      focus: () => refuseElevated(this.windows.focused()?.pid),
      posting: () => this.#human.posting(),
      focusThread: () => this.windows.focusThread(),
    });
  }

  #openAccessibility(): UiaPort | null {
    const automation = Automation.open(this.#calls.com);
    if (!automation) return null;
    return new UiaPort(automation, {
      windowsOf: (pid) => this.windows.list().filter((one) => one.pid === pid),
      processStart: (pid) => processStart(this.#calls, pid),
      now: () => performance.now(),
    });
  }

  async #captureError(): Promise<string | null> {
    try {
      await this.#displays.measure();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #lookAtDisplays(events: DesktopEvents): void {
    const now = arrangementOf(listMonitors(this.#calls));
    if (now === this.#arrangement) return;
    this.#arrangement = now;
    events.displayChanged();
  }
}

function undrivableReason(calls: Win32): string | null {
  try {
    refuseUndrivable(calls);
    return null;
  } catch (error) {
    if (error instanceof RemoteError) return error.message;
    throw error;
  }
}
