import type { DisplayFacts, Probe } from '../../desktop.ts';

type Verdict = Probe['screenCapture'];
const verdict = (value: boolean | null, detail: string): Verdict => ({ value, detail });

/** What the system said, from looking only. */
export interface QuartzFacts {
  displays: readonly DisplayFacts[];
  canCapture: boolean;
  canPost: boolean;
  /** Why the screen cannot be seen now, besides the grant; null when it can. */
  captureError: string | null;
  idleMs: number | null;
  attributed: boolean;
  locked: boolean | null;
}

const CAPTURE_STEP =
  'Allow Fermix in System Settings > Privacy & Security > Screen Recording. If the box already looks ticked, remove the row and add it again.';
const INPUT_STEP =
  'Clicks and keys are silently dropped. Allow Fermix in System Settings > Privacy & Security > Accessibility.';

export function describeQuartz(facts: QuartzFacts): Probe {
  const sizes = facts.displays.map((one) => `${one.width}x${one.height}`).join(', ');
  const captureProblem = facts.canCapture ? facts.captureError : CAPTURE_STEP;
  const idleWords = facts.attributed
    ? 'The person’s input is told apart from the agent’s.'
    : 'One idle time that also counts our input.';
  const lockWords = facts.locked ? 'The screen is locked.' : 'The screen is not locked.';
  return {
    displayServer: 'quartz',
    screenCapture: verdict(captureProblem === null, captureProblem ?? `macOS, ${sizes || 'no display'}.`),
    inputControl: verdict(facts.canPost, facts.canPost ? 'Accessibility is allowed.' : INPUT_STEP),
    accessibility: verdict(facts.canPost, facts.canPost ? 'Accessibility is allowed.' : INPUT_STEP),
    clipboard: verdict(true, 'All items and types that are there already.'),
    idle: facts.idleMs === null ? verdict(false, 'macOS tells no idle time.') : verdict(true, idleWords),
    locked: verdict(facts.locked, facts.locked === null ? 'There is no signed-in session.' : lockWords),
  };
}
