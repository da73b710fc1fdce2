import { drawBadge } from '../../badge-drawing.ts';
import type { Connection } from '../connection.ts';
import { listMonitors } from '../monitors.ts';
import type { ScreenGrab } from '../screen-grab.ts';
import { BadgeEraser } from './badge-eraser.ts';
import { loadCompositing } from './compositing.ts';
import { XBadge } from './x-badge.ts';

/** Create, Destroy, Unmap, Map, Reparent, Configure and Circulate: what changes the order of the root's windows. */
const STRUCTURE_EVENTS = new Set([16, 17, 18, 19, 21, 22, 26]);

/**
 * The badge of this session and what keeps it out of pictures; null where the server cannot keep windows apart, since
 * then it would be in them. `main` must have the structure events of the root selected.
 */
export function openBadge(main: Connection, grabber: ScreenGrab): XBadge | null {
  const compositing = loadCompositing(main);
  if (!compositing) return null;
  const eraser = new BadgeEraser(grabber.connection, compositing, () => {
    main.sync();
    main.pump();
  });
  grabber.eraser = eraser;
  const primary = () => listMonitors(main)[0] ?? null;
  const badge = new XBadge({ connection: main, compositing, primary, draw: drawBadge });
  main.onEvent((type) => {
    if (!STRUCTURE_EVENTS.has(type)) return;
    eraser.stackChanged();
    badge.stackChanged();
  });
  return badge;
}
