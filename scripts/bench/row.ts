/** One line of the benchmark table. Ratios compare two measurements of one run, so that machines can be compared. */
export interface BenchRow {
  /** Row name of docs/benchmarks.md. */
  name: string;
  /** What was measured, in `unit`. */
  value: number;
  unit: string;
  /** What it is compared with, in words and its own measurement; null for a plain limit. */
  against: string | null;
  /** How the two relate, as `target` words it; null for a plain limit. */
  ratio: number | null;
  /** The limit in words, for example `at most 2.5 times`. */
  target: string;
  ok: boolean;
}

/** What `scripts/bench/<row>.ts` exports as `run`. Nothing is written to stdout. */
export type Bench = () => Promise<BenchRow | BenchRow[]>;

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return (low + high) / 2;
}
