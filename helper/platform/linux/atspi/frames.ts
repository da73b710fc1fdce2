import type { DesktopWindow, GlobalRectangle } from '../../../desktop.ts';
import { type FrameMap, mapFrame, PLAIN_MAP } from './geometry.ts';
import { ROOT_PATH } from './names.ts';
import type { Program } from './program.ts';

/** Top-level objects that are looked at; a program with more windows than that keeps the rest to itself. */
const MOST_FRAMES = 60;

/** A top-level object of a program, and the window on the screen that shows it. */
export interface Frame {
  path: string;
  name: string;
  role: number;
  window: DesktopWindow | null;
  map: FrameMap;
}

/** A program's top-level objects, that of `target` first. */
export async function readFrames(
  program: Program,
  windows: readonly DesktopWindow[],
  target: DesktopWindow,
): Promise<Frame[]> {
  const { toolkit } = program;
  const paths = (await program.children(ROOT_PATH)).slice(0, MOST_FRAMES);
  const told = await Promise.all(
    paths.map(async (path) => {
      const [name, role, extents] = await Promise.all([
        program.nameOf(path),
        program.role(path),
        program.extents(path).catch(() => null),
      ]);
      return { path, name, role, extents };
    }),
  );
  const free = [target, ...windows.filter((one) => one.id !== target.id)];
  const frames: Frame[] = [];
  // Best fits first: two windows of one program often share a title, seldom a size too.
  for (const wanted of ['both', 'title', 'place'] as const)
    for (const { extents, ...frame } of told) {
      if (frames.some((one) => one.path === frame.path)) continue;
      const at = free.findIndex((window) => fits(wanted, toolkit, frame.name, extents, window));
      const [window] = at < 0 ? [] : free.splice(at, 1);
      if (window) frames.push({ ...frame, window, map: extents ? mapFrame(toolkit, extents, window) : PLAIN_MAP });
    }
  for (const { extents: _extents, ...frame } of told)
    if (!frames.some((one) => one.path === frame.path)) frames.push({ ...frame, window: null, map: PLAIN_MAP });
  return frames.sort((a, b) => Number(b.window?.id === target.id) - Number(a.window?.id === target.id));
}

function fits(
  wanted: 'both' | 'title' | 'place',
  toolkit: string,
  name: string,
  extents: GlobalRectangle | null,
  window: DesktopWindow,
): boolean {
  const sameTitle = name !== '' && name === window.title;
  if (wanted === 'title') return sameTitle;
  const samePlace = extents !== null && isSamePlace(toolkit, extents, window);
  return wanted === 'both' ? sameTitle && samePlace : samePlace;
}

/** The sizes agree up to a scale factor and a border. */
function isSamePlace(toolkit: string, extents: GlobalRectangle, window: DesktopWindow): boolean {
  const { scale } = mapFrame(toolkit, extents, window);
  const slack = 64;
  return (
    Math.abs(extents.w * scale - window.client.w) <= slack && Math.abs(extents.h * scale - window.client.h) <= slack
  );
}
