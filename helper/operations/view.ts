import type { ActInput } from '../../protocol/helper/act.ts';
import {
  type Crop,
  effectiveRegion,
  fullCrop,
  isInside,
  type Point,
  type Rectangle,
  regionCrop,
} from '../../protocol/helper/geometry.ts';
import { RemoteError } from '../../protocol/rpc/remote-error.ts';
import type { Desktop, DisplayFacts } from '../desktop.ts';

/** The display and the crop that an action's points and pictures are about. */
export interface View {
  index: number;
  facts: DisplayFacts;
  crop: Crop;
  region: Rectangle | null;
}

/** Resolves display and region anew for each action; facts of an older picture that no longer hold are refused. */
export function resolveView(desktop: Desktop, input: Pick<ActInput, 'display' | 'region' | 'facts'>): View {
  const displays = desktop.displays();
  if (displays.length === 0) throw new RemoteError('no_active_display', 'No display is active.');
  const facts = displays[input.display];
  if (!facts) {
    const valid = displays.map((_, i) => i).join(', ');
    throw new RemoteError('display_not_found', `There is no display ${input.display}. Valid ones: ${valid}.`);
  }
  if (input.facts && !sameFacts(input.facts, facts))
    throw new RemoteError('display_changed', 'The display changed since that picture was taken. Take a new one.');
  return { index: input.display, facts, ...cropOf(facts, input.region) };
}

/** The crop of a region, or of the whole display. */
export function cropOf(facts: DisplayFacts, region: Rectangle | null): { crop: Crop; region: Rectangle | null } {
  if (!region) return { crop: fullCrop(facts), region: null };
  const crop = regionCrop(facts, region);
  if (!crop) throw new RemoteError('invalid_params', 'The region lies outside the display.', { field: 'region' });
  return { crop, region: effectiveRegion(facts, region) };
}

function sameFacts(a: DisplayFacts, b: DisplayFacts): boolean {
  return (
    a.id === b.id &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height &&
    a.scale === b.scale &&
    a.rotation === b.rotation
  );
}

/** Points outside the picture are refused, never moved to its edge. */
export function requireInside(crop: Crop, point: Point): void {
  if (isInside(crop, point)) return;
  const words = `The point ${point.x},${point.y} is outside the picture of ${crop.width}x${crop.height}.`;
  throw new RemoteError('point_outside_image', words, {
    point: { x: point.x, y: point.y },
    width: crop.width,
    height: crop.height,
  });
}
