import type { Ids } from '../agent/ports.ts';
import { within } from './clock-timers.ts';
import { type Acknowledged, createSession, type Session, type SessionPorts } from './session.ts';

/** The sessions of all conversations, and the pauses that outlive a helper. */
export interface Sessions {
  all(): readonly { conversationId: string; session: Session }[];
  find(conversationId: string): Session | null;
  /** Also true when the paused session's helper has died: a crash must not lift the owner's pause. */
  isPaused(conversationId: string): boolean;
  /** A pause without a session is left, and only Resume lifts it. */
  anyOrphanedPause(): boolean;
  open(conversationId: string): Session;
  /** Resolves when no helper of the conversation is left. */
  end(conversationId: string, reason: string): Promise<void>;
  endAll(reason: string): Promise<void>;
  pause(): Promise<Acknowledged[]>;
  resume(): Promise<Acknowledged[]>;
}

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
    if (known) return known;
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
