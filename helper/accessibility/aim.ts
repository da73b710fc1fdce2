import type { ElementTarget } from '../../protocol/helper/accessibility.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { AccessibleControl, Desktop, Point } from '../desktop.ts';
import { type FindParts, findControl, stale } from './find-control.ts';
import { visibleCentre } from './in-view.ts';
import type { ListedControl } from './listings.ts';
import { screenWords } from './screen-words.ts';

/** A control that a pointer action is aimed at, found again. */
export interface Aim {
  /** Its centre now, in global input units. */
  point: Point;
  /** How far that is from where it was listed, in input units. */
  movedBy: number;
  role: string;
  name: string;
  /** Throws `stale_mark` when something came to lie over it, or its window moved, since it was found. */
  check(): void;
}

/** Finds a listed control again and where it can be clicked. Throws `stale_mark` or `element_disabled`. */
export async function aimAt(parts: FindParts, target: ElementTarget, signal: AbortSignal): Promise<Aim> {
  const shape = parts.listings.find(target);
  if (shape && shape.handle === null) return aimAtShape(parts.desktop, shape);
  const { listed, control } = await findControl(parts, target, signal);
  if (!control.enabled)
    throw new RemoteError('element_disabled', `The control '${screenWords(control.name)}' is greyed out now.`);
  const point = centreNow(parts.desktop, control);
  if (!point) throw stale('The control is covered or out of sight now.', 'covered');
  const check = () => {
    const now = centreNow(parts.desktop, control);
    if (!now || now.x !== point.x || now.y !== point.y)
      throw stale('Something came to lie over the control, or its window moved.', 'covered');
  };
  const { role, name } = control;
  return { point, movedBy: distance(point, listed.centre), role, name, check };
}

const centreNow = (desktop: Desktop, control: AccessibleControl) => visibleCentre(control, desktop.windows.list());

/** A shape seen in the picture cannot be asked: its window must still be in front there, where it was. */
function aimAtShape(desktop: Desktop, { centre, role, name, window }: ListedControl): Aim {
  const check = () => {
    const now = desktop.windows.list().find(({ bounds: { x, y, w, h } }) => {
      return centre.x >= x && centre.y >= y && centre.x < x + w && centre.y < y + h;
    });
    const isSame =
      now && window && now.id === window.id && now.bounds.x === window.bounds.x && now.bounds.y === window.bounds.y;
    if (!isSame) throw stale('Another window is there now, or it moved.', 'moved');
  };
  check();
  return { point: centre, movedBy: 0, role, name, check };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
