import { isInside, type Point } from '../../protocol/helper/geometry.ts';
import { again, lookAgain, plainRegion } from './next-call.ts';
import { Refusal } from './refusal.ts';
import type { ActionRequest } from './validate.ts';
import { clampRegion, sameRegion, type View } from './view.ts';

/** The display that a call names, or else `fallback`, must be the one the view shows (computer-use 5.4). */
export function checkDisplay(request: ActionRequest, view: View, fallback: number): void {
  const display = request.display ?? fallback;
  if (display === view.display) return;
  const words =
    `The latest picture shows display ${view.display}, but the action is for display ${display}. If the coordinates ` +
    `were read in that picture, send ${again(request.input, { display: view.display })}. For display ${display}, look ` +
    `first: ${JSON.stringify({ action: 'screenshot', display })}.`;
  throw new Refusal('display_mismatch', words, { expected: view.display, got: display });
}

/** Equal regions or none on both sides; the model's region is only ever compared, never used (5.2). */
export function checkRegion(request: ActionRequest, view: View): void {
  const got = clampRegion(view, request.region);
  if (sameRegion(got, view.region)) return;
  const data = { expected: plainRegion(view.region), got: plainRegion(request.region) };
  throw new Refusal('region_mismatch', regionWords(request, view), data);
}

function regionWords(request: ActionRequest, view: View): string {
  if (!view.region) {
    const look = JSON.stringify({ action: 'screenshot', region: plainRegion(request.region) });
    return (
      'The latest picture is the whole screen, not this crop. If the coordinates were read in it, send ' +
      `${again(request.input, { region: null })}. To use the crop, look at it first with ${look} and read the ` +
      'coordinates there.'
    );
  }
  const given = request.region
    ? `not ${JSON.stringify(plainRegion(request.region))}`
    : 'and the action names no region';
  return (
    `The latest picture is the crop ${JSON.stringify(plainRegion(view.region))}, ${given}. If the coordinates were ` +
    `read in that crop, send ${again(request.input, { region: plainRegion(view.region) })}. Otherwise take a full ` +
    'screenshot and use its coordinates.'
  );
}

/** A picture has the pixels 0 to width-1; a point outside is never moved to its edge (4.4). */
export function checkInside(point: Point, view: View): void {
  if (isInside(view, point)) return;
  const words =
    `The point (${point.x},${point.y}) is outside the latest picture, which is ${view.width}x${view.height} ` +
    `pixels: x goes from 0 to ${view.width - 1}, y from 0 to ${view.height - 1}. To see it again send ${lookAgain(view)}.`;
  throw new Refusal('point_outside_image', words, {
    point: { x: point.x, y: point.y },
    width: view.width,
    height: view.height,
  });
}
