import type { JsonObject } from '../json.ts';
import type { ActionReport } from './action-report.ts';
import type { Millis, ToolImage } from './entry.ts';
import type { Outcome } from './message.ts';

/**
 * How a recorded session stands. `cut`: the program was killed in the middle, so nothing after the last step is known.
 * One that died never looks like one that finished.
 */
export type RecordingEnd = 'running' | 'complete' | 'error' | 'cut';

/** One session of computer use as the list shows it. Its id is that of the session. */
export interface RecordingSummary {
  id: string;
  conversationId: string;
  /** Empty when the conversation has no title, or when a tool was run by hand. */
  conversationTitle: string;
  startedAt: Millis;
  /** Null while it runs; of a cut one the time of the last thing recorded. */
  endedAt: Millis | null;
  end: RecordingEnd;
  /** Why it ended, a stable word such as `stopped` or `helper_gone`; null when it has not. */
  reason: string | null;
  steps: number;
  /** Size of its pictures. */
  bytes: number;
}

/** One action. A step without an outcome was under way when the recording was cut, or still is. */
export interface RecordedStep {
  /** From 1. */
  n: number;
  turnId: string;
  callId: string;
  action: string;
  /** In words; texts of the screen in it are data. */
  title: string;
  /** As called. A typed text is kept only where it cannot be a secret; else `hidden` says how long it was and why. */
  parameters: JsonObject;
  hidden?: HiddenText;
  startedAt: Millis;
  endedAt: Millis | null;
  outcome: Outcome | null;
  code: string | null;
  /** Why it was refused or failed, in a sentence; empty otherwise. */
  reason: string;
  report: ActionReport | null;
  before: ToolImage | null;
  after: ToolImage | null;
  /** Pictures left out, since the session had reached its size or the disk did not keep up. */
  picturesLeftOut?: true;
}

/** A text that is not kept. */
export interface HiddenText {
  field: 'text' | 'value' | 'chord';
  characters: number;
  /** The field hides its content, the text looks like a secret, or nothing said that the field is an ordinary one. */
  why: 'secure_field' | 'looks_secret' | 'unknown_field';
}

/** Pause and Resume between the steps. */
export interface RecordedMoment {
  at: Millis;
  kind: 'pause' | 'resume';
}

/** A whole session, in order. */
export interface Recording extends RecordingSummary {
  list: RecordedStep[];
  moments: RecordedMoment[];
}
