import type { DisplayFacts, Probe } from '../../desktop.ts';
import type { Connection } from './connection.ts';

type Verdict = Probe['screenCapture'];
const verdict = (value: boolean | null, detail: string): Verdict => ({ value, detail });

/** What this X session offers, from looking only: nothing is grabbed, posted or asked of the person. */
export function describeSession(
  connection: Connection,
  displays: readonly DisplayFacts[],
  facts: {
    idleAttributed: boolean;
    hasIdle: boolean;
    locked: boolean | null;
    grabError: string | null;
    accessibility: Verdict;
  },
): Probe {
  const { x, display } = connection;
  const version: [number] = [0];
  const hasXTest = x.XTestQueryExtension(display, [0], [0], version, [0]) !== 0;
  const sizes = displays.map((one) => `${one.width}x${one.height}`).join(', ');
  const lockWords = facts.locked ? 'The session is locked.' : 'The session is not locked.';
  return {
    displayServer: 'x11',
    screenCapture: verdict(facts.grabError === null, facts.grabError ?? `X11, ${sizes || 'no display'}.`),
    inputControl: verdict(hasXTest, hasXTest ? 'XTEST is present.' : 'The X server has no XTEST extension.'),
    accessibility: facts.accessibility,
    clipboard: verdict(true, 'X11 selections.'),
    idle: facts.hasIdle
      ? verdict(
          true,
          facts.idleAttributed
            ? "Attributed: every device has its own idle time, so your input is told from the agent's."
            : "Counter only: one idle time that the agent's own input resets too.",
        )
      : verdict(false, 'None: the X server keeps no idle time, so the agent cannot wait for you.'),
    locked: verdict(facts.locked, facts.locked === null ? 'Nothing here can tell.' : lockWords),
  };
}
