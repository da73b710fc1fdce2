import type { Outcome } from './message.ts';
import type { HiddenText, RecordedMoment, RecordingEnd } from './recording.ts';

/** Words about recordings that the window and an exported page share, so that both say the same. */
export const recordingWords = {
  outcomes: {
    performed: 'Done',
    unverified: 'Unverified',
    not_delivered: 'Not delivered',
    refused: 'Refused',
    failed: 'Failed',
    stopped: 'Stopped',
    unknown: 'Not known',
  } satisfies Record<Outcome, string>,
  noOutcome: 'No result recorded',
  ends: {
    running: 'Being recorded',
    complete: 'Finished',
    error: 'Ended by a fault',
    cut: 'Cut off',
  } satisfies Record<RecordingEnd, string>,
  moments: { pause: 'Paused by you', resume: 'Resumed' } satisfies Record<RecordedMoment['kind'], string>,
  before: 'Before',
  after: 'After',
  picture: 'Picture',
  untitled: 'Untitled conversation',
  byHand: 'Run by hand',
};

/** In a sentence why a session ended; stable words of the host in, plain ones out. */
export function endSentence(end: RecordingEnd, reason: string | null): string {
  if (end === 'running') return 'The session still runs.';
  if (end === 'cut') return 'Fermix was ended in the middle. What happened after the last step was not recorded.';
  return REASONS[reason ?? ''] ?? (end === 'error' ? 'The session died.' : 'The session came to its end.');
}

const REASONS: Record<string, string> = {
  stopped: 'You stopped it.',
  idle: 'It ended after ten minutes without an action.',
  conversation_end: 'Its conversation ended.',
  disabled: 'Computer use was switched off.',
  quit: 'Fermix was closed.',
  made_room: 'It made room for a session of another conversation.',
  client_gone: 'The terminal it came from was closed.',
  helper_gone: 'The helper program ended unexpectedly.',
  helper_fault: 'The helper program failed and was ended.',
  start_failed: 'The helper program could not be started.',
  control_unconfirmed: 'The helper program did not confirm a pause and was ended.',
};

/** What stands in place of a text that is not kept. */
export function hiddenSentence({ field, characters, why }: HiddenText): string {
  const what = field === 'chord' ? 'One key' : `${characters} ${characters === 1 ? 'character' : 'characters'}`;
  return `${what}, not kept: ${HIDDEN[why]}`;
}

const HIDDEN: Record<HiddenText['why'], string> = {
  secure_field: 'the field hides what is typed.',
  looks_secret: 'it looks like a secret.',
  unknown_field: 'nothing said that the field is an ordinary one.',
};

/** How sure it is that an action reached the screen, in a sentence; empty where the outcome says it all. */
export function proofSentence(report: { delivery: string; effect: string } | null, outcome: Outcome | null): string {
  if (outcome === 'unverified') {
    if (report?.delivery === 'unconfirmed') return 'The input went out, but the pointer was elsewhere afterwards.';
    return 'The input went out, but nothing proved that it had an effect.';
  }
  if (outcome !== 'performed' || !report) return '';
  if (report.effect === 'verified') return 'Delivered, and the picture changed.';
  return report.effect === 'not_observed' ? 'Delivered; nothing visible changed.' : '';
}
