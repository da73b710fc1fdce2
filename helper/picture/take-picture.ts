import type { Picture } from '../../protocol/helper/act.ts';
import { type Crop, type Point, type Rectangle, toPicture } from '../../protocol/helper/geometry.ts';
import type { DisplayFacts, Frame } from '../desktop.ts';
import { drawExecutedPoint, drawRulers } from './annotate.ts';
import { drawBadges, type Numbered } from './badges.ts';
import type { ImageCodec } from './codec.ts';
import { areaOf } from './crop-area.ts';
import { packThumbnail, type Thumbnail } from './thumbnail.ts';
import type { Workshop } from './workbench.ts';

/** What a picture shows and how it is sent. */
export interface PictureOrder {
  display: number;
  facts: DisplayFacts;
  crop: Crop;
  /** Effective region in full-picture pixels. */
  region: Rectangle | null;
  format: { kind: 'png' } | { kind: 'jpeg'; quality: number };
  annotate: boolean;
  /** In picture pixels. */
  executed: Point | null;
  /** Controls whose numbers are painted; none when absent. */
  marks?: readonly Numbered[];
  /** The pointer in device pixels of the display. */
  pointer: Point;
}

/** A frame made ready for a model. The frame may change as soon as this returns its promise. */
export async function encodePicture(
  { codec, workshop }: { codec: ImageCodec; workshop: Workshop },
  frame: Frame,
  order: PictureOrder,
): Promise<{ picture: Picture; thumbnail: Thumbnail }> {
  const { crop } = order;
  const area = areaOf(crop, frame);
  const workbench = workshop.take();
  const { rgb, thumbnail } = workbench.develop(frame, area, crop.k <= 0.5 ? 'half' : 'full');
  const canvas = { pixels: rgb, width: crop.width, height: crop.height };
  if (order.annotate) drawRulers(canvas);
  if (order.marks) drawBadges(canvas, order.marks);
  if (order.annotate && order.executed) drawExecutedPoint(canvas, order.executed);
  const file = await codec.encode(rgb, crop, order.format);
  workshop.give(workbench);
  const picture: Picture = {
    mime: `image/${order.format.kind}`,
    data: file.toString('base64'),
    width: crop.width,
    height: crop.height,
    display: order.display,
    facts: order.facts,
    region: order.region,
    scale: crop.k,
    cursor: toPicture(crop, order.pointer),
    thumb: packThumbnail(thumbnail),
  };
  return { picture, thumbnail };
}
