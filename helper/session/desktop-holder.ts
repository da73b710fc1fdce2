import type { Desktop, DesktopEvents, OpenDesktop } from '../desktop.ts';

/** Opens the desktop when it is first needed: greeting and encoding work without a display. */
export class DesktopHolder {
  readonly #open: OpenDesktop;
  readonly #events: DesktopEvents;
  #opening: Promise<Desktop> | null = null;
  #opened: Desktop | null = null;

  constructor(open: OpenDesktop, events: DesktopEvents) {
    this.#open = open;
    this.#events = events;
  }

  /** A failure is not kept: the display may be there the next time. */
  async get(): Promise<Desktop> {
    this.#opening ??= this.#open(this.#events);
    try {
      this.#opened = await this.#opening;
      return this.#opened;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  /** The desktop if it is open already. */
  get current(): Desktop | null {
    return this.#opened;
  }

  async close(): Promise<void> {
    const desktop = this.#opened;
    this.#opened = null;
    await desktop?.close();
  }
}
