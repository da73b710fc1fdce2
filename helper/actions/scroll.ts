import type { Point } from '../../protocol/helper/geometry.ts';
import type { Modifier } from '../desktop.ts';
import { type ActionContext, pause } from './context.ts';
import { confirmLanding, globalPoint, holding, modifierItems, placePointer } from './pointer.ts';

const NOTCH_MS = 8;
/** Wheel buttons of X11, which the other platforms' back ends translate. */
const WHEEL = { up: 4, down: 5, left: 6, right: 7 } as const;

/** Places the pointer, then turns the wheel notch by notch, so that a pause can come between two. */
export async function scroll(
  context: ActionContext,
  at: Point,
  direction: keyof typeof WHEEL,
  amount: number,
  modifiers: readonly Modifier[],
): Promise<void> {
  const { hands, desktop } = context;
  const target = globalPoint(context, at);
  await placePointer(context, target);
  const wheel = desktop.input.button(WHEEL[direction]);
  await holding(context, modifierItems(context, modifiers), async () => {
    for (let i = 0; i < amount; i++) {
      if (i > 0) await pause(context, NOTCH_MS);
      context.check();
      hands.tap(wheel);
      desktop.input.flush();
    }
  });
  confirmLanding(context, target);
}
