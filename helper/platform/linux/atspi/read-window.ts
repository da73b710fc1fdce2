import type { AccessibleControl, AccessibleReading, DesktopWindow, ReadDetail } from '../../../desktop.ts';
import type { Applications } from './applications.ts';
import type { CallLimits } from './bus.ts';
import { asControl } from './controls.ts';
import { type Frame, readFrames } from './frames.ts';
import { processStart } from './handle.ts';
import { isTimeUp, readByMatching } from './match-strategy.ts';
import type { Program } from './program.ts';
import { WALK, type Walked } from './tree-node.ts';

export interface Reach {
  applications: Applications;
  windows: DesktopWindow[];
  limits: CallLimits;
}

type ShownFrame = Frame & { window: DesktopWindow };

/** All controls of the program that shows a window, those of that window first. */
export async function readWindow(reach: Reach, window: DesktopWindow, _detail: ReadDetail): Promise<AccessibleReading> {
  const reading: AccessibleReading = { controls: [], truncated: null, notes: [] };
  try {
    const programs = window.pid === null ? [] : await reach.applications.ofProcess(window.pid, reach.limits);
    for (const program of programs) await readProgram(reach, program, window, reading);
    if (programs.length === 0) reading.notes.push('It publishes no controls on the accessibility bus.');
  } catch (error) {
    if (!isTimeUp(error)) throw error;
    reading.truncated = 'time';
    reading.notes.push('It does not answer its accessibility interface.');
  }
  return reading;
}

async function readProgram(reach: Reach, program: Program, window: DesktopWindow, reading: AccessibleReading) {
  const toolkit = await reach.applications.toolkitOf(program);
  const mine = reach.windows.filter((one) => one.pid === window.pid);
  const frames = await readFrames(program, toolkit, mine, window);
  const pid = window.pid ?? 0;
  const facts = { pid, startedAt: processStart(pid) };
  for (const frame of frames) {
    if (!isShown(frame)) continue;
    const walked = await walkFrame(program, toolkit, frame);
    reading.truncated ??= walked.truncated;
    for (const node of walked.nodes) {
      const control = asControl(program.name, frame, node, facts);
      if (control) reading.controls.push(control);
    }
  }
}

const isShown = (frame: Frame): frame is ShownFrame => frame.window !== null;

async function walkFrame(program: Program, toolkit: string, frame: ShownFrame): Promise<Walked> {
  return readByMatching(program, frame.path, toolkit === 'Chromium' && frame.map.hasOwnPageUnits);
}

export type { AccessibleControl };
export { WALK };
