import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { AccessibleReading, Desktop, DesktopWindow } from '../desktop.ts';
import { GUESSED, guessControls } from './guessed-controls.ts';
import { type ControlInView, controlsInView, globalArea } from './in-view.ts';
import { screenWords } from './screen-words.ts';
import { targetWindow } from './target-window.ts';

/** Controls of one list at most; what is beyond is told as a number. */
export const MOST_LISTED = 250;

type View = Parameters<typeof controlsInView>[2];

/** What a look at a part of the screen found of one program's controls. */
export interface ControlsFound {
  window: DesktopWindow | null;
  inView: ControlInView[];
  totalInApp: number;
  truncated: 'nodes' | 'depth' | 'time' | null;
  source: 'accessibility' | 'picture';
  /** Plain sentences; never empty. */
  note: string;
}

interface Parts {
  desktop: Desktop;
  isOwnWindow(pid: number): boolean;
}

/** The controls of the program in view, as far as they are seen in the picture. Lists and marks both come from here. */
export async function lookAtControls(
  { desktop, isOwnWindow }: Parts,
  view: View,
  signal: AbortSignal,
): Promise<ControlsFound> {
  const windows = desktop.windows.list();
  const isOwn = (window: DesktopWindow) => window.pid !== null && isOwnWindow(window.pid);
  const window = targetWindow(windows, globalArea(view.facts, view.crop), isOwn);
  const none = { window, inView: [], totalInApp: 0, truncated: null, source: 'accessibility' as const };
  if (!window) return { ...none, note: 'No program window is in this part of the screen.' };
  const reading = await read(desktop, window, signal);
  const { controls, truncated } = reading;
  if (controls.length === 0) return guess(desktop, { window, windows, view, truncated, notes: reading.notes });
  const inView = controlsInView(controls, windows, view);
  const note = noteOf(window, reading.notes, { total: controls.length, seen: inView.length });
  return { window, inView, totalInApp: controls.length, truncated, source: 'accessibility', note };
}

async function read(
  { accessibility }: Desktop,
  window: DesktopWindow,
  signal: AbortSignal,
): Promise<AccessibleReading> {
  if (accessibility) return accessibility.read(window, signal);
  throw new RemoteError('accessibility_unavailable', 'This system has no accessibility service.');
}

/** What a program shows stands in for what it does not tell. */
async function guess(
  desktop: Desktop,
  known: {
    window: DesktopWindow;
    windows: readonly DesktopWindow[];
    view: View;
    truncated: ControlsFound['truncated'];
    notes: readonly string[];
  },
): Promise<ControlsFound> {
  const { window, windows, view, truncated, notes } = known;
  const guessed = await guessControls(desktop, window, view.facts);
  const inView = controlsInView(guessed, windows, view);
  const base = { window, inView, totalInApp: 0, truncated };
  const words = [`Read from ${nameOf(window)}.`, ...notes];
  if (inView.length > 0) return { ...base, source: 'picture', note: [...words, GUESSED].join(' ') };
  return { ...base, source: 'accessibility', note: [...words, NOTHING].join(' ') };
}

/** The same without a service: only the picture is left. */
export async function lookWithoutService(
  { desktop, isOwnWindow }: Parts,
  view: View,
  reason: string,
): Promise<ControlsFound> {
  const windows = desktop.windows.list();
  const isOwn = (window: DesktopWindow) => window.pid !== null && isOwnWindow(window.pid);
  const window = targetWindow(windows, globalArea(view.facts, view.crop), isOwn);
  if (window) return guess(desktop, { window, windows, view, truncated: null, notes: [reason] });
  return { window, inView: [], totalInApp: 0, truncated: null, source: 'accessibility', note: reason };
}

const NOTHING = 'It publishes no controls, which does not mean that it cannot be clicked: use the picture.';

/** How a window is called in a sentence. */
export function nameOf({ app, title }: DesktopWindow): string {
  return `${screenWords(app) || 'A program'} ('${screenWords(title)}')`;
}

function noteOf(window: DesktopWindow, notes: readonly string[], count: { total: number; seen: number }): string {
  const read = `Read from ${nameOf(window)}.`;
  const elsewhere = `It has ${count.total} controls, but none of them is in this part of the screen.`;
  return [read, ...notes, ...(count.seen === 0 ? [elsewhere] : [])].join(' ');
}
