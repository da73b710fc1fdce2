import type { Ids } from '../agent/ports.ts';
import { within } from './clock-timers.ts';
import { createSession } from './session.ts';
import type { Acknowledged, Session, SessionPorts } from './session-port.ts';

/** The sessions of all conversations, and the pauses that outlive a helper. */
export interface Sessions {
  /** The one used last is last. */
  all(): readonly { conversationId: string; session: Session }[];
  find(conversationId: string): Session | null;
  /** Also true when the paused session's helper has died: a crash must not lift the owner's pause. */
  isPaused(conversationId: string): boolean;
  /** A pause without a session is left, and only Resume lifts it. */
  anyOrphanedPause(): boolean;
  /** Beyond a few sessions, the one at rest that was used longest ago ends for a new one. */
  open(conversationId: string): Session;
  /** Resolves when no helper of the conversation is left. */
  end(conversationId: string, reason: string): Promise<void>;
  endAll(reason: string): Promise<void>;
  pause(): Promise<Acknowledged[]>;
  resume(): Promise<Acknowledged[]>;
}

/** Sessions that may rest beside each other: each has a helper with some 80 MB. */
const MOST_LIVE = 2;
/** A killed process that is still there by then will not be waited for; the log has it. */
const GONE_MS = 3_000;

export type SharedSessionPorts = Omit<SessionPorts, 'conversationId' | 'dropped'> & { ids: Ids };

export function createSessions(ports: SharedSessionPorts): Sessions {
  const sessions = new Map<string, Session>();
  const orphanedPauses = new Set<string>();
  /** No longer usable, but their helper is not gone yet. */
  const leaving = new Map<Session, string>();

  function open(conversationId: string): Session {
    const known = sessions.get(conversationId);
    if (known) {
      sessions.delete(conversationId);
      sessions.set(conversationId, known);
      return known;
    }
    makeRoom();
    const session: Session = createSession(ports.ids.next('cua'), {
      ...ports,
      conversationId,
      dropped() {
        if (sessions.get(conversationId) === session) sessions.delete(conversationId);
        if (session.paused) orphanedPauses.add(conversationId);
        leaving.set(session, conversationId);
        void session.gone().then(() => leaving.delete(session));
      },
    });
    sessions.set(conversationId, session);
    return session;
  }

  /** Never ends one that acts, is paused, or has mouse and keyboard: then there is one more for a while. */
  function makeRoom(): void {
    const spare = sessions.size - MOST_LIVE + 1;
    const resting = [...sessions].filter(([id, one]) => !one.busy && !one.paused && !ports.seat.holds(id));
    for (const [, session] of resting.slice(0, Math.max(0, spare))) void session.end('made_room');
  }

  async function end(conversationId: string, reason: string): Promise<void> {
    const ending = sessions.get(conversationId)?.end(reason);
    orphanedPauses.delete(conversationId);
    const others = [...leaving].filter(([, owner]) => owner === conversationId).map(([session]) => session.gone());
    await Promise.all([ending, within(ports.clock, GONE_MS, Promise.all(others), null)]);
  }

  return {
    all: () => [...sessions].map(([conversationId, session]) => ({ conversationId, session })),
    find: (conversationId) => sessions.get(conversationId) ?? null,
    isPaused: (conversationId) => sessions.get(conversationId)?.paused === true || orphanedPauses.has(conversationId),
    anyOrphanedPause: () => orphanedPauses.size > 0,
    open,
    end,
    async endAll(reason) {
      const known = new Set([...sessions.keys(), ...orphanedPauses, ...leaving.values()]);
      await Promise.all([...known].map((conversationId) => end(conversationId, reason)));
    },
    pause: () => Promise.all([...sessions.values()].map((session) => session.pause())),
    async resume() {
      const answers = await Promise.all([...sessions.values()].map((session) => session.resume()));
      const orphaned = [...orphanedPauses].map((): Acknowledged => ({ ok: true, inFlight: null }));
      orphanedPauses.clear();
      return [...answers, ...orphaned];
    },
  };
}
