import { RemoteError } from '../../../protocol/rpc/remote-error.ts';
import { systemClock } from '../../clock.ts';
import type { ChangeWatch, Desktop, DesktopEvents, DisplayFacts, Frame, Probe } from '../../desktop.ts';
import { arrangementOf } from '../native/display-facts.ts';
import { MeasuredDisplays } from '../native/display-measure.ts';
import { HumanInput } from '../native/human-input.ts';
import { polledWatch } from '../native/polled-watch.ts';
import { pumpEvery } from '../native/pump.ts';
import { decodeToFrame } from '../sharp-codec.ts';
import { AxClient } from './accessibility/ax-client.ts';
import { AxPort } from './accessibility/ax-port.ts';
import { captureByProgram } from './capture-program.ts';
import { CfReader } from './cf-values.ts';
import { listDisplays } from './displays.ts';
import { RunLoop, systemIdle, watchEvents } from './event-tap.ts';
import { frontPid } from './front-program.ts';
import { readLayout } from './keyboard-layout.ts';
import { loadQuartz, type Quartz } from './library.ts';
import { Pasteboard } from './pasteboard.ts';
import { Permissions } from './permissions.ts';
import { describeQuartz } from './probe.ts';
import { QuartzGrab } from './quartz-grab.ts';
import { QuartzInput } from './quartz-input.ts';
import { refuseUndrivable, sessionState } from './session-state.ts';
import { QuartzWindows } from './window-list.ts';

const LOOK_AT_DISPLAYS_MS = 1_000;

/** macOS 13 and later, through CoreGraphics, HIServices and AppKit's pasteboard. Not yet run on hardware. */
export async function openQuartzDesktop(events: DesktopEvents): Promise<Desktop> {
  return new QuartzDesktop(await loadQuartz(), events);
}

export class QuartzDesktop implements Desktop {
  readonly displayServer = 'quartz';
  readonly input: QuartzInput;
  readonly clipboard: Pasteboard;
  readonly windows: QuartzWindows;
  readonly accessibility: AxPort;
  /** The app shows a window of its own that is protected from capture. */
  readonly badge = null;
  readonly #calls: Quartz;
  readonly #reader: CfReader;
  readonly #permissions: Permissions;
  readonly #grabber: QuartzGrab;
  readonly #displays: MeasuredDisplays;
  readonly #human: HumanInput;
  readonly #loop: RunLoop;
  readonly #stop: (() => void)[];
  #arrangement: string;

  constructor(calls: Quartz, events: DesktopEvents) {
    this.#calls = calls;
    this.#reader = new CfReader(calls);
    this.#permissions = new Permissions(calls, Date.now);
    this.#grabber = new QuartzGrab(calls, (display) => captureByProgram(display, decodeToFrame));
    this.#displays = new MeasuredDisplays(
      () => listDisplays(calls),
      (display) => this.#grabber.grab(display),
    );
    this.#human = new HumanInput(
      Date.now,
      () => systemIdle(calls),
      (at) => events.humanInput(at),
    );
    this.#loop = new RunLoop(calls);
    this.windows = new QuartzWindows(calls, this.#reader, () => frontPid(calls.objc));
    const turn = () => this.#loop.turn();
    this.clipboard = new Pasteboard(calls.objc, calls, this.#reader, { clock: systemClock, turn });
    this.input = this.#openInput();
    const client = new AxClient(calls, this.#reader);
    this.accessibility = new AxPort(client, {
      processStart: calls.processStart,
      clock: systemClock,
      windowsOf: (pid) => this.windows.list().filter((one) => one.pid === pid),
    });
    this.#arrangement = arrangementOf(listDisplays(calls));
    this.#stop = [
      watchEvents(calls, this.#loop, this.#human),
      pumpEvery(turn),
      pumpEvery(() => this.#lookAtDisplays(events), LOOK_AT_DISPLAYS_MS),
    ];
  }

  displays(): DisplayFacts[] {
    refuseUndrivable(this.#calls, this.#reader);
    return this.#displays.displays();
  }

  /** Measures displays that are new; the capture service is not touched while it would block or give nothing. */
  async responsive(): Promise<void> {
    if (this.#undrivable() === null && this.#permissions.canCapture) await this.#displays.measure();
  }

  async grab(display: DisplayFacts): Promise<Frame> {
    refuseUndrivable(this.#calls, this.#reader);
    this.#permissions.requireCapture();
    return this.#grabber.grab(this.#displays.require(display));
  }

  watchChanges(): ChangeWatch {
    return polledWatch();
  }

  hearPerson(): void {
    this.#loop.turn();
  }

  idle(): { idleMs: number | null; attributed: boolean } {
    this.#loop.turn();
    return this.#human.read();
  }

  async isLocked(): Promise<boolean | null> {
    const state = sessionState(this.#calls, this.#reader);
    return state === 'none' ? null : state === 'locked';
  }

  async probe(): Promise<Probe> {
    const { canCapture, canPost } = this.#permissions;
    const captureError = this.#undrivable() ?? (canCapture ? await this.#captureError() : null);
    return describeQuartz({
      displays: this.#displays.displays(),
      canCapture,
      canPost,
      captureError,
      ...this.idle(),
      locked: await this.isLocked(),
    });
  }

  async requestPermissions(): Promise<Probe> {
    this.#permissions.request();
    return this.probe();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.accessibility.close();
    this.input.close();
    this.#grabber.close();
  }

  #openInput(): QuartzInput {
    return new QuartzInput(this.#calls, {
      posting: () => {
        this.#permissions.requireInput();
        this.#human.posting();
      },
      point: (at) => this.#displays.requireAt(at),
      layout: () => readLayout(this.#calls),
      now: Date.now,
    });
  }

  #undrivable(): string | null {
    try {
      refuseUndrivable(this.#calls, this.#reader);
      return null;
    } catch (error) {
      if (error instanceof RemoteError) return error.message;
      throw error;
    }
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
    const now = arrangementOf(listDisplays(this.#calls));
    if (now === this.#arrangement) return;
    this.#arrangement = now;
    events.displayChanged();
  }
}
