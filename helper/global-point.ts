import type { Point } from '../protocol/helper/geometry.ts';
import type { DisplayFacts } from './desktop.ts';

/** A device pixel of a display as a point that input takes. Display origins are in input units already. */
export function toGlobal(facts: DisplayFacts, device: Point): Point {
  return {
    x: facts.x + Math.floor(device.x / facts.scale),
    y: facts.y + Math.floor(device.y / facts.scale),
  };
}

/** The device pixel of a display under a point of input; may lie outside the display. */
export function toDisplay(facts: DisplayFacts, global: Point): Point {
  return { x: Math.floor((global.x - facts.x) * facts.scale), y: Math.floor((global.y - facts.y) * facts.scale) };
}
