import { area, contains } from '../../../accessibility/rectangles.ts';
import type { AccessibleControl, DesktopWindow, Point } from '../../../desktop.ts';
import { describeNode } from './controls.ts';
import { readFrames } from './frames.ts';
import { fromRoot } from './geometry.ts';
import { processStart } from './handle.ts';
import type { Program } from './program.ts';
import { isShown, programsOf, type Reach, readWindow, type ShownFrame } from './read-window.ts';
import { isTimeUp } from './strategies/by-matching.ts';

const MOST_HOPS = 14;

/**
 * What a window's program has at a point: its own hit test, from the frame down. Where that finds nothing, the smallest
 * control that contains the point.
 */
export async function controlAt(reach: Reach, window: DesktopWindow, point: Point): Promise<AccessibleControl | null> {
  for (const program of await programsOf(reach, window)) {
    const frames = (await readFrames(program, [window], window)).filter(isShown);
    for (const frame of frames) {
      const found = await hit(program, frame, point);
      if (found) return found;
    }
  }
  return smallestAt(await readWindow(reach, window), point);
}

async function hit(program: Program, frame: ShownFrame, point: Point): Promise<AccessibleControl | null> {
  const { x, y } = fromRoot(frame.map, point);
  try {
    let at = frame.path;
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const below: string | null = await program.at(at, x, y);
      if (below === null || below === at) break;
      at = below;
    }
    if (at === frame.path) return null;
    return await describeAt(program, frame, at);
  } catch (error) {
    if (isTimeUp(error) || program.limits.signal.aborted) throw error;
    return null;
  }
}

async function describeAt(program: Program, frame: ShownFrame, path: string): Promise<AccessibleControl | null> {
  const [role, states, extents, { name, description, parent }, interfaces] = await Promise.all([
    program.role(path),
    program.states(path),
    program.extents(path),
    program.describe(path),
    program.interfaces(path),
  ]);
  if (!extents) return null;
  const process = { pid: frame.window.pid ?? 0, startedAt: processStart(frame.window.pid ?? 0) };
  const node = {
    path,
    role,
    states,
    extents,
    name,
    description,
    parent,
    interfaces,
    actions: [],
    isPage: false,
    clip: null,
  };
  return describeNode({ program, frame, process }, node);
}

function smallestAt(
  { controls }: { controls: readonly AccessibleControl[] },
  { x, y }: Point,
): AccessibleControl | null {
  const under = controls.filter(({ bounds }) => contains(bounds, { x, y, w: 1, h: 1 }));
  return under.sort((a, b) => area(a.bounds) - area(b.bounds))[0] ?? null;
}
