import type { ElementsReading, MarksReading } from '../../protocol/helper/accessibility.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { ControlInView } from '../accessibility/in-view.ts';
import type { Listings } from '../accessibility/listings.ts';
import { refOf } from '../accessibility/listings.ts';
import {
  type ControlsFound,
  lookAtControls,
  lookWithoutService,
  MOST_LISTED,
} from '../accessibility/look-at-controls.ts';
import { screenWords } from '../accessibility/screen-words.ts';
import type { AccessibleControl } from '../desktop.ts';
import type { PerformParts } from './perform.ts';
import type { View } from './view.ts';

export const MOST_MARKS = 100;

export interface ControlParts extends PerformParts {
  listings: Listings;
}

/** The controls in a part of the screen, with everything they say. */
export async function readElements(parts: ControlParts, view: View, signal: AbortSignal): Promise<ElementsReading> {
  const found = await lookAtControls(parts, view, signal);
  const seen = found.inView.slice(0, MOST_LISTED);
  const listed = found.source === 'picture' ? seen : await withWords(parts, seen, signal);
  const { crop } = view;
  return {
    kind: 'elements',
    ...readingOf(parts, found, listed),
    display: view.index,
    facts: view.facts,
    region: view.region,
    width: crop.width,
    height: crop.height,
    items: listed.map((one, i) => {
      const { control } = one;
      const { role, enabled, focused, checked, selected, actions, settable, value } = control;
      return {
        ref: refOf(i),
        role,
        nativeRole: control.nativeRole,
        name: displayName(control),
        ...(value !== null && role !== 'secure_field' && { value: screenWords(value) }),
        enabled,
        focused,
        ...(checked !== null && { checked }),
        ...(selected !== null && { selected }),
        actions,
        settable,
        at: one.at,
        bounds: one.bounds,
        path: control.path.slice(-3).map((name) => screenWords(name)),
      };
    }),
  };
}

async function withWords(
  { desktop }: ControlParts,
  listed: readonly ControlInView[],
  signal: AbortSignal,
): Promise<ControlInView[]> {
  const worded = await desktop.accessibility?.words(
    listed.map(({ control }) => control),
    signal,
  );
  return listed.map((one, i) => ({ ...one, control: worded?.[i] ?? one.control }));
}

/** The controls that get a number: enabled, seen, in the order of the tree. A picture never fails for want of them. */
export async function readMarks(parts: ControlParts, view: View, signal: AbortSignal): Promise<MarksReading> {
  const found = await lookAtControls(parts, view, signal).catch((error: unknown) => {
    if (!(error instanceof RemoteError) || error.code !== 'accessibility_unavailable') throw error;
    return lookWithoutService(parts, view, error.message);
  });
  const enabled = found.inView.filter(({ control }) => control.enabled);
  const marked = enabled.slice(0, MOST_MARKS);
  return {
    ...readingOf(parts, found, marked),
    marks: marked.map(({ control, at, bounds }, i) => ({
      id: i + 1,
      ref: refOf(i),
      role: control.role,
      name: displayName(control),
      enabled: control.enabled,
      at,
      bounds,
    })),
    marksTruncated: enabled.length - marked.length,
  };
}

/** The title, else the description: never what it holds. */
const displayName = ({ name, description }: AccessibleControl) => screenWords(name) || screenWords(description);

function readingOf({ listings }: ControlParts, found: ControlsFound, listed: readonly ControlInView[]) {
  const { window, totalInApp, truncated, note, source } = found;
  const kept = listed.map(({ control, centre }) => {
    const { handle, role, name } = control;
    if (source === 'picture' && window) return { handle: null, role, name, centre, window };
    return { handle, role, name, centre };
  });
  return {
    listing: listings.add(kept),
    app: screenWords(window?.app ?? ''),
    windowTitle: screenWords(window?.title ?? ''),
    source,
    totalInApp,
    ...(truncated && { truncated }),
    note,
  };
}
