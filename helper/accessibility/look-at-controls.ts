import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { AccessibilityPort, Desktop, DesktopWindow } from '../desktop.ts';
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
  const none = { window, inView: [], totalInApp: 0, truncated: null };
  if (!window) return { ...none, note: 'No program window is in this part of the screen.' };
  const { accessibility } = desktop;
  if (!accessibility) return { ...none, note: `${nameOf(window)}: this system has no accessibility service.` };
  const reading = await readOrExplain(accessibility, window, signal);
  if (typeof reading === 'string') return { ...none, note: `${nameOf(window)}: ${reading}` };
  const { controls, truncated } = reading;
  const inView = controlsInView(controls, windows, view);
  const note = noteOf(window, reading.notes, { total: controls.length, seen: inView.length });
  return { window, inView, totalInApp: controls.length, truncated, note };
}

async function readOrExplain(accessibility: AccessibilityPort, window: DesktopWindow, signal: AbortSignal) {
  try {
    return await accessibility.read(window, signal);
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'accessibility_unavailable') return error.message;
    throw error;
  }
}

/** How a window is called in a sentence. */
export function nameOf({ app, title }: DesktopWindow): string {
  return `${screenWords(app) || 'A program'} ('${screenWords(title)}')`;
}

function noteOf(window: DesktopWindow, notes: readonly string[], count: { total: number; seen: number }): string {
  const read = `Read from ${nameOf(window)}.`;
  const words =
    count.total === 0
      ? 'It publishes no controls, which does not mean that it cannot be clicked: use the picture.'
      : count.seen === 0
        ? `It has ${count.total} controls, but none of them is in this part of the screen.`
        : null;
  return [read, ...notes, ...(words ? [words] : [])].join(' ');
}
