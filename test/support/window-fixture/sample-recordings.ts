import type { RecordedStep, Recording, RecordingSummary } from '../../../protocol/conversation/recording.ts';
import { recordedStep, recording } from '../sample-recording.ts';
import { actionReport, image, LONG_NAME, NOW } from './sample-data.ts';

const ENDS = [
  { end: 'complete', reason: 'stopped' },
  { end: 'error', reason: 'helper_gone' },
  { end: 'cut', reason: 'program_ended' },
] as const;

/** Sessions of three conversations, one of them still running, one named at length, one by hand. */
export function recordingList(count: number): RecordingSummary[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `cua_${index + 1}`,
    conversationId: index % 3 === 2 ? 'window-tools' : `c-${(index % 3) + 1}`,
    conversationTitle: ['Note about the greenhouse', LONG_NAME, ''][index % 3] ?? '',
    startedAt: NOW - index * 7_400_000,
    endedAt: index === 0 ? null : NOW - index * 7_400_000 + 185_000,
    ...(index === 0 ? { end: 'running' as const, reason: null } : (ENDS[(index - 1) % 3] ?? ENDS[0])),
    steps: 14 + index,
    bytes: 4_200_000 + index * 310_000,
  }));
}

function steps(): RecordedStep[] {
  const shot = (id: string, role: 'before' | 'after' | 'result', x?: number, y?: number) => ({
    image: image(id),
    role,
    ...(x !== undefined && y !== undefined ? { point: { x, y } } : {}),
  });
  return [
    recordedStep(1, {
      action: 'screenshot',
      title: 'Looked at the screen',
      parameters: { action: 'screenshot', marks: true },
      after: shot('shot-0', 'result'),
      report: actionReport({
        action: 'screenshot',
        dispatch: 'read',
        delivery: 'n/a',
        effect: 'unknown',
        courtesy: 'n/a',
        marks: { count: 24 },
      }),
    }),
    recordedStep(2, {
      callId: 'c2',
      title: 'Clicked File in Mousepad',
      before: shot('shot-0b', 'before', 640, 356),
      after: shot('shot-1', 'after', 642, 355),
      report: actionReport(),
    }),
    recordedStep(3, {
      action: 'type',
      title: 'Typed 12 characters into a password field in Mousepad',
      parameters: { action: 'type' },
      hidden: { field: 'text', characters: 12, why: 'secure_field' },
      outcome: 'unverified',
      before: shot('shot-1', 'before'),
      after: shot('shot-2a', 'after'),
      report: actionReport({ action: 'type', delivery: 'n/a', effect: 'not_observed', characters: 12 }),
    }),
    recordedStep(4, {
      title: 'Click Save in Mousepad',
      outcome: 'refused',
      code: 'user_active',
      reason: 'The owner is using mouse or keyboard, so the action stepped aside.',
      report: actionReport({ dispatch: 'not_sent', delivery: 'n/a', courtesy: 'yielded', effect: 'unknown' }),
    }),
    recordedStep(5, { title: `Clicked ${LONG_NAME} in Mousepad`, outcome: null, endedAt: null, report: null }),
  ];
}

export function sampleRecording(): Recording {
  const list = steps();
  const pausedAt = (list[3]?.startedAt ?? 0) - 900;
  return recording(list, {
    conversationTitle: 'Note about the greenhouse',
    end: 'cut',
    reason: 'program_ended',
    moments: [
      { at: pausedAt - 700, kind: 'pause' },
      { at: pausedAt, kind: 'resume' },
    ],
  });
}

export function thousandSteps(): Recording {
  const some = steps();
  const list = Array.from({ length: 1000 }, (_, index): RecordedStep => {
    const step = some[index % some.length] ?? recordedStep(1);
    return {
      ...step,
      n: index + 1,
      callId: `call-${index}`,
      startedAt: NOW + index * 4000,
      endedAt: NOW + index * 4000 + 700,
    };
  });
  return recording(list, { conversationTitle: LONG_NAME, startedAt: NOW });
}
