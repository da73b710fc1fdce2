import type { AccessibleControl, Desktop, DesktopWindow, DisplayFacts } from '../desktop.ts';
import { toDisplay } from '../global-point.ts';
import { findShapes, type Shape } from '../shapes/find-shapes.ts';
import { intersection } from './rectangles.ts';

const ROLE = { box: 'button', field: 'field', icon: 'other' } as const;
/** A picture full of lines proposes no end of boxes. */
const MOST = 250;

export const GUESSED =
  'It tells nothing of its controls, so these are guesses from shapes in the picture: some may be no controls, and others may be missing. Look closely before you rely on one.';

/** Controls that a window's pixels suggest, for programs that publish none. */
export async function guessControls(
  desktop: Desktop,
  window: DesktopWindow,
  facts: DisplayFacts,
): Promise<AccessibleControl[]> {
  const frame = await desktop.grab(facts);
  const { x, y } = toDisplay(facts, window.client);
  const wanted = { x, y, w: window.client.w * facts.scale, h: window.client.h * facts.scale };
  const seen = intersection(wanted, { x: 0, y: 0, w: frame.width, h: frame.height });
  if (!seen) return [];
  const area = {
    left: Math.round(seen.x),
    top: Math.round(seen.y),
    width: Math.floor(seen.w),
    height: Math.floor(seen.h),
  };
  return findShapes(frame, area)
    .slice(0, MOST)
    .map((shape) => asControl(shape, window, facts));
}

function asControl({ kind, area }: Shape, window: DesktopWindow, { x, y, scale }: DisplayFacts): AccessibleControl {
  return {
    handle: '',
    window: window.id,
    role: ROLE[kind],
    nativeRole: 'shape',
    name: '',
    description: '',
    value: null,
    enabled: true,
    focused: false,
    checked: null,
    selected: null,
    actions: [],
    settable: false,
    bounds: { x: x + area.left / scale, y: y + area.top / scale, w: area.width / scale, h: area.height / scale },
    path: [],
  };
}
