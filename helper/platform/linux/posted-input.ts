/** Raw XInput2 events that our own XTEST requests will cause. */
export type RawKind = 'key' | 'button' | 'motion';

/**
 * Tells our own synthetic input from that of others, such as a person on a remote desktop: each event once. `settled`
 * ends the wait for events that never come (a move to where the pointer already was), so that they cannot hide another's.
 */
export class PostedInput {
  #expected: { kind: RawKind; detail: number }[] = [];

  /** To be called before each post. */
  expect(kind: RawKind, detail: number): void {
    this.#expected.push({ kind, detail });
  }

  /** True when this event is one of ours. */
  take(kind: RawKind, detail: number): boolean {
    const index = this.#expected.findIndex((one) => one.kind === kind && one.detail === detail);
    if (index < 0) return false;
    this.#expected.splice(index, 1);
    return true;
  }

  /** To be called once every event of what was posted has been handed out. */
  settled(): void {
    this.#expected = [];
  }
}
