import type { Clock } from '../agent/ports.ts';

/** A holder that sends nothing for this long loses the seat. */
const LAPSE_MS = 60_000;

/** Mouse and keyboard belong to one conversation at a time (computer-use 12.2). Taken, never queued. */
export interface InputSeat {
  /** True when the seat is this conversation's now; also renews it. */
  take(conversationId: string): boolean;
  release(conversationId: string): void;
}

export function createInputSeat(clock: Clock): InputSeat {
  let holder: string | null = null;
  let usedAt = 0;
  return {
    take(conversationId) {
      const free = holder === null || holder === conversationId || clock.now() - usedAt >= LAPSE_MS;
      if (!free) return false;
      holder = conversationId;
      usedAt = clock.now();
      return true;
    },
    release(conversationId) {
      if (holder === conversationId) holder = null;
    },
  };
}
