import type { Frame } from '../desktop.ts';
import { toDisplay } from '../global-point.ts';
import type { Looks, Standing } from '../look/looks.ts';
import type { ImageCodec } from '../picture/codec.ts';
import type { PictureOrder } from '../picture/take-picture.ts';
import type { Workshop } from '../picture/workbench.ts';
import type { ControlParts } from './read-controls.ts';
import type { View } from './view.ts';

/** What the `act` operation works with. */
export interface ActParts extends ControlParts {
  codec: ImageCodec;
  workshop: Workshop;
  looks: Looks;
}

/** The parts of an order that a view decides. */
export function pictureOf(
  { desktop }: Pick<ActParts, 'desktop'>,
  { index, facts, crop, region }: View,
): Pick<PictureOrder, 'display' | 'facts' | 'crop' | 'region' | 'pointer'> {
  return { display: index, facts, crop, region, pointer: toDisplay(facts, desktop.input.pointer()) };
}

/** Keeps what a picture shows, so that an action can be held against it later; the name it has from then on. */
export function keepLook({ desktop, looks }: ActParts, view: View, frame: Frame, standing: Standing): string {
  const pointer = toDisplay(view.facts, desktop.input.pointer());
  return looks.keep(standing, frame, { facts: view.facts, pointer });
}
