import type { DisplayFacts, Probe } from '../../desktop.ts';

type Verdict = Probe['screenCapture'];
const verdict = (value: boolean | null, detail: string): Verdict => ({ value, detail });

/** What the system said, from looking only. */
export interface WindowsFacts {
  displays: readonly DisplayFacts[];
  /** Why the screen cannot be seen or operated; null when it can. */
  captureError: string | null;
  undrivable: string | null;
  hasAutomation: boolean;
  idleMs: number | null;
  attributed: boolean;
  locked: boolean | null;
}

/** Windows asks for no grants: what it denies, it denies by session, by desktop and by rights of the target. */
export function describeWindows(facts: WindowsFacts): Probe {
  const sizes = facts.displays.map((one) => `${one.width}x${one.height}`).join(', ');
  const idleWords = facts.attributed
    ? 'The person’s input is told apart from the agent’s.'
    : 'One idle time that also counts our input.';
  return {
    displayServer: 'windows',
    screenCapture: verdict(facts.captureError === null, facts.captureError ?? `Windows, ${sizes || 'no display'}.`),
    inputControl: verdict(
      facts.undrivable === null,
      facts.undrivable ?? 'Input works, except in programs that run with administrator rights.',
    ),
    accessibility: verdict(
      facts.hasAutomation,
      facts.hasAutomation ? 'UI Automation answers.' : 'UI Automation is not there.',
    ),
    clipboard: verdict(true, 'All formats that are plain memory.'),
    idle: facts.idleMs === null ? verdict(false, 'Windows tells no idle time.') : verdict(true, idleWords),
    locked: verdict(facts.locked, facts.locked === null ? 'Nothing here can tell.' : lockWords(facts.locked)),
  };
}

const lockWords = (locked: boolean) => (locked ? 'The session is locked.' : 'The session is not locked.');
