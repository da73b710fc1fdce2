import type { Connection } from '../connection.ts';

/** Selection that the badge of a display owns: there is one at most, whichever helper shows it, and it dies with it. */
export const BADGE_OWNER = '_FERMIX_BADGE';
const SHAPE_INPUT = 2;

/**
 * The window of the badge on this display; null when there is none. One that takes clicks is not believed: left out of
 * the pictures it could catch what is meant for something else.
 */
export function findBadge(connection: Connection): number | null {
  const { x, display } = connection;
  const window = Number(x.XGetSelectionOwner(display, connection.atom(BADGE_OWNER)));
  if (window === 0) return null;
  const count: [number] = [0];
  const list = x.XShapeGetRectangles(display, window, SHAPE_INPUT, count, [0]);
  if (list) x.XFree(list);
  return count[0] === 0 ? window : null;
}

/** A compositing manager draws the windows of this screen, with its own shadows and translucency. */
export function hasCompositor(connection: Connection): boolean {
  const { x, display, screen } = connection;
  return Number(x.XGetSelectionOwner(display, connection.atom(`_NET_WM_CM_S${screen}`))) !== 0;
}
