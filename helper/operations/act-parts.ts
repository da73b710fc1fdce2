import { toDisplay } from '../global-point.ts';
import type { ImageCodec } from '../picture/codec.ts';
import type { PictureOrder } from '../picture/take-picture.ts';
import type { Workshop } from '../picture/workbench.ts';
import type { PerformParts } from './perform.ts';
import type { View } from './view.ts';

/** What the `act` operation works with. */
export interface ActParts extends PerformParts {
  codec: ImageCodec;
  workshop: Workshop;
}

/** The parts of an order that a view decides. */
export function pictureOf(
  { desktop }: Pick<ActParts, 'desktop'>,
  { index, facts, crop, region }: View,
): Pick<PictureOrder, 'display' | 'facts' | 'crop' | 'region' | 'pointer'> {
  return { display: index, facts, crop, region, pointer: toDisplay(facts, desktop.input.pointer()) };
}
