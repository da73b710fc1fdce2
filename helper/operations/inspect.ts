import type { InspectReading } from '../../protocol/helper/accessibility.ts';
import type { ActInput } from '../../protocol/helper/act.ts';
import { toDevice } from '../../protocol/helper/geometry.ts';
import { findControl } from '../accessibility/find-control.ts';
import { pictureBounds } from '../accessibility/in-view.ts';
import { nameOf } from '../accessibility/look-at-controls.ts';
import { contains } from '../accessibility/rectangles.ts';
import { screenWords } from '../accessibility/screen-words.ts';
import type { AccessibleControl, DesktopWindow, Point } from '../desktop.ts';
import { toGlobal } from '../global-point.ts';
import type { ControlParts } from './read-controls.ts';
import { requireInside, type View } from './view.ts';

const DESCRIPTION = 200;

/** What the program says of the control at a point: of the front-most window there, never of one behind it. */
export async function inspect(
  parts: ControlParts,
  view: View,
  input: ActInput & { action: { action: 'inspect'; at: Point } },
  signal: AbortSignal,
): Promise<InspectReading> {
  const { desktop } = parts;
  const windows = desktop.windows.list();
  if (input.element) {
    const { control } = await findControl(parts, input.element, signal);
    return asReading(view, windows.find((one) => one.id === control.window) ?? null, control);
  }
  requireInside(view.crop, input.action.at);
  const point = toGlobal(view.facts, toDevice(view.crop, input.action.at));
  const window = windowFor(windows, point);
  if (!window) return nothing(null, 'No program window is at this point.');
  const control = await desktop.accessibility?.at(window, point, signal);
  return control ? asReading(view, window, control) : nothing(window, `${nameOf(window)} tells of no control here.`);
}

/** A menu's own window has no tree: its program's window behind it is asked. */
function windowFor(windows: readonly DesktopWindow[], point: Point): DesktopWindow | null {
  const top = windows.find((one) => contains(one.bounds, { ...point, w: 1, h: 1 }));
  if (!top?.isShell) return top ?? null;
  return windows.find((one) => !one.isShell && one.pid !== null && one.pid === top.pid) ?? null;
}

function nothing(window: DesktopWindow | null, note: string): InspectReading {
  const app = screenWords(window?.app ?? '');
  const windowTitle = screenWords(window?.title ?? '');
  return { kind: 'inspect', found: false, app, windowTitle, note };
}

function asReading(view: View, window: DesktopWindow | null, control: AccessibleControl): InspectReading {
  const { role, nativeRole, name, description, value, enabled } = control;
  const bounds = pictureBounds(view, control.bounds);
  return {
    ...nothing(window, window ? `Read from ${nameOf(window)}.` : 'Read from the control itself.'),
    found: true,
    role,
    nativeRole,
    name: screenWords(name),
    description: screenWords(description, DESCRIPTION),
    ...(value !== null && role !== 'secure_field' && { value: screenWords(value) }),
    enabled,
    ...(bounds && { bounds }),
  };
}
