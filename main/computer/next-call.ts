import type { Rectangle } from '../../protocol/helper/geometry.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ComputerInput } from './input.ts';
import type { View } from './view.ts';

/** Fields of a call that are left out of the words about it: they may be secret and are known anyway. */
const PRIVATE = ['text', 'value'] as const;

/** The same call with other parameters, as JSON to copy; null takes one out. */
export function again(input: ComputerInput, changes: Record<string, JsonObject[string]>): string {
  const call: Record<string, unknown> = { ...input };
  for (const field of PRIVATE) if (call[field] !== undefined) call[field] = '…';
  const merged = Object.entries({ ...call, ...changes });
  return JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined)));
}

/** Rectangles as plain data with a fixed order of fields. */
export const plainRegion = (region: Rectangle | null) =>
  region && { x: region.x, y: region.y, w: region.w, h: region.h };

/** A new look at what this view showed, as JSON to copy; at the whole screen without one. */
export function lookAgain(view: Pick<View, 'display' | 'region'> | null, more: JsonObject = {}): string {
  const display = view && view.display !== 0 ? { display: view.display } : {};
  const region = view?.region ? { region: plainRegion(view.region) } : {};
  return JSON.stringify({ action: 'screenshot', ...display, ...region, ...more });
}
