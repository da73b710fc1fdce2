import type { Clock } from '../agent/ports.ts';

/** A session without an action for this long is ended. */
const IDLE_END_MS = 600_000;
/** How often a session at rest looks whether its conversation is still there. */
const CLIENT_LOOK_MS = 5_000;

/** What a session at rest can tell of itself. */
export interface Rest {
  clock: Clock;
  /** It is paused or a call runs: then it does not rest. */
  isAwake(): boolean;
  /** Nobody can go on with its conversation. */
  isAbandoned(): boolean;
}

/** Why a session at rest is to end. Rejects when it is used again. */
export async function restUntilEnd({ clock, isAwake, isAbandoned }: Rest, signal: AbortSignal): Promise<string> {
  let rested = 0;
  for (;;) {
    await clock.sleep(CLIENT_LOOK_MS, signal);
    rested = isAwake() ? 0 : rested + CLIENT_LOOK_MS;
    if (rested > 0 && isAbandoned()) return 'client_gone';
    if (rested >= IDLE_END_MS) return 'idle';
  }
}
