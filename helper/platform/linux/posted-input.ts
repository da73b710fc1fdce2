/** Raw XInput2 events that our own XTEST requests will cause. */
export type RawKind = 'key' | 'button' | 'motion';

/** An event that did not come in this time never will (a move to where the pointer already was). */
const EXPECTED_MS = 2_000;

/** Tells our own synthetic input from that of others, such as a person on a remote desktop: each event once. */
export class PostedInput {
  #expected: { kind: RawKind; detail: number; at: number }[] = [];

  /** To be called before each post. */
  expect(kind: RawKind, detail: number, now: number): void {
    this.#expected.push({ kind, detail, at: now });
  }

  /** True when this event is one of ours. */
  take(kind: RawKind, detail: number, now: number): boolean {
    this.#expected = this.#expected.filter((one) => now - one.at < EXPECTED_MS);
    const index = this.#expected.findIndex((one) => one.kind === kind && one.detail === detail);
    if (index < 0) return false;
    this.#expected.splice(index, 1);
    return true;
  }
}
