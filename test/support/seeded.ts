/** Repeatable chance: the same seed gives the same numbers everywhere. */
export interface Seeded {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True in about `percent` of a hundred times. */
  chance(percent: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const below = (limit: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(list.length)] ?? list[0],
  };
}
