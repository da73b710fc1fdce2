import type { Clock } from '../agent/ports.ts';

/** A holder that sends nothing for this long loses the seat. */
const LAPSE_MS = 60_000;

/** Mouse and keyboard belong to one conversation at a time (computer-use 12.2). Taken, never queued. */
export interface InputSeat {
  /**
   * Makes the seat this conversation's, or renews it; null when another one has it. The function undoes it, for an
   * action of which nothing was sent: whoever had the seat before, and since when, is as it was.
   */
  take(conversationId: string): (() => void) | null;
  holds(conversationId: string): boolean;
  release(conversationId: string): void;
}

export function createInputSeat(clock: Clock): InputSeat {
  let taken: { holder: string; at: number } | null = null;
  const current = () => (taken && clock.now() - taken.at < LAPSE_MS ? taken.holder : null);
  return {
    take(conversationId) {
      if ((current() ?? conversationId) !== conversationId) return null;
      const before = taken;
      const mine = { holder: conversationId, at: clock.now() };
      taken = mine;
      return () => {
        if (taken === mine) taken = before;
      };
    },
    holds: (conversationId) => current() === conversationId,
    release(conversationId) {
      if (taken?.holder === conversationId) taken = null;
    },
  };
}
