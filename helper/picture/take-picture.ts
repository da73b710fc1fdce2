import type { Picture } from '../../protocol/helper/act.ts';
import { type Crop, type Point, type Rectangle, toPicture } from '../../protocol/helper/geometry.ts';
import type { DisplayFacts, Frame } from '../desktop.ts';
import { drawExecutedPoint, drawRulers } from './annotate.ts';
import type { ImageCodec } from './codec.ts';
import { areaOf } from './crop-area.ts';
import { type BufferPool, cutRgb, type Rgb } from './rgb.ts';
import { makeThumbnail, packThumbnail, type Thumbnail } from './thumbnail.ts';

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
  /** The pointer in device pixels of the display. */
  pointer: Point;
}

/** A frame made ready for a model. The frame must stay as it is until this resolves. */
export async function encodePicture(
  { codec, pool }: { codec: ImageCodec; pool: BufferPool },
  frame: Frame,
  order: PictureOrder,
): Promise<{ picture: Picture; thumbnail: Thumbnail }> {
  const { crop } = order;
  const area = areaOf(crop, frame);
  const cut = cutRgb(frame, area, crop.k <= 0.5, pool);
  const resizing = fitTo(codec, cut, crop.width, crop.height);
  // The codec works on its own threads meanwhile.
  const thumbnail = makeThumbnail(frame, area);
  const sent = await resizing;
  if (order.annotate) drawRulers(sent);
  if (order.annotate && order.executed) drawExecutedPoint(sent, order.executed);
  const file = await codec.encode(sent, order.format);
  pool.give(cut.data);
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

function fitTo(codec: ImageCodec, picture: Rgb, width: number, height: number): Promise<Rgb> | Rgb {
  return picture.width === width && picture.height === height ? picture : codec.resize(picture, width, height);
}
