/** Raw XInput2 events that our own XTEST requests will cause. */
export type RawKind = 'key' | 'button' | 'motion';

/**
 * How long an event of ours may be under way, milliseconds. A window manager that grabs clicks holds what follows the press
 * back until it lets go, so even a release can come late. A move to where the pointer already was never comes; its
 * expectation must not hide a later one of somebody else for long.
 */
const UNDER_WAY_MS: Record<RawKind, number> = { key: 2_000, button: 2_000, motion: 250 };

/** Tells our own synthetic input from that of others, such as a person on a remote desktop: each event once. */
export class PostedInput {
  readonly #now: () => number;
  #expected: { kind: RawKind; detail: number; at: number }[] = [];

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be called before each post. */
  expect(kind: RawKind, detail: number): void {
    this.#forgetOld();
    this.#expected.push({ kind, detail, at: this.#now() });
  }

  /** True when this event is one of ours. */
  take(kind: RawKind, detail: number): boolean {
    this.#forgetOld();
    const index = this.#expected.findIndex((one) => one.kind === kind && one.detail === detail);
    if (index < 0) return false;
    this.#expected.splice(index, 1);
    return true;
  }

  #forgetOld(): void {
    const now = this.#now();
    this.#expected = this.#expected.filter(({ kind, at }) => now - at <= UNDER_WAY_MS[kind]);
  }
}
