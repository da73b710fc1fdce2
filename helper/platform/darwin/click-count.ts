import type { Point } from '../../desktop.ts';

/** The system's own time for a double click, and how far the pointer may be off in points. */
const WITHIN_MS = 500;
const WITHIN_POINTS = 4;
const MOST = 3;

/** Counts presses that belong together, as macOS wants it told with each event. */
export class ClickCount {
  #last: { button: number; at: Point; time: number; count: number } | null = null;

  /** The number of a press; the release of that button carries the same. */
  press(button: number, at: Point, time: number): number {
    const last = this.#last;
    const isNext =
      last !== null &&
      last.button === button &&
      time - last.time <= WITHIN_MS &&
      Math.abs(last.at.x - at.x) <= WITHIN_POINTS &&
      Math.abs(last.at.y - at.y) <= WITHIN_POINTS;
    const count = isNext && last.count < MOST ? last.count + 1 : 1;
    this.#last = { button, at, time, count };
    return count;
  }

  release(button: number): number {
    return this.#last?.button === button ? this.#last.count : 1;
  }
}
