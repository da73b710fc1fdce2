import type { Point } from '../../protocol/helper/geometry.ts';
import { type ActionContext, pause } from './context.ts';
import { confirmLanding, globalPoint, placePointer } from './pointer.ts';

const AFTER_PRESS_MS = 60;
const STEPS = 10;
const STEP_MS = 20;
const BEFORE_RELEASE_MS = 50;

/** Presses at one point and releases at the other, with steps between: programs ignore a jump. */
export async function drag(context: ActionContext, from: Point, to: Point): Promise<void> {
  const { hands, desktop } = context;
  const start = globalPoint(context, from);
  const end = globalPoint(context, to);
  context.guardTarget(start);
  context.guardTarget(end);
  await context.guardDrawing(start);
  await context.guardDrawing(end);
  await placePointer(context, start);
  const button = desktop.input.button(1);
  hands.announce([button]);
  context.guardTarget(start);
  context.check();
  hands.press(button);
  desktop.input.flush();
  await pause(context, AFTER_PRESS_MS);
  for (const point of steps(start, end)) {
    context.check();
    desktop.input.movePointer(point);
    await pause(context, STEP_MS);
  }
  await pause(context, BEFORE_RELEASE_MS);
  context.guardPoint(end);
  hands.release(button);
  desktop.input.flush();
  hands.announce([]);
  confirmLanding(context, end);
}

/** Evenly spaced, each axis monotonic, the last one exactly the end. */
export function steps(start: Point, end: Point): Point[] {
  return Array.from({ length: STEPS }, (_, i) => {
    const part = (i + 1) / STEPS;
    return {
      x: Math.round(start.x + (end.x - start.x) * part),
      y: Math.round(start.y + (end.y - start.y) * part),
    };
  });
}
