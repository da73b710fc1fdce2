import type { AccessibleReading, DesktopWindow } from '../../../desktop.ts';
import type { Applications } from './applications.ts';
import { type CallLimits, persistently } from './bus.ts';
import { asControl } from './controls.ts';
import { type Frame, readFrames } from './frames.ts';
import { processStart } from './handle.ts';
import { Popups } from './popups.ts';
import type { Program } from './program.ts';
import { readByCache } from './strategies/by-cache.ts';
import { isTimeUp, readByMatching } from './strategies/by-matching.ts';
import { readByWalking } from './strategies/by-walking.ts';
import type { Walked } from './strategies/tree-node.ts';

/** What a reading works with. */
export interface Reach {
  applications: Applications;
  windows: readonly DesktopWindow[];
  limits: CallLimits;
}

export type ShownFrame = Frame & { window: DesktopWindow };

/** All controls of the program that shows a window, those of that window first. What was read when time ends is kept. */
export async function readWindow(reach: Reach, window: DesktopWindow): Promise<AccessibleReading> {
  const reading: AccessibleReading = { controls: [], truncated: null, notes: [] };
  try {
    const programs = await persistently(reach.limits, () => programsOf(reach, window));
    for (const program of programs)
      await persistently(
        reach.limits,
        () => readProgram(reach, program, window, reading),
        () => reading.controls.length > 0,
      );
  } catch (error) {
    if (isTimeUp(error)) reading.truncated = 'time';
    else if (reach.limits.signal.aborted) throw error;
    else reading.notes.push('It went away or answered with an error while it was read.');
  }
  if (reading.truncated === 'time')
    reading.notes.push(
      reading.controls.length === 0
        ? 'It does not answer the accessibility interface in time: it may be busy or hang.'
        : 'It answered too slowly to be read whole.',
    );
  return reading;
}

/** By process; where the window does not tell or another process is on the bus (a sandbox), by title and place. */
export async function programsOf({ applications, limits }: Reach, window: DesktopWindow): Promise<Program[]> {
  const own = window.pid === null ? [] : await applications.ofProcess(window.pid, limits);
  if (own.length > 0) return own;
  const all = await applications.all(limits);
  const fits = await Promise.all(
    all.map(async (program) => {
      const frames = await readFrames(program, [window], window).catch(() => []);
      return frames.some((frame) => frame.window !== null && frame.name === window.title);
    }),
  );
  return all.filter((_, i) => fits[i]);
}

async function readProgram(reach: Reach, program: Program, window: DesktopWindow, reading: AccessibleReading) {
  const mine = reach.windows.filter((one) => one.pid === window.pid);
  const frames = (await readFrames(program, mine, window)).filter(isShown);
  const popups = new Popups(program, reach.windows);
  const process = { pid: window.pid ?? 0, startedAt: processStart(window.pid ?? 0) };
  for (const frame of frames) {
    const walked = await walkFrame(program, frame);
    reading.truncated ??= walked.truncated;
    for (const node of walked.nodes) {
      const control = asControl({ program, frame, process }, node);
      if (!control) continue;
      const shownBy = await popups.windowOf(frame, node.path, control.bounds);
      reading.controls.push({ ...control, window: shownBy.id });
    }
  }
}

export const isShown = (frame: Frame): frame is ShownFrame => frame.window !== null;

/** The quickest way for the toolkit; any other way on an error that is not about time. */
export async function walkFrame(program: Program, frame: ShownFrame): Promise<Walked> {
  const { toolkit } = program;
  try {
    if (toolkit === 'gtk' || toolkit === 'Chromium')
      return await readByMatching(program, frame.path, frame.map.hasOwnPageUnits);
    if (toolkit === 'GTK') return await readByCache(program, frame.path);
  } catch (error) {
    if (isTimeUp(error) || program.limits.signal.aborted) throw error;
  }
  return readByWalking(program, frame.path);
}
