import { fullCrop, type Point, toDevice, toPicture } from '../../protocol/helper/geometry.ts';
import type { HeldItem, Modifier } from '../desktop.ts';
import { toDisplay, toGlobal } from '../global-point.ts';
import { type ActionContext, NotDelivered, pause } from './context.ts';

const RETRY_MS = 10;
/** Device pixels that the pointer may be off after a move. */
const PLACED_WITHIN = 1;

/** A point of the picture as a global point; the place of the control aimed at where there is one. */
export function globalPoint({ crop, facts, aim }: ActionContext, point: Point): Point {
  return aim ?? toGlobal(facts, toDevice(crop, point));
}

/** Moves the pointer and reads it back, twice at most; nothing is ever pressed at a point that was not reached. */
export async function placePointer(context: ActionContext, target: Point): Promise<void> {
  const { input } = context.desktop;
  context.guardTarget(target);
  for (let attempt = 0; attempt < 2; attempt++) {
    if (attempt > 0) await pause(context, RETRY_MS);
    context.check();
    input.movePointer(target);
    if (isWithin(input.pointer(), target, PLACED_WITHIN)) return;
  }
  throw new NotDelivered('The pointer could not be placed there.');
}

function isWithin(a: Point, b: Point, tolerance: number): boolean {
  return Math.abs(a.x - b.x) <= tolerance && Math.abs(a.y - b.y) <= tolerance;
}

/** Compares where the pointer is right after the last event with where it should be, in pixels of the picture. */
export function confirmLanding(context: ActionContext, target: Point): void {
  const { crop, facts, progress } = context;
  const at = context.desktop.input.pointer();
  const landed = toPicture(crop, toDisplay(facts, at));
  if (landed) progress.landed = landed;
  const zoom = crop.k / fullCrop(facts).k;
  const tolerance = Math.max(2, Math.ceil(2 * zoom)) / crop.k / facts.scale;
  progress.delivery = isWithin(at, target, tolerance) ? 'confirmed' : 'unconfirmed';
  progress.executed = target;
}

export function modifierItems(context: ActionContext, names: readonly Modifier[]): HeldItem[] {
  return names.map((name) => context.desktop.input.modifier(name));
}

/** Runs the task with modifiers held; they are lifted in reverse whatever happens. */
export async function holding(context: ActionContext, items: HeldItem[], task: () => Promise<void>): Promise<void> {
  const { hands } = context;
  if (items.length > 0) hands.announce(items);
  context.check();
  for (const item of items) hands.press(item);
  await task();
  for (const item of [...items].reverse()) hands.release(item);
  context.desktop.input.flush();
  if (items.length > 0) hands.announce([]);
}
