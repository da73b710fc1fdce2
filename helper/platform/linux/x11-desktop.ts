import { systemClock } from '../../clock.ts';
import type { ChangeWatch, Desktop, DesktopEvents, DisplayFacts, Frame, Probe } from '../../desktop.ts';
import { AtspiAccessibility } from './atspi/accessibility.ts';
import { probeAccessibilityBus } from './atspi/probe-bus.ts';
import { openBadge } from './badge/open-badge.ts';
import type { XBadge } from './badge/x-badge.ts';
import { XClipboard } from './clipboard.ts';
import { handClipboardOver } from './clipboard-handover.ts';
import { Connection } from './connection.ts';
import { DamageWatches } from './damage-watch.ts';
import { detectDisplayServer, undrivable } from './detect.ts';
import { IdleCounters } from './idle-counters.ts';
import { XTestInput } from './input.ts';
import { InputWatch } from './input-watch.ts';
import { listMonitors, watchMonitors } from './monitors.ts';
import { PostedInput } from './posted-input.ts';
import { ScreenGrab } from './screen-grab.ts';
import { SessionLock } from './session-lock.ts';
import { WindowPing } from './window-ping.ts';
import { XWindows } from './windows.ts';
import { loadXLibrary } from './x-library.ts';
import { describeSession } from './x11-probe.ts';

/**
 * The desktop of an X11 session. Three connections: one for requests and input, one for events that come by themselves,
 * and one that grabs the screen on another thread.
 */
export async function openX11Desktop(events: DesktopEvents): Promise<Desktop> {
  const server = detectDisplayServer(process.env);
  if (server !== 'x11') throw undrivable(server, process.env);
  const x = await loadXLibrary();
  x.XInitThreads();
  const grabber = await ScreenGrab.open(x);
  const main = grabber && Connection.open(x);
  const side = grabber && Connection.open(x);
  if (!main || !side || !grabber) throw undrivable('unreachable', process.env);
  return new X11Desktop(main, side, grabber, events);
}

class X11Desktop implements Desktop {
  readonly displayServer = 'x11';
  readonly input: XTestInput;
  readonly clipboard: XClipboard;
  readonly windows: XWindows;
  readonly accessibility: AtspiAccessibility;
  readonly badge: XBadge | null;
  readonly #main: Connection;
  readonly #side: Connection;
  readonly #grabber: ScreenGrab;
  readonly #damage: DamageWatches;
  readonly #counters: IdleCounters;
  readonly #watch: InputWatch;
  readonly #lock: SessionLock;

  constructor(main: Connection, side: Connection, grabber: ScreenGrab, events: DesktopEvents) {
    const posted = new PostedInput();
    this.#main = main;
    this.#side = side;
    this.#grabber = grabber;
    const ping = new WindowPing(main);
    this.input = new XTestInput(
      main,
      posted,
      () => ping.ask(),
      () => this.hearPerson(),
    );
    this.clipboard = new XClipboard(main);
    this.windows = new XWindows(main);
    this.accessibility = new AtspiAccessibility(() => this.windows.list(), systemClock);
    this.badge = openBadge(main, grabber);
    this.#damage = new DamageWatches(side, () => this.badge?.area ?? null);
    this.#lock = new SessionLock(main);
    const human = (at: number) => events.humanInput(at);
    this.#watch = new InputWatch(side, posted, { human, devices: () => this.#counters.rescan() });
    this.#counters = new IdleCounters(main);
    watchMonitors(side, () => {
      this.badge?.displayChanged();
      events.displayChanged();
    });
    side.sync();
  }

  displays(): DisplayFacts[] {
    return listMonitors(this.#main);
  }

  responsive(): Promise<void> {
    return this.#grabber.answer();
  }

  grab(display: DisplayFacts): Promise<Frame> {
    return this.#grabber.grab(display);
  }

  watchChanges(display: DisplayFacts): ChangeWatch {
    return this.#damage.open(display);
  }

  hearPerson(): void {
    this.#side.sync();
    this.#side.pump();
  }

  idle(): { idleMs: number | null; attributed: boolean } {
    this.hearPerson();
    const reading = this.#counters.read();
    const foreign = this.#watch.foreignAt;
    if (reading.idleMs === null || foreign === null) return reading;
    return { ...reading, idleMs: Math.min(reading.idleMs, Date.now() - foreign) };
  }

  isLocked(): Promise<boolean | null> {
    return this.#lock.isLocked();
  }

  async probe(): Promise<Probe> {
    const displays = this.displays();
    const first = displays[0];
    let grabError: string | null = first ? null : 'No display is active.';
    if (first)
      await this.grab(first).catch((error: unknown) => {
        grabError = error instanceof Error ? error.message : String(error);
      });
    const { idleMs, attributed } = this.idle();
    const locked = await this.isLocked();
    const accessibility = await probeAccessibilityBus(process.env);
    const facts = { hasIdle: idleMs !== null, idleAttributed: attributed, locked, grabError, accessibility };
    return describeSession(this.#main, displays, facts);
  }

  /** X11 knows no permissions to ask for. */
  requestPermissions(): Promise<Probe> {
    return this.probe();
  }

  async close(): Promise<void> {
    this.badge?.hide();
    await this.accessibility.close();
    await handClipboardOver(this.#main, this.clipboard);
    await this.input.close();
    this.#grabber.close();
    this.#side.close();
    this.#main.close();
  }
}
