import type { Clock } from '../agent/ports.ts';

/** Two failures within this time stop new helpers from being sent into a stuck capture service. */
const WINDOW_MS = 60_000;
/** How long each opening lasts, in order; the last one repeats. */
const OPEN_MS = [5_000, 30_000, 120_000] as const;

/** One for the whole machine (computer-use 12.4). */
export interface CaptureBreaker {
  /** A helper left with exit status 75, or an action ran out of time. */
  wedged(): void;
  /** A picture with real bytes came: all is well. Nothing else clears it. */
  cleared(): void;
  /** Milliseconds until a helper may be started; 0 when it may be started now. */
  retryInMs(): number;
}

export function createCaptureBreaker(clock: Clock): CaptureBreaker {
  let wedges: number[] = [];
  let openings = 0;
  let openUntil = 0;
  return {
    wedged() {
      const now = clock.now();
      wedges = [...wedges.filter((at) => now - at < WINDOW_MS), now];
      if (wedges.length < 2) return;
      openUntil = now + (OPEN_MS[openings] ?? OPEN_MS[2]);
      openings = Math.min(openings + 1, OPEN_MS.length - 1);
    },
    cleared() {
      wedges = [];
      openings = 0;
      openUntil = 0;
    },
    retryInMs: () => Math.max(0, openUntil - clock.now()),
  };
}
