import type { Receipt } from '../../protocol/helper/act.ts';
import type { Crop, Point } from '../../protocol/helper/geometry.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, DisplayFacts } from '../desktop.ts';
import type { Hands } from '../input/hands.ts';

/** What an action that posts input works with. */
export interface ActionContext {
  desktop: Desktop;
  clock: Clock;
  hands: Hands;
  facts: DisplayFacts;
  /** Of the picture whose pixels the action's points are. */
  crop: Crop;
  /** Global point of the control the action is aimed at, instead of the action's own point; null without one. */
  aim: Point | null;
  signal: AbortSignal;
  /** Throws when the action may not go on; called right before each post. */
  check(): void;
  /** Throws `own_window` when the window at a global point belongs to the app. */
  guardPoint(point: Point): void;
  /** Besides, throws `target_changed` when the window there is not the one the model saw, or it has moved. */
  guardTarget(point: Point): void;
  /** Throws `target_changed` when something else is drawn around a global point than the model saw there. */
  guardDrawing(point: Point): Promise<void>;
  /** Throws `own_window` when keys would go to the app, `target_changed` when they would go elsewhere than before. */
  guardFocus(): void;
  /** What is already known of the receipt; kept up to date, since an action may end anywhere. */
  progress: Progress;
}

export type Progress = Pick<
  Receipt,
  'delivery' | 'cause' | 'typedChars' | 'landed' | 'target' | 'movedBy' | 'pasteChord' | 'consumed' | 'notes'
> & {
  /** True once all input of the action went out. */
  isComplete: boolean;
  /** Global point that the check picture marks. */
  executed: Point | null;
};

export const newProgress = (): Progress => ({ delivery: 'n/a', isComplete: false, executed: null });

/** Waits between two steps; throws when the action was stopped meanwhile. */
export async function pause(context: ActionContext, ms: number): Promise<void> {
  await context.clock.sleep(ms, context.signal);
  context.check();
}

/** Nothing was pressed, because it could not be: reported as a result, not as a failure of the helper. */
export class NotDelivered extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = 'NotDelivered';
  }
}
