import type { Badge } from '../../protocol/helper/operations.ts';
import type { Session } from './session-port.ts';
import type { ShortcutStates } from './shortcuts.ts';

export interface BadgeKeeperPorts {
  shortcuts(): ShortcutStates;
  /** A window of the app, for desktops where the helper draws none; null takes it away. */
  showWindow: ((badge: Badge | null) => void) | null;
}

/** Keeps the sign on the screen in step with the sessions: the one used last shows it, the others do not. */
export interface BadgeKeeper {
  /** `sessions` in the order of their last use. */
  update(sessions: readonly Session[]): void;
}

export function createBadgeKeeper({ shortcuts, showWindow }: BadgeKeeperPorts): BadgeKeeper {
  const told = new WeakMap<Session, string>();
  let shown = 'null';
  return {
    update(sessions) {
      const last = sessions.at(-1);
      const badge = last?.driving ? badgeOf(last.paused, shortcuts()) : null;
      if (showWindow) {
        if (shown === JSON.stringify(badge)) return;
        shown = JSON.stringify(badge);
        return showWindow(badge);
      }
      for (const session of sessions) {
        const wanted = session === last ? badge : null;
        const text = JSON.stringify(wanted);
        if (!session.driving || (told.get(session) ?? 'null') === text) continue;
        told.set(session, text);
        session.showBadge(wanted);
      }
    },
  };
}

/** Only chords that work are named. */
export function badgeOf(paused: boolean, { pause, stop }: ShortcutStates): Badge {
  const parts = [
    pause.status === 'works' ? `${paused ? 'Resume' : 'Pause'}: ${pause.label}` : null,
    stop.status === 'works' ? `Stop: ${stop.label}` : null,
  ].filter((part) => part !== null);
  const hint = parts.length > 0 ? parts.join('   ') : 'Pause and Stop are in the Fermix window';
  return paused
    ? { state: 'paused', title: 'Fermix is paused', hint }
    : { state: 'driving', title: 'Fermix is using this computer', hint };
}
