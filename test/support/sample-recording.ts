import type { RecordedStep, Recording } from '../../protocol/conversation/recording.ts';

const START = Date.UTC(2026, 10, 30, 12, 0, 0);

/** A step of a recording; a click on Save that worked, unless told otherwise. */
export function recordedStep(n: number, more: Partial<RecordedStep> = {}): RecordedStep {
  return {
    n,
    turnId: 'turn-1',
    callId: `call-${n}`,
    action: 'left_click',
    title: 'Clicked Save in Text Editor',
    parameters: { action: 'left_click', mark: 3 },
    startedAt: START + n * 4000,
    endedAt: START + n * 4000 + 700,
    outcome: 'performed',
    code: null,
    reason: '',
    report: {
      action: 'left_click',
      session: 'cua_1',
      recording: 'cua_1',
      dispatch: 'sent',
      delivery: 'confirmed',
      effect: 'verified',
      courtesy: 'proceeded',
      timingsMs: { input: 14, settle: 210, capture: 48, encode: 22 },
    },
    before: null,
    after: null,
    ...more,
  };
}

/** A finished session with these steps. */
export function recording(list: RecordedStep[], more: Partial<Recording> = {}): Recording {
  return {
    id: 'cua_1',
    conversationId: 'c-1',
    conversationTitle: 'Tidy up the notes',
    startedAt: START,
    endedAt: START + 60_000,
    end: 'complete',
    reason: 'stopped',
    steps: list.length,
    bytes: 2_400_000,
    list,
    moments: [],
    ...more,
  };
}
