import type { Point } from '../../protocol/helper/geometry.ts';
import type { Modifier } from '../desktop.ts';
import { type ActionContext, pause } from './context.ts';
import { confirmLanding, globalPoint, holding, modifierItems, placePointer } from './pointer.ts';

const BEFORE_PRESS_MS = 10;
const BETWEEN_CLICKS_MS = 50;

/** Places the pointer, then clicks once or twice with the modifiers held. */
export async function click(
  context: ActionContext,
  at: Point,
  button: 1 | 3,
  count: 1 | 2,
  modifiers: readonly Modifier[],
): Promise<void> {
  const { hands, desktop } = context;
  const target = globalPoint(context, at);
  context.guardTarget(target);
  await context.guardDrawing(target);
  await placePointer(context, target);
  await pause(context, BEFORE_PRESS_MS);
  const item = desktop.input.button(button);
  // A window may have come up under the pointer since it was placed.
  context.guardTarget(target);
  await holding(context, modifierItems(context, modifiers), async () => {
    for (let i = 0; i < count; i++) {
      if (i > 0) await pause(context, BETWEEN_CLICKS_MS);
      context.check();
      hands.tap(item);
      desktop.input.flush();
    }
  });
  confirmLanding(context, target);
}

/** Moves the pointer, nothing else. */
export async function moveMouse(context: ActionContext, at: Point): Promise<void> {
  const target = globalPoint(context, at);
  await placePointer(context, target);
  confirmLanding(context, target);
}
