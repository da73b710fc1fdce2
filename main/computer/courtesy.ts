import type { Clock } from '../agent/ports.ts';
import { Refusal } from './refusal.ts';

/** How long an action waits for a quiet moment, and how often it looks. */
const WAIT_MS = 3_000;
const POLL_MS = 100;

export type Courtesy = 'off' | 'unavailable' | 'proceeded' | 'deferred' | 'n/a';

/** Milliseconds since the last input; `attributed` means that the helper's own input does not count. */
export interface Idle {
  idleMs: number | null;
  attributed: boolean;
}

export interface CourtesyPorts {
  clock: Clock;
  /** Null where it cannot be told. May throw a Refusal when the helper is gone. */
  readIdle(): Promise<Idle | null>;
  /** When this session last disturbed; null for never. */
  lastOwnAction: number | null;
  thresholdMs: number;
  signal: AbortSignal;
  /** Throws when the session was paused or ended meanwhile. */
  stillAllowed(): void;
}

/**
 * Steps aside while the owner uses mouse or keyboard (computer-use 11): waits until they have been quiet for the
 * threshold, at most three seconds. Throws `user_active` when they are not. With no idle signal it proceeds.
 */
export async function waitForQuiet(ports: CourtesyPorts): Promise<Courtesy> {
  const { clock } = ports;
  const started = clock.now();
  for (let waited = false; ; waited = true) {
    const idle = await ports.readIdle();
    ports.stillAllowed();
    if (!idle || idle.idleMs === null) return 'unavailable';
    if (!isHumanActive(idle, idle.idleMs, ports)) return waited ? 'deferred' : 'proceeded';
    if (clock.now() - started >= WAIT_MS) throw new Refusal('user_active', undefined, { idle_ms: idle.idleMs });
    await clock.sleep(POLL_MS, ports.signal);
  }
}

/** Where own input counts as idle-breaking too, a recent own action says nothing about the person. */
function isHumanActive(idle: Idle, idleMs: number, ports: CourtesyPorts): boolean {
  if (idleMs >= ports.thresholdMs) return false;
  if (idle.attributed || ports.lastOwnAction === null) return true;
  return ports.clock.now() - ports.lastOwnAction >= ports.thresholdMs;
}
