import type { HeldItem, InputPort, Stroke } from '../desktop.ts';

/**
 * Presses and releases, remembering what is down. Every item is noted before its press is posted and lifted in reverse
 * order on every way out.
 */
export class Hands {
  readonly #input: InputPort;
  readonly #announce: (items: HeldItem[]) => void;
  #held: HeldItem[] = [];
  #announced = 0;
  /** Presses, releases and wheel steps that went out. */
  posted = 0;

  constructor(input: InputPort, announce: (items: HeldItem[]) => void) {
    this.#input = input;
    this.#announce = announce;
  }

  get held(): readonly HeldItem[] {
    return this.#held;
  }

  /** Tells the app what may be down from now on, so that another helper can lift it should this one die. */
  announce(items: readonly HeldItem[]): void {
    this.#announced = items.length;
    this.#announce([...items]);
  }

  press(item: HeldItem): void {
    this.#held.push(item);
    this.#input.post(item, true);
    this.posted += 1;
  }

  release(item: HeldItem): void {
    this.#input.post(item, false);
    this.posted += 1;
    const at = this.#held.lastIndexOf(item);
    if (at >= 0) this.#held.splice(at, 1);
  }

  tap(item: HeldItem): void {
    this.press(item);
    this.release(item);
  }

  strike(stroke: Stroke): void {
    for (const modifier of stroke.modifiers) this.press(modifier);
    this.tap(stroke.key);
    for (const modifier of [...stroke.modifiers].reverse()) this.release(modifier);
  }

  /**
   * Lifts everything that is down, last pressed first, and says what could not be lifted. An item whose press was
   * refused is lifted too: that does no harm, and whether it arrived is not known.
   */
  releaseAll(): HeldItem[] {
    const stuck: HeldItem[] = [];
    for (const item of [...this.#held].reverse()) {
      if (!this.#lift(item)) stuck.push(item);
    }
    this.#held = [];
    if (this.#announced > 0 || stuck.length > 0) this.announce(stuck);
    return stuck;
  }

  #lift(item: HeldItem): boolean {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        this.#input.post(item, false);
        this.#input.flush();
        return true;
      } catch {
        // Once more; then it is reported as stuck.
      }
    }
    return false;
  }
}
