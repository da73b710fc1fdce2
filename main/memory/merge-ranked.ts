/** What a found thing is sorted by. */
export interface Place {
  /** bm25: the smaller, the better. */
  rank: number;
  at: number;
  seq: number;
}

/** Best rank first, then the newest, then the highest number. */
export function comparePlaces(left: Place, right: Place): number {
  return left.rank - right.rank || right.at - left.at || right.seq - left.seq;
}

/**
 * The best `limit` of several sorted sources, exactly as one sort of everything would give them. Each source is asked
 * for half of it first, and for more only while its last answer could still come before the cut.
 */
export function mergeRanked<T extends Place>(sources: readonly ((limit: number) => T[])[], limit: number): T[] {
  const windows = sources.map((fetch) => {
    const size = Math.max(1, Math.ceil(limit / 2));
    return { fetch, size, found: fetch(size) };
  });
  while (true) {
    const merged = windows.flatMap(({ found }) => found).sort(comparePlaces);
    const cut = merged[limit - 1];
    const open = windows.filter(({ found, size }) => {
      const last = found.at(-1);
      if (last === undefined || found.length < size || size >= limit) return false;
      return cut === undefined || comparePlaces(last, cut) <= 0;
    });
    if (open.length === 0) return merged.slice(0, limit);
    for (const one of open) {
      one.size = Math.min(limit, one.size * 2);
      one.found = one.fetch(one.size);
    }
  }
}
