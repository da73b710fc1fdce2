import type { HostActivity } from '../host/ports.ts';

export type TrayState = 'idle' | 'working' | 'paused' | 'needs-you';

/** What the tray shows: rows keep their places, only words and enabled change. */
export interface TrayModel {
  state: TrayState;
  /** Also the tooltip: the glyph never carries the meaning alone. */
  status: string;
  pause: { label: string; enabled: boolean; action: 'pause' | 'resume' };
}

/** A question to the user comes first, then a pause, then work. */
export function trayModel(activity: HostActivity | null): TrayModel {
  const state = stateOf(activity);
  const paused = activity?.computer === 'paused';
  return {
    state,
    status: activity === null ? 'Starting' : words[state],
    pause: {
      label: paused ? 'Resume computer use' : pauseLabel(activity),
      enabled: activity !== null && activity.computer !== 'none',
      action: paused ? 'resume' : 'pause',
    },
  };
}

const words: Record<TrayState, string> = {
  idle: 'Idle',
  working: 'Working',
  paused: 'Computer use is paused',
  'needs-you': 'Needs your answer',
};

function stateOf(activity: HostActivity | null): TrayState {
  if (activity === null) return 'idle';
  if (activity.needsYou.length > 0) return 'needs-you';
  if (activity.computer === 'paused') return 'paused';
  return activity.running.length > 0 || activity.computer === 'acting' ? 'working' : 'idle';
}

/** A row that cannot act says why. */
function pauseLabel(activity: HostActivity | null): string {
  if (activity !== null && !activity.computerEnabled) return 'Pause computer use (it is off)';
  if (activity === null || activity.computer === 'none') return 'Pause computer use (not in use)';
  return 'Pause computer use';
}
