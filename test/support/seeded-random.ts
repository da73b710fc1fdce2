import { createRandom, type Random } from './random.ts';

/** The same choices from the same seed, for tests that try many cases. */
export class SeededRandom {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.#random.below(to - from + 1);
  }

  /** True in this share of the cases, from 0 to 1. */
  chance(share: number): boolean {
    return this.#random.below(1_000) < share * 1_000;
  }

  pick<T>(items: readonly T[]): T {
    const one = items[this.between(0, items.length - 1)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items];
    const mixed: T[] = [];
    while (left.length > 0) mixed.push(...left.splice(this.between(0, left.length - 1), 1));
    return mixed;
  }
}
