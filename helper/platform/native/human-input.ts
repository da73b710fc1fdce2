/** What we post shows up in the system's counters a little later; until then it is taken for ours. */
const OWN_AFTER_MS = 50;

/**
 * Tells the person's input from our own on systems whose idle counter counts both. Two sources: events that carry no
 * stamp of ours, and the counter, which is believed only outside the times when we post. Times are ms since 1970.
 */
export class HumanInput {
  readonly #now: () => number;
  /** Milliseconds since any input, ours too; null where the system does not say. */
  readonly #systemIdle: () => number | null;
  readonly #heard: (at: number) => void;
  #ownFrom = Number.NEGATIVE_INFINITY;
  #ownUntil = Number.NEGATIVE_INFINITY;
  #humanAt: number | null = null;
  /** True while events without our stamp are being heard. */
  isHearing = false;

  constructor(now: () => number, systemIdle: () => number | null, heard: (at: number) => void) {
    this.#now = now;
    this.#systemIdle = systemIdle;
    this.#heard = heard;
  }

  /** To be called right before each post. */
  posting(): void {
    this.#readCounter();
    const now = this.#now();
    if (now > this.#ownUntil) this.#ownFrom = now;
    this.#ownUntil = now + OWN_AFTER_MS;
  }

  /** True while what arrives may be what we have just posted. */
  get isOwnTime(): boolean {
    return this.#now() <= this.#ownUntil;
  }

  /** An event that we did not post. */
  human(at = this.#now()): void {
    this.#humanAt = Math.max(this.#humanAt ?? 0, at);
    this.#heard(at);
  }

  /** Milliseconds since the person's last input; `attributed` is false when our own may be in it. */
  read(): { idleMs: number | null; attributed: boolean } {
    this.#readCounter();
    const { isHearing } = this;
    if (!isHearing) return { idleMs: this.#systemIdle(), attributed: false };
    const idleMs = this.#humanAt === null ? null : Math.max(0, this.#now() - this.#humanAt);
    return { idleMs, attributed: true };
  }

  /** Input outside our times is the person's, also what comes by devices that send no events (touch, remote control). */
  #readCounter(): void {
    const idle = this.#systemIdle();
    if (idle === null) return;
    const at = this.#now() - idle;
    const isOwn = at >= this.#ownFrom - OWN_AFTER_MS && at <= this.#ownUntil;
    if (!isOwn && (this.#humanAt === null || at > this.#humanAt)) this.#humanAt = at;
  }
}
