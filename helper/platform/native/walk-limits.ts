/** computer-use 7.2: what a walk of another program's tree may cost. */
export const WALK = { depth: 14, nodes: 3_000, controls: 250, ms: 1_500, callMs: 250, focusMs: 100 } as const;

/** What a promise gives within `ms`; null when it takes longer or fails. */
export function soon<T>(task: Promise<T | null>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    task.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}

/** Counts what a walk has cost, and says which limit ended it. */
export class WalkBudget {
  readonly #now: () => number;
  readonly #start: number;
  readonly #signal: AbortSignal;
  #nodes = 0;
  #cut: 'nodes' | 'depth' | 'time' | null = null;

  constructor(now: () => number, signal: AbortSignal) {
    this.#now = now;
    this.#start = now();
    this.#signal = signal;
  }

  get truncated(): 'nodes' | 'depth' | 'time' | null {
    return this.#cut;
  }

  get elapsedMs(): number {
    return Math.round(this.#now() - this.#start);
  }

  /** The program stopped answering. */
  hung(): void {
    this.#cut = 'time';
  }

  /** True while another node at this depth may be looked at; counts it. */
  take(depth: number, controls: number): boolean {
    if (this.#cut === 'time' || this.#cut === 'nodes') return false;
    if (this.#signal.aborted || this.#now() - this.#start > WALK.ms) this.#cut = 'time';
    else if (++this.#nodes > WALK.nodes || controls >= WALK.controls) this.#cut = 'nodes';
    else if (depth > WALK.depth) {
      this.#cut ??= 'depth';
      return false;
    }
    return this.#cut !== 'time' && this.#cut !== 'nodes';
  }
}
